"""Adds the files of the element ``<qttt-board>``, which pages show live."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from scripts.web import BOARD_PACKAGE, WebError, provide_board

FOLDER = "docs/board"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the files of the site with those of the element, built if they are stale."""
    try:
        provide_board()
    except WebError as error:
        raise PluginError(f"the pages need the element <qttt-board>: {error}") from error
    dist = BOARD_PACKAGE / "dist"
    for path in sorted(dist.iterdir()):
        name = f"{FOLDER}/{path.name}"
        files.append(File.generated(config, name, abs_src_path=str(path)))
    return files
