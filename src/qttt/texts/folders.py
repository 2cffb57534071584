"""The languages that have a folder in ``qttt/content``."""

from pathlib import Path

CONTENT = Path(__file__).resolve().parents[1] / "content"
REFERENCE = "en"
"""The reference for all other languages."""


class ContentError(ValueError):
    """A text is missing or wrong; the message has the language, file and line, and a remedy."""


def languages() -> tuple[str, ...]:
    """Return the ISO 639 codes of all languages, English first."""
    names = sorted(folder.name for folder in CONTENT.iterdir() if folder.is_dir())
    return (REFERENCE, *(name for name in names if name != REFERENCE))


def fault(path: Path, line: int, remedy: str) -> ContentError:
    """Return the error of a line."""
    name = path.relative_to(CONTENT) if path.is_relative_to(CONTENT) else path
    return ContentError(f"{name.as_posix()}, line {line}: {remedy}")
