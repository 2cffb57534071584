"""Expands ``/*`` in the navigation to the remaining pages of that folder."""

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files, file_sort_key

Entry = str | list[Any] | dict[str, Any]
"""A page or pattern, a list of entries, or sections by title."""


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Expand ``config.nav``; this hook runs last."""
    pages = [file.src_uri for file in sorted(files.documentation_pages(), key=file_sort_key)]
    nav = config.nav or []
    named = set(names(nav))
    config.nav = expanded(nav, [page for page in pages if page not in named])
    return files


def names(entry: Entry) -> Iterator[str]:
    """Yield every page and pattern of a navigation."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from names(inner)


def expanded(entry: Entry, pages: list[str]) -> list[Any]:
    """Return the entry with patterns expanded, and without empty sections."""
    if isinstance(entry, list):
        return [found for inner in entry for found in expanded(inner, pages)]
    if isinstance(entry, str):
        return [page for page in pages if fnmatch(page, entry)] if "*" in entry else [entry]
    sections = {title: expanded(inner, pages) for title, inner in entry.items()}
    return [{title: inside} for title, inside in sections.items() if inside]
