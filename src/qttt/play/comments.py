"""Comments of collapses by chance: source and measurement of the coin (N37)."""

import json
import re
from typing import NamedTuple

from qttt.quantum import Measurement, ProofError

from .coins import Toss

_SOURCE = re.compile(r'\[%coin ("(?:[^"\\]|\\.)*")')


class CoinNote(NamedTuple):
    """The source of a coin, and the measurement if known."""

    source: str
    measurement: Measurement | None = None


def coin_comment(toss: Toss) -> str:
    """Return the start of the comment for ``toss``."""
    source = json.dumps(toss.source, ensure_ascii=False)
    measurement = f" {toss.measurement.to_json()}" if toss.measurement else ""
    return f"[%coin {source}{measurement}]"


def read_coin(comment: str) -> tuple[CoinNote | None, str]:
    """Split a comment into its note about a coin, if any, and the rest.

    Raises ``ProofError`` for an invalid source or measurement.
    """
    match = _SOURCE.match(comment)
    if not match:
        return None, comment
    rest, measurement = comment[match.end() :], None
    if rest.startswith(" {"):
        measurement, rest = _measurement(rest[1:])
    if not rest.startswith("]"):
        return None, comment
    return CoinNote(_source(match[1]), measurement), rest[1:].removeprefix(" ")


def _measurement(text: str) -> tuple[Measurement, str]:
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError as error:
        raise ProofError(f"the measurement of a coin cannot be read: {error}") from error
    return Measurement.from_json(value), text[end:]


def _source(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise ProofError(f"{text} is not the source of a coin: {error}") from error
