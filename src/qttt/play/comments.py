"""What the comment of a collapse says about the coin that decided it (N37)."""

import json
import re
from typing import NamedTuple

from qttt.quantum import Measurement, ProofError

from .coins import Toss

_SOURCE = re.compile(r'\[%coin ("(?:[^"\\]|\\.)*")')


class Told(NamedTuple):
    """The source of a coin, and how it was measured if that is known."""

    source: str
    measurement: Measurement | None = None


def coin_comment(toss: Toss) -> str:
    """What the comment begins with."""
    source = json.dumps(toss.source, ensure_ascii=False)
    how = f" {toss.measurement.to_json()}" if toss.measurement else ""
    return f"[%coin {source}{how}]"


def read_coin(comment: str) -> tuple[Told | None, str]:
    """What the comment says about a coin, if anything, and the rest of it.

    Raises ``ProofError`` for a source that is no text and for what is no measurement.
    """
    found = _SOURCE.match(comment)
    if not found:
        return None, comment
    rest, measurement = comment[found.end() :], None
    if rest.startswith(" {"):
        measurement, rest = _measurement(rest[1:])
    if not rest.startswith("]"):
        return None, comment
    return Told(_source(found[1]), measurement), rest[1:].removeprefix(" ")


def _measurement(text: str) -> tuple[Measurement, str]:
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError as error:
        raise ProofError(f"what a coin measured cannot be read: {error}") from error
    return Measurement.from_json(value), text[end:]


def _source(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise ProofError(f"{text} is no source of a coin: {error}") from error
