"""The paper about the book, typeset with typst (the extra ``paper``) from the book's tables."""

from pathlib import Path

from qttt.extras import requires_extra


def source_in(documents: Path) -> Path:
    """Return the file that ``typeset`` reads."""
    return documents / "paper" / "paper.typ"


def typeset(documents: Path) -> bytes:
    """Return ``paper/paper.typ`` below ``documents`` as PDF.

    The same source and tables give the same bytes: fonts are those of typst, and there is no date.

    Raises:
        MissingExtraError: typst is not installed.
        ValueError: The paper cannot be typeset, for instance because a table is missing.
    """
    with requires_extra("paper"):
        import typst
    source = source_in(documents)
    if not source.is_file():
        raise ValueError(f"{source}: No such file or directory")
    try:
        return bytes(typst.compile(source, root=documents, ignore_system_fonts=True, timestamp=0))
    except typst.TypstError as error:
        raise ValueError(f"{source}: {error}") from error
