"""The server's messages, each as one line of JSON (P20-P36)."""

import json
from collections.abc import Iterable

from qttt.game import Player
from qttt.server.games import GameState, Identity, RejectionCode, Terms

_ENCODER = json.JSONEncoder(separators=(",", ":"))


def encode(value: object) -> str:
    """Return ``value`` as compact ASCII JSON."""
    return _ENCODER.encode(value)


def hello(identity: Identity | None, now: int, version: str) -> str:
    """Return the first message of a connection, with ``who`` null for an anonymous client."""
    fields = identity and {**identity_fields(identity), "user": identity.user}
    return encode({"t": "hello", "who": fields, "now": now, "version": version})


def identity_fields(identity: Identity) -> dict[str, object]:
    """Return the public fields of a player; ``level`` is null for people."""
    return {"name": identity.name, "level": identity.level or None, "bot": identity.bot}


def terms_fields(terms: Terms) -> dict[str, object]:
    """Return the public fields of a game's terms."""
    return {
        "rules": terms.rules,
        "start": terms.start,
        "x": identity_fields(terms.x),
        "o": identity_fields(terms.o),
        "clock": terms.clock,
        "rated": terms.rated,
        "created": terms.created,
        "private": terms.private,
        "before": terms.before or None,
        "room": terms.room or None,
    }


def clock(game: GameState, now: int) -> str:
    """Return both players' remaining time, the running clock and the deadline, or null (P27)."""
    timer = game.clock
    if not timer.control.has_clock:
        return "null"
    x, o = timer.remaining(Player.X, now), timer.remaining(Player.O, now)
    running, deadline = timer.running, timer.deadline
    who, when = f'"{running}"' if running else "null", "null" if deadline is None else deadline
    return f'{{"x":{x},"o":{o},"running":{who},"deadline":{when}}}'


def game(
    terms: Terms,
    *,
    seat: str | None,
    entries: Iterable[str],
    clock: str,
    now: int,
    present: Iterable[str],
    watching: int,
    chat: Iterable[str] | None,
) -> str:
    """Return the answer to ``watch``: a game's terms and the requested entries as JSON (P26).

    ``chat`` are the seats that have opened the chat; None if the client cannot chat (P35).
    """
    head = encode({"t": "game", "game": terms.game, "terms": terms_fields(terms), "seat": seat})
    presence = {"watching": watching, "present": list(present)}
    chatting = None if chat is None else list(chat)
    tail = encode({"now": now, **presence, "chat": chatting})
    return f'{head[:-1]},"entries":[{",".join(entries)}],"clock":{clock},{tail[1:]}'


def entries(game: str, entries: Iterable[str], clock: str, now: int) -> str:
    """Return new entries of a game as JSON; ``clock`` is the output of that function."""
    lines = ",".join(entries)
    return f'{{"t":"entries","game":"{game}","entries":[{lines}],"clock":{clock},"now":{now}}}'


def done(game: str, id_: str, version: int) -> str:
    """Return the acknowledgment of a command, stored as the entry ``version``."""
    return f'{{"t":"done","id":"{id_}","game":"{game}","version":{version}}}'


def refused(
    code: RejectionCode, message: str, *, id_: str = "", game: str = "", version: int | None = None
) -> str:
    """Return a rejection; ``version`` is the game's version, if known."""
    return encode(
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
    """Return the players who follow a game, and the number of other followers.

    ``chat`` are the seats that have opened the chat, for clients that have opened it too.
    """
    message = {"t": "presence", "game": game, "present": list(present), "watching": watching}
    return encode(message if chat is None else {**message, "chat": list(chat)})


def phrase(game: str, seat: str, n: int) -> str:
    """Return a player's quick phrase ``n``."""
    return encode({"t": "phrase", "game": game, "seat": seat, "n": n})


def chat(game: str, seat: str, content: str) -> str:
    """Return a player's chat message."""
    return encode({"t": "chat", "game": game, "seat": seat, "text": content})


def pong(n: int, now: int) -> str:
    """Return the answer to a ping."""
    return f'{{"t":"pong","n":{n},"now":{now}}}'


def lobby(seeks: Iterable[object], games: Iterable[object], online: int) -> str:
    """Return the open seeks, the public live games, and the number of connected clients."""
    return encode({"t": "lobby", "seeks": list(seeks), "games": list(games), "online": online})


def lobby_changes(
    seeks: Iterable[object], games: Iterable[object], removed: Iterable[str], online: int
) -> str:
    """Return the added and changed seeks and games, and the ids of removed ones."""
    changes = {"seeks": list(seeks), "games": list(games), "removed": list(removed)}
    return encode({"t": "lobby-changes", **changes, "online": online})


def room(code: str) -> str:
    """Return the notification that a class room has changed; details are available by HTTP."""
    return encode({"t": "room", "room": code})


def started(game: str) -> str:
    """Return the notification that a game of the client has begun."""
    return encode({"t": "started", "game": game})


def bye(again: int) -> str:
    """Return the shutdown message; clients reconnect after ``again`` milliseconds."""
    return encode({"t": "bye", "again": again})
