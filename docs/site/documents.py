"""Adds documents outside ``docs``, at the same paths as in the repository.

So links between documents are the same in both. README.md is the site's first page.
"""

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = ("*.md", "spec/**/*.*", "web/public/icon.svg")
IMAGE = re.compile(r'(?<=<img src=")(?!\w+:|/)[^"]+')
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)\s#]+)[^)]*\)")


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Return all documents and the files they use, at their repository paths."""
    for file in list(files):
        if file.src_dir == config.docs_dir:
            files.remove(file)
            files.append(at_its_place(f"docs/{file.src_uri}", config))
    for pattern in OUTSIDE:
        for path in sorted(ROOT.glob(pattern)):
            files.append(at_its_place(path.relative_to(ROOT).as_posix(), config))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: Any) -> str:
    """Return the text without links to files that are only in the repository."""
    return linked(illustrated(markdown, page.file), dirname(page.file.src_uri), files)


def illustrated(markdown: str, file: File) -> str:
    """Return a file's text with the addresses of ``<img>`` as they are from its page.

    MkDocs adapts those of Markdown only; a page is in a folder of its own.
    """

    def replacement(image: re.Match[str]) -> str:
        return relpath(join(dirname(file.src_uri), image[0]), dirname(file.dest_uri))

    return IMAGE.sub(replacement, markdown)


def linked(markdown: str, folder: str, files: Files) -> str:
    """Return a text from ``folder`` with only the links that work in the site."""

    def replacement(link: re.Match[str]) -> str:
        target = normpath(join(folder, link[2]))
        file = files.get_file_from_path(target)
        is_there = file is not None and file.inclusion != InclusionLevel.EXCLUDED
        lacking = not is_there and (ROOT / target).exists()
        return link[1] if lacking else link[0]

    return LINK.sub(replacement, markdown)


def at_its_place(name: str, config: MkDocsConfig) -> File:
    """Return a file of the repository with the same path in the site."""
    return File(name, str(ROOT), config.site_dir, config.use_directory_urls)
