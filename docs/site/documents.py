"""Every document stands in the site where it stands in the repository.

So a link from one document to another is the same link in both. Documents outside ``docs`` join
those inside; README.md is the site's first page.
"""

import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "spec/**/*.*", "web/public/icon.svg")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)\s#]+)[^)]*\)")


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Every document, and every file that documents show or link to, at its place."""
    for file in list(files):
        if file.src_dir == config.docs_dir:
            files.remove(file)
            files.append(at_its_place(f"docs/{file.src_uri}", config))
    for pattern in OUTSIDE:
        for path in sorted(ROOT.glob(pattern)):
            files.append(at_its_place(path.relative_to(ROOT).as_posix(), config))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: Any) -> str:
    """The text; a link to a file or folder of the repository that the site lacks is its words."""
    return linked(markdown, dirname(page.file.src_uri), files)


def linked(markdown: str, folder: str, files: Files) -> str:
    """A text from a folder of the repository, with the links that hold in the site."""

    def kept(link: re.Match[str]) -> str:
        target = normpath(join(folder, link[2]))
        lacking = files.get_file_from_path(target) is None and (ROOT / target).exists()
        return link[1] if lacking else link[0]

    return LINK.sub(kept, markdown)


def at_its_place(name: str, config: MkDocsConfig) -> File:
    """A file of the repository at the same place in the site."""
    return File(name, str(ROOT), config.site_dir, config.use_directory_urls)
