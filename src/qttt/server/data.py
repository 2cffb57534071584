"""Where games and people are kept, unless somebody says otherwise in a file of the user's own."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from .errors import ServerError
from .store import StoreError, open_store

FOLDER = "QTTT_DATA"
"""The variable of the environment that names the folder."""
FILE = "games.db"


def place_for_games(named: str | None = None) -> str:
    """Where games are to be kept: the place that is named, or else the user's own file.

    A name without an ending, such as ``.db``, is a folder's, in which they are in ``games.db``.

    Raises ``ServerError`` if there can be no folder for that.
    """
    if named is None:
        return str(data_file())
    if "://" in named or (path := Path(named).expanduser()).is_file():
        return named
    return str(data_file({FOLDER: named}) if path.is_dir() or not path.suffix else path)


def try_out(place: str) -> None:
    """Open the store there and bring its tables up to date.

    Raises ``ServerError`` if games cannot be kept there.
    """
    try:
        asyncio.run(_open(place))
    except StoreError as error:
        raise ServerError(f"games cannot be kept: {error}") from error


async def _open(place: str) -> None:
    async with open_store(place):
        pass


def data_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The file in the user's own folder for data, which is made if there is none.

    Raises ``ServerError`` if it cannot be made.
    """
    folder = _folder(environment, platform)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"there can be no folder {folder} for games ({error.strerror}); "
            f"name another by {FOLDER}, or a file with --data"
        ) from error
    return folder / FILE


def _folder(environment: Mapping[str, str], platform: str) -> Path:
    if named := environment.get(FOLDER):
        return Path(named).expanduser()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "qttt"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "qttt"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "qttt"
