"""Matches as ``.qtn`` records, and in files: the tree with its branches and all around it.

Beside the usual tags, a record of a match has these where they say something:

``XKind``, ``OKind``
    The kind of each seat, if it is not human.
``Current``
    At which move of the main line the match stands, if not at its end.
``Conceded``
    Who gave up there (``X``, ``O`` or ``both``), if the tag Termination cannot say so because
    moves that were taken back go on to the end of the board.
``Offer``
    Who has offered a draw.
``Series``
    ``first X; X 1-0.5, O 0-1``: who has X now has played X first; in the games before this one X
    was played by who has X now, then by who has O now, and this was the result.

A collapse that a coin decided has a comment ``[%coin "source"]``, with how it was measured.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from qttt.game import Node, Player, Points, Termination
from qttt.notation import NotationError, Record, RecordNode, read_records, replay, write_record
from qttt.notation import to_record as tree_record
from qttt.notation.armour import load as load_text
from qttt.notation.armour import save as save_text

from .coins import Coin, Toss
from .comments import coin_comment, read_coin
from .events import Event
from .match import FIRST, SECOND, Match
from .seats import HUMAN, Seat
from .series import Game, Series
from .steps import coin_nodes
from .verdicts import Concession, Ruling, conceded

UNRECORDED = "not recorded"
"""The source of a coin's collapse in a record that does not tell it."""

_DEFAULTS = {Player.X: FIRST.name, Player.O: SECOND.name}
_OWN = {"Rules", "Position", "Result", "Termination", "Current", "Conceded", "Offer", "Series"}
_OWN |= {f"{player}{what}" for player in Player for what in ("", "Kind")}
_SERIES = re.compile(r"first [XO];( [XO] [0-9.]+-[0-9.]+(,|$))*")
_GAME = re.compile(r"([XO]) ([0-9.]+)-([0-9.]+)")


