"""Terms and finished logs as short text, from which exactly the same is read again."""

import json
import re
from collections.abc import Iterable, Iterator

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.terms import Identity, Terms

_KINDS = dict(zip(EntryKind, "abcdefghijklmnopq", strict=True))
"""The letter of each kind; never change one."""
_BY_LETTER = {letter: kind for kind, letter in _KINDS.items()}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def pack_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pack_terms(terms: Terms) -> str:
    """Return all fields but the id, as a JSON array."""
    players = [[who.user, who.name, who.level, int(who.bot)] for who in (terms.x, terms.o)]
    fields = [terms.rules, terms.start, terms.clock, int(terms.rated), terms.created]
    fields += [int(terms.private), terms.before, terms.room, *players]
    return pack_json(fields)


def unpack_terms(game: str, text: str) -> Terms:
    """Parse the output of ``pack_terms``. Raises ``ValueError`` or ``TypeError``."""
    rules, start, clock, rated, created, private, before, room, *players = json.loads(text)
    x, o = (Identity(user, name, level, bool(bot)) for user, name, level, bot in players)
    settings = (clock, bool(rated), created, bool(private), before, room)
    return Terms(game, rules, start, x, o, *settings)


def pack_log(start: int, entries: Iterable[LogEntry]) -> str:
    """Return one line for each entry: the time since the one before, and how much is uncharged.

    The first follows ``start``.
    """
    lines = []
    for _, kind, seat, body, at, spent, id_ in entries:
        times = f"{_base36(at - start)} {_base36(at - start - spent)}"
        lines.append(f"{_KINDS[kind]}{seat or '-'}{times} {id_} {_escape(body)}")
        start = at
    return "\n".join(lines)


def unpack_log(start: int, text: str) -> Iterator[LogEntry]:
    """Parse the output of ``pack_log``. Raises ``ValueError`` or ``LookupError``."""
    for version, line in enumerate(text.split("\n") if text else (), 1):
        passed, uncharged, id_, body = line[2:].split(" ", 3)
        kind, seat = _BY_LETTER[line[0]], line[1].replace("-", "")
        elapsed = int(passed, 36)
        start += elapsed
        spent = elapsed - int(uncharged, 36)
        yield LogEntry(version, kind, seat, _unescape(body), start, spent, id_)


def _base36(number: int) -> str:
    if number < 0:
        return "-" + _base36(-number)
    rest, digit = divmod(number, 36)
    return (_base36(rest) if rest else "") + _DIGITS[digit]


def _escape(body: str) -> str:
    return body.replace("\\", "\\\\").replace("\n", "\\n")


def _unescape(body: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], body)
