"""A name in the navigation that ends with ``/*`` stands for the other pages of that folder."""

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files, file_sort_key

Entry = str | list[Any] | dict[str, Any]
"""A page or a pattern; several entries; sections by their titles."""


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """The same files, now that ``config.nav`` names each page; it runs after all other hooks."""
    pages = [file.src_uri for file in sorted(files.documentation_pages(), key=file_sort_key)]
    nav = config.nav or []
    named = set(names(nav))
    config.nav = expanded(nav, [page for page in pages if page not in named])
    return files


def names(entry: Entry) -> Iterator[str]:
    """Every page and pattern of a navigation."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from names(inner)


def expanded(entry: Entry, pages: list[str]) -> list[Any]:
    """The entry with pages in place of patterns, and without sections that have none."""
    if isinstance(entry, list):
        return [found for inner in entry for found in expanded(inner, pages)]
    if isinstance(entry, str):
        return [page for page in pages if fnmatch(page, entry)] if "*" in entry else [entry]
    sections = {title: expanded(inner, pages) for title, inner in entry.items()}
    return [{title: inside} for title, inside in sections.items() if inside]
