"""What the server says: each message as the one line of JSON that is sent (P20-P31).

A message that goes to many is written once. Nothing here decides who may be told what.
"""

import json
from collections.abc import Iterable

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


def clock(game: Game, now: int) -> str:
    """What both have left at ``now``, whose clock runs, and when the server steps in; or null."""
    timer = game.clock
    if not timer.control.is_measured:
        return "null"
    x, o = timer.remaining(Player.X, now), timer.remaining(Player.O, now)
    running, deadline = timer.running, timer.deadline
    who, when = f'"{running}"' if running else "null", "null" if deadline is None else deadline
    return f'{{"x":{x},"o":{o},"running":{who},"deadline":{when}}}'


def game(
    terms: Terms,
    *,
    seat: str | None,
    entries: Iterable[Entry],
    clock: str,
    now: int,
    present: Iterable[str],
    watching: int,
    chat: Iterable[str] | None,
) -> str:
    """A game for somebody who begins to follow it: its terms, and the entries not yet known.

    ``chat`` is as in ``presence``; None where this one cannot write to anybody.
    """
    head = text({"t": "game", "game": terms.game, "terms": terms_of(terms), "seat": seat})
    there = {"watching": watching, "present": list(present)}
    chatting = None if chat is None else list(chat)
    tail = text({"now": now, **there, "chat": chatting})
    lines = ",".join([each.text for each in entries])
    return f'{head[:-1]},"entries":[{lines}],"clock":{clock},{tail[1:]}'


def entries(game: str, entries: Iterable[Entry], clock: str, now: int) -> str:
    """What has just been stored in a game; ``clock`` is as that function writes it."""
    lines = ",".join([each.text for each in entries])
    return f'{{"t":"entries","game":"{game}","entries":[{lines}],"clock":{clock},"now":{now}}}'


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


def presence(
    game: str, present: Iterable[str], watching: int, chat: Iterable[str] | None = None
) -> str:
    """Which players are there, how many others follow the game, and who has opened the chat.

    The latter is told only to those who have opened it too; it is None for all others.
    """
    there = {"t": "presence", "game": game, "present": list(present), "watching": watching}
    return text(there if chat is None else {**there, "chat": list(chat)})


def phrase(game: str, seat: str, n: int) -> str:
    """A player said quick phrase ``n``."""
    return text({"t": "phrase", "game": game, "seat": seat, "n": n})


def chat(game: str, seat: str, written: str) -> str:
    """A player wrote something to the other."""
    return text({"t": "chat", "game": game, "seat": seat, "text": written})


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
