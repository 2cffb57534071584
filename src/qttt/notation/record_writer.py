"""Writes ``.qtn`` records (N32-N35)."""

import re
from collections.abc import Iterable

from qttt.game.arguments import checked

from .errors import UnwritableError, quote
from .escapes import write_comment, write_value
from .record import RESULTS, Record, RecordNode

MAX_COLUMNS = 80
ROSTER = ("Event", "Site", "Date", "Round", "X", "O", "Rules", "Position", "Result", "Termination")
"""The order of known tags; others follow (N33)."""

_ORDER = {name: index for index, name in enumerate(ROSTER)}
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@checked
def write_record(record: Record) -> str:
    """Format a record: tag pairs (N33), an empty line, moves in lines of at most 80 columns.

    ``read_records`` restores the record; concatenated texts are read as several games. Tag values
    and words of comments are not broken, so their lines can be longer. Raises ``UnwritableError``
    for a tag name or a result that could not be read back.
    """
    _check(record)
    names = sorted(record.tags, key=lambda name: _ORDER.get(name, len(_ORDER)))
    tags = [f'[{name} "{write_value(record.tags[name])}"]\n' for name in names]
    moves = "\n".join(_wrapped(_words(record)))
    return "".join([*tags, "\n" if tags else "", moves, "\n"])


def _check(record: Record) -> None:
    for name in record.tags:
        if not _TAG.fullmatch(name):
            raise UnwritableError(
                f"{quote(name)} is not a tag name; use letters, digits and _, with a letter first"
            )
    if record.result not in RESULTS:
        raise UnwritableError(
            f"{quote(record.result)} is not a result; choose one of {' '.join(RESULTS)}"
        )
    tag = record.tags.get("Result", record.result)
    if tag != record.result:
        raise UnwritableError(
            f"the tag Result says {quote(tag)}, but the result is {record.result}"
        )


def _words(record: Record) -> list[str]:
    """The words of the move text, in order; a line can break between any two of them."""
    words = _comment(record.comment)
    # An item is a list of alternatives, the first move of a variation, or None: the end of one.
    stack: list[list[RecordNode] | RecordNode | None] = [record.children]
    while stack:
        match stack.pop():
            case None:
                words[-1] += ")"
            case RecordNode() as node:
                words += [f"({node}", *_comment(node.comment)]
                stack += [None, node.children]
            case [first, *others]:
                words += [str(first), *_comment(first.comment)]
                stack += [first.children, *reversed(others)]
            case _:
                pass
    return [*words, record.result]


def _comment(comment: str) -> list[str]:
    if not comment:
        return []
    words = write_comment(comment)
    words[0] = "{" + words[0]
    words[-1] += "}"
    return words


def _wrapped(words: Iterable[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > MAX_COLUMNS:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines
