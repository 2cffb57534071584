"""What the server says: each message as the one line of JSON that is sent (P20-P31).

A message that goes to many is written once. Nothing here decides who may be told what.
"""

import json
from collections.abc import Iterable, Mapping

from qttt.game import Player
from qttt.server.games import Code, Entry, Game, Terms, Who

_ENCODER = json.JSONEncoder(separators=(",", ":"))


def text(value: object) -> str:
    """JSON without spaces, in ASCII."""
    return _ENCODER.encode(value)


def hello(who: Who | None, now: int, version: str) -> str:
    """The first message: who the client is taken for, nobody if it has no session."""
    told = who and {**person(who), "user": who.user}
    return text({"t": "hello", "who": told, "now": now, "version": version})


def person(who: Who) -> dict[str, object]:
    """What everybody may know about somebody; ``level`` is null for people."""
    return {"name": who.name, "level": who.level or None, "bot": who.bot}


def terms_of(terms: Terms) -> dict[str, object]:
    """What everybody may know about a game; whoever plays it finds the own seat in ``seat``."""
    return {
        "rules": terms.rules,
        "start": terms.start,
        "x": person(terms.x),
        "o": person(terms.o),
        "clock": terms.clock,
        "rated": terms.rated,
        "created": terms.created,
        "private": terms.private,
        "before": terms.before or None,
        "room": terms.room or None,
    }


def clock(game: Game, now: int) -> dict[str, object] | None:
    """What both have left at ``now``, whose clock runs, and when the server steps in; or null."""
    timer = game.clock
    if not timer.control.is_measured:
        return None
    return {
        "x": timer.remaining(Player.X, now),
        "o": timer.remaining(Player.O, now),
        "running": timer.running,
        "deadline": timer.deadline,
    }


def game(
    terms: Terms,
    *,
    seat: str | None,
    entries: Iterable[Entry],
    clock: Mapping[str, object] | None,
    now: int,
    present: Iterable[str],
    watching: int,
) -> str:
    """A game for somebody who begins to follow it: its terms, and the entries not yet known."""
    head = text({"t": "game", "game": terms.game, "terms": terms_of(terms), "seat": seat})
    tail = text({"clock": clock, "now": now, "watching": watching, "present": list(present)})
    return f'{head[:-1]},"entries":[{",".join(each.text for each in entries)}],{tail[1:]}'


def entries(
    game: str, entries: Iterable[Entry], clock: Mapping[str, object] | None, now: int
) -> str:
    """What has just been stored in a game."""
    lines = ",".join(each.text for each in entries)
    return (
        f'{{"t":"entries","game":"{game}","entries":[{lines}],"clock":{text(clock)},"now":{now}}}'
    )


def done(game: str, id_: str, version: int) -> str:
    """What was wished under that id is stored, and is this entry of the game."""
    return f'{{"t":"done","id":"{id_}","game":"{game}","version":{version}}}'


def refused(
    code: Code, message: str, *, id_: str = "", game: str = "", version: int | None = None
) -> str:
    """Something is not granted; ``version`` is where the game stands, if that is known."""
    return text(
        {
            "t": "refused",
            "id": id_ or None,
            "game": game or None,
            "code": code,
            "message": message,
            "version": version,
        }
    )


def presence(game: str, present: Iterable[str], watching: int) -> str:
    """Which players are there, and how many others follow the game."""
    return text({"t": "presence", "game": game, "present": list(present), "watching": watching})


def phrase(game: str, seat: str, n: int) -> str:
    """A player said quick phrase ``n``."""
    return text({"t": "phrase", "game": game, "seat": seat, "n": n})


def pong(n: int, now: int) -> str:
    """The answer to a ping."""
    return f'{{"t":"pong","n":{n},"now":{now}}}'


def lobby(seeks: Iterable[object], games: Iterable[object]) -> str:
    """Who looks for a game, and which games can be watched."""
    return text({"t": "lobby", "seeks": list(seeks), "games": list(games)})


def room(code: str) -> str:
    """A class room is not as it was; whoever wants to know how it is asks for it."""
    return text({"t": "room", "room": code})


def started(game: str) -> str:
    """A game of the client's own has begun."""
    return text({"t": "started", "game": game})


def bye(again: int) -> str:
    """The server stops; the client shall come again after so many milliseconds."""
    return text({"t": "bye", "again": again})
