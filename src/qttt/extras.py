"""What an installation can lack: packages of extras, and built files; and how to get it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qttt.copies import RebuiltError

__all__ = ["MissingExtraError"]

EXTRAS = {
    "app": "the web app's server",
    "cluster": "a Dask cluster",
    "data": "working with large data",
    "envs": "qttt.envs",
    "mcp": "qttt mcp",
    "notebook": "qttt.widget",
    "openspiel": "qttt.envs.openspiel",
    "paper": "a PDF by typst",
    "plots": "drawing plots",
    "postgres": "PostgreSQL",
    "qi": "Quantum Inspire",
    "qiskit": "Qiskit",
    "qx": "QX",
    "redis": "Redis",
    "sheets": "a PDF",
    "terminal": "the terminal app",
    "textarena": "qttt_textarena",
    "verifiers": "qttt_tasks",
    "weights": "exporting an evaluator",
}
"""What each extra of ``pyproject.toml`` is for, as the subject of the error message."""


class MissingExtraError(RebuiltError, ImportError):
    """Packages of an extra are not installed; the message names the command that installs them."""

    def __init__(self, extra: str) -> None:
        where = ", then bundle again" if is_bundle() else ""
        super().__init__(
            f"{EXTRAS[extra]} needs packages that are not installed; "
            f"install them with: pip install 'qttt[{extra}]'{where}"
        )
        self.extra = extra


@contextmanager
def requires_extra(extra: str) -> Iterator[None]:
    """Guard imports of packages that ``extra`` installs.

    Raises:
        MissingExtraError: if one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "qttt":
            raise
        raise MissingExtraError(extra) from error


def pyinstaller_hooks() -> list[str]:
    """Return the folder that tells PyInstaller what its analysis does not see, for entry points."""
    return [str(Path(__file__).with_name("_pyinstaller"))]


def is_bundle() -> bool:
    """Return whether this is a program that PyInstaller or a similar tool has made."""
    return getattr(sys, "frozen", False)


def how_to_get(target: str) -> str:
    """Return what to do if the files that ``make TARGET`` builds are missing."""
    if is_bundle():
        return "add the data files of qttt to the bundle"
    if (Path(__file__).parents[2] / "Makefile").is_file():
        return f"build it with: make {target}"
    return "install qttt again, from a wheel or the source archive of a release"
