"""Extras: optional packages, and the error that names the command which installs them."""

from collections.abc import Iterator
from contextlib import contextmanager

from qttt.copies import RebuiltError

EXTRAS = {
    "app": "the web app's server",
    "cluster": "a Dask cluster",
    "data": "working with large data",
    "envs": "qttt.envs",
    "mcp": "qttt mcp",
    "notebook": "qttt.widget",
    "openspiel": "qttt.envs.openspiel",
    "paper": "the paper",
    "plots": "drawing plots",
    "postgres": "PostgreSQL",
    "qi": "Quantum Inspire",
    "qiskit": "Qiskit",
    "qx": "QX",
    "redis": "Redis",
    "sheets": "a PDF",
    "terminal": "the terminal app",
    "verifiers": "qttt_tasks",
}
"""What each extra of ``pyproject.toml`` is for, as the subject of the error message."""


class MissingExtraError(RebuiltError, ImportError):
    """Packages of an extra are not installed; the message names the command that installs them."""

    def __init__(self, extra: str) -> None:
        super().__init__(
            f"{EXTRAS[extra]} needs packages that are not installed; "
            f"install them with: pip install 'qttt[{extra}]'"
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