class Recovered(NamedTuple):
    """A match from a file.

    ``repaired`` counts the damaged bytes that were put right; if there are any, save it anew.
    ``armoured`` is False for a file in which damage could not have been seen.
    """

    match: Match
    repaired: int
    armoured: bool


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Write ``match`` to a file that survives damage; all or nothing.

    Raises ``OSError`` if it cannot be written, ``ValueError`` if it has over 256 KiB of moves.
    """
    save_text(path, write_record(to_record(match)))


def throw(match: Match, coin: Coin, path: str | os.PathLike[str]) -> tuple[Event, ...]:
    """Throw ``coin`` in ``match``, which is saved before anybody is told what it showed.

    So whatever happens then, the file knows, and the coin is not thrown again. Raises what
    ``Match.throw`` and ``save`` raise; if it cannot be saved, the match alone knows.
    """
    events = match.throw(coin)
    save(match, path)
    return events


def load(path: str | os.PathLike[str]) -> Match:
    """The match in a file; ``recover`` also tells whether the file was damaged.

    Raises ``OSError``, ``DamagedError`` if it cannot be repaired, and what ``from_record`` raises.
    """
    return recover(path).match


def recover(path: str | os.PathLike[str]) -> Recovered:
    """The match in a file, and what had to be repaired. Raises as ``load`` does."""
    read = load_text(path)
    records = read_records(read.text)
    if len(records) != 1:
        raise NotationError(f"a match is one game, and this file has {len(records)}", read.text)
    return Recovered(from_record(records[0]), read.repaired, read.armoured)


def to_record(match: Match) -> Record:
    """The record of ``match``, from which ``from_record`` makes it again; not its journal."""
    end = [match.root, *match.root.main_line][-1]
    told = match.outcome if match.concession and not end.position.outcome else None
    tags = {name: text for name, text in match.tags.items() if name not in _OWN}
    tags |= _tags(match, end)
    if told:
        tags["Termination"] = told.termination
    record = tree_record(match.root, tags, told.result if told else None)
    for node, entry in _entries(match.root, record):
        if node.parent and (shown := match.tosses.get(node.parent)):
            entry.comment = coin_comment(shown) + (f" {node.comment}" if node.comment else "")
    return record


def from_record(record: Record) -> Match:
    """The match that a record tells; its journal is empty.

    Any record of a game will do: players without a name get one, and a match that is not said to
    stand elsewhere stands at the end of the main line. Tags of other kinds go into ``tags``.

    Raises what ``replay`` raises, and ``NotationError`` for tags that contradict the game or each
    other, and for a coin that fell on both sides.
    """
    root = replay(record)
    seats = {player: _seat(record, player) for player in Player}
    with _told(record, "Series"):
        series = _series(record.tags.get("Series"), seats)
    with _told(record, "Conceded" if "Conceded" in record.tags else "Termination"):
        concession = _concession(record, root)
    with _told(record, "Current"):
        node = _current(record.tags.get("Current"), root)
    with _told(record, "Offer"):
        offer = Player(record.tags["Offer"]) if "Offer" in record.tags else None
    with _told(record):
        match = Match.resume(
            node,
            x=seats[Player.X],
            o=seats[Player.O],
            series=series,
            tosses=_tosses(root),
            concession=concession,
            offer=offer,
        )
    match.tags.update((name, text) for name, text in record.tags.items() if name not in _OWN)
    return match


# --- writing ---------------------------------------------------------------------------------


def _tags(match: Match, end: Node) -> Iterator[tuple[str, str]]:
    for player, seat in match.seats.items():
        yield player, seat.name
        if not seat.is_human:
            yield f"{player}Kind", seat.kind
    if match.node is not end:
        yield "Current", str(len(match.node.moves))
    if isinstance(match.concession, str) and end.position.outcome:
        yield "Conceded", match.concession
    if match.offer:
        yield "Offer", match.offer
    if match.series:
        yield "Series", _series_text(match.series, match.seats[Player.X].name)


def _series_text(series: Series, x: str) -> str:
    def seat(name: str) -> Player:
        return Player.X if name == x else Player.O

    games = ", ".join(f"{seat(game.x)} {game.points}" for game in series.games)
    return f"first {seat(series.first)}; {games}".rstrip()


def _entries(root: Node, record: Record) -> Iterator[tuple[Node, RecordNode]]:
    """Each node of a tree with its entry in the record that was made of it."""
    waiting = list(zip(root.children, record.children, strict=True))
    while waiting:
        node, entry = waiting.pop()
        yield node, entry
        waiting += zip(node.children, entry.children, strict=True)


# --- reading ---------------------------------------------------------------------------------


@contextmanager
def _told(record: Record, tag: str | None = None) -> Iterator[None]:
    """Lets what is wrong with a tag, or with the whole record, be shown in its place."""
    try:
        yield
    except ValueError as error:
        where = f"in the tag {tag}: " if tag else ""
        spot = record.tag_spots.get(tag or "Result", record.result_spot)
        raise spot.error(f"{where}{error}") from error


def _seat(record: Record, player: Player) -> Seat:
    with _told(record, player):
        Seat(record.tags.get(player, _DEFAULTS[player]))
    with _told(record, f"{player}Kind"):
        kind = record.tags.get(f"{player}Kind", HUMAN)
        return Seat(record.tags.get(player, _DEFAULTS[player]), kind)


def _series(text: str | None, seats: dict[Player, Seat]) -> Series | None:
    if text is None:
        return None
    if not _SERIES.fullmatch(text) or text.endswith(","):
        raise ValueError(f"{text!r} is no series; one is written 'first X; X 1-0.5, O 0-1'")
    names = {player: seat.name for player, seat in seats.items()}
    first = Player(text[len("first ")])
    games = tuple(
        Game(names[Player(x)], names[Player(x).other], Points(float(one), float(other)))
        for x, one, other in _GAME.findall(text)
    )
    return Series(names[first], names[first.other], games)


def _concession(record: Record, root: Node) -> Concession | None:
    """How it ended off the board: Termination and the result tell it, or else the tag Conceded."""
    termination = record.tags.get("Termination")
    if "Conceded" in record.tags:
        by = record.tags["Conceded"]
        return "both" if by == "both" else Player(by)
    if termination is None or [root, *root.main_line][-1].position.outcome:
        return None
    if termination not in (Termination.RESIGNATION, Termination.AGREEMENT):
        return _ruling(record.result, termination)
    options: tuple[Concession, ...] = (Player.X, Player.O, "both")
    for option in options:
        outcome = conceded(root.position.rules, option)
        if (outcome.termination, outcome.result) == (termination, record.result):
            return option
    ways = f"{Termination.RESIGNATION} or {Termination.AGREEMENT}"
    raise ValueError(f"{record.result} by {termination!r} is no end of a match by {ways}")


def _ruling(result: str, reason: str) -> Ruling | None:
    """What a record rules for a reason of its own; a game that was only broken off goes on."""
    if result == "*":
        return None
    x, o = map(float, result.split("-"))
    return Ruling(Points(x, o), reason)


def _current(text: str | None, root: Node) -> Node:
    line = [root, *root.main_line]
    if text is None:
        return line[-1]
    if not (text.isascii() and text.isdigit() and int(text) < len(line)):
        raise ValueError(f"{text!r} is not a number of moves from 0 to {len(line) - 1}")
    return line[int(text)]


def _tosses(root: Node) -> dict[Node, Toss]:
    """What the coins showed; the comments lose what they say about it."""
    tosses = {}
    for node in coin_nodes(root):
        for child in node.children:
            told, child.comment = read_coin(child.comment)
            bit = node.position.legal_moves.index(child.move) if child.move else 0
            tosses[node] = Toss(bit, *(told or (UNRECORDED,)))
    return tosses
