"""Converts notebooks to pages: text, code, and stored outputs."""

import json
import re
from base64 import b64encode
from html import escape
from typing import Any
from xml.etree import ElementTree

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

OUTPUT = "{ .text .output }"
WIDTH = "360"
"""Default width of pictures without one."""


class Notebook(File):
    """A notebook, treated as a page."""

    def is_documentation_page(self) -> bool:
        """Return True: it has a URL without suffix and a place in the navigation."""
        return True


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Replace notebooks by pages."""
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            page = Notebook(file.src_uri, None, config.site_dir, config.use_directory_urls)
            page.content_string = markdown(json.loads(file.content_string))
            files.remove(file)
            files.append(page)
    return files


def markdown(notebook: dict[str, Any]) -> str:
    """Return a notebook as Markdown."""
    return "\n\n".join(part for cell in notebook["cells"] for part in parts(cell))


def parts(cell: dict[str, Any]) -> list[str]:
    """Return a cell's text, or its code and outputs."""
    source = text(cell["source"])
    if cell["cell_type"] != "code":
        return [source]
    return [fenced(source, "python"), *map(shown, cell["outputs"])]


def shown(output: dict[str, Any]) -> str:
    """Return an output: printed text, or a value as picture or text."""
    if output["output_type"] == "stream":
        return fenced(text(output["text"]), OUTPUT)
    if "image/svg+xml" in output["data"]:
        return picture(text(output["data"]["image/svg+xml"]))
    return fenced(text(output["data"]["text/plain"]), OUTPUT)


def picture(svg: str) -> str:
    """Return the SVG as an image, to isolate its styles, with its title as alternative text."""
    drawing = ElementTree.fromstring(svg)  # noqa: S314  the project's own notebooks
    title = escape(drawing.findtext("{http://www.w3.org/2000/svg}title", ""))
    data = b64encode(svg.encode()).decode()
    width = drawing.get("width", WIDTH)
    return f'<img alt="{title}" width="{width}" src="data:image/svg+xml;base64,{data}">'


def fenced(code: str, language: str) -> str:
    """Return the code between fences that are longer than any in it."""
    fence = max(["``", *re.findall("`{3,}", code)], key=len) + "`"
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def text(lines: str | list[str]) -> str:
    """Return a text of a notebook file, which can be split into lines."""
    return lines if isinstance(lines, str) else "".join(lines)
