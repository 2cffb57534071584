"""Saved games: armoured records, repaired when they are damaged."""

from collections.abc import Iterator
from pathlib import Path

from qttt.notation.escapes import printable
from qttt.play import Match, load_with_repairs
from qttt.play import save as save_match

from .errors import ShellError


def save(match: Match, name: str) -> Iterator[str]:
    """Write a match to a file. Raises ``ShellError``."""
    path = _path(name)
    try:
        # Saving replaces the path by a new file, which must not happen to devices.
        if path.exists() and not path.is_file():
            raise ShellError(f"{path} is not a file: give another name")
        save_match(match, path)
    except (OSError, ValueError) as error:
        raise _failure(f"cannot save {name}", error) from error
    yield f"Saved in {printable(str(path))}."


def load(name: str) -> tuple[Match, list[str]]:
    """Read a match from a file; also return messages about it. Raises ``ShellError``."""
    try:
        match, repaired, _ = load_with_repairs(_path(name))
    except (OSError, ValueError) as error:
        raise _failure(f"cannot load {name}", error) from error
    moves = _count(len(match.node.moves), "move")
    messages = [f"Loaded {printable(name)}: {match.rules}, {moves}."]
    if repaired:
        was = "was" if repaired == 1 else "were"
        messages.append(f"{_count(repaired, 'damaged byte')} {was} repaired; save it again.")
    return match, messages


def _path(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise ShellError(f"{name}: {error}") from error


def _failure(what: str, error: OSError | ValueError) -> ShellError:
    if isinstance(error, ShellError):
        return error
    if isinstance(error, OSError):
        return ShellError(f"{what}: {error.strerror or error}")
    line, column = getattr(error, "line", None), getattr(error, "column", None)
    place = f"line {line}, column {column}: " if line else ""
    return ShellError(f"{what}: {place}{getattr(error, 'message', error)}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)
