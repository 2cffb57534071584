"""Matches as ``.qtn`` records and files, with variations and the state of the match.

Besides the usual tags, the record of a match has these if needed:

- ``XKind``, ``OKind``: the kind of a seat that is not human.
- ``Current``: the current move's number in the main line, if it is not the last.
- ``Conceded``: who resigned (``X``, ``O``, or ``both`` for a draw by agreement), if undone moves
  lead to an end on the board, which the tag Termination then describes.
- ``Offer``: the player with an open draw offer.
- ``Series``: ``first X; X 1-0.5, O 0-1``: the player who is X now was X in the first game. In the
  games before this one, the current X played X and got 1-0.5, then the current O played X and got
  0-1.

A collapse decided by a coin has a comment ``[%coin "source"]``, with the measurement if known.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from qttt.game import Node, Player, Points, Termination
from qttt.game.arguments import checked
from qttt.notation import (
    NotationError,
    Record,
    RecordNode,
    from_record,
    read_records,
    to_record,
    write_record,
)
from qttt.notation.armour import load_text, save_text

from .coins import Coin, Toss
from .comments import coin_comment, read_coin
from .events import Event
from .match import FIRST, SECOND, Match
from .navigation import coin_nodes
from .rulings import EndOffBoard, Ruling, outcome_off_board
from .seats import HUMAN, Seat
from .series import Series, SeriesGame

UNKNOWN_SOURCE = "not recorded"
"""The source of a coin that a record does not name."""

_DEFAULTS = {Player.X: FIRST.name, Player.O: SECOND.name}
_OWN_TAGS = {"Rules", "Position", "Result", "Termination"}
_OWN_TAGS |= {"Current", "Conceded", "Offer", "Series"}
_OWN_TAGS |= {f"{player}{suffix}" for player in Player for suffix in ("", "Kind")}
_SERIES = re.compile(r"first [XO];( [XO] [0-9.]+-[0-9.]+(,|$))*")
_GAME = re.compile(r"([XO]) ([0-9.]+)-([0-9.]+)")


class LoadedMatch(NamedTuple):
    """A match from a file.

    ``repaired_bytes`` and ``armoured`` are as in ``RecoveredText``.
    """

    match: Match
    repaired_bytes: int
    armoured: bool


@checked
def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Write ``match`` atomically to a file with error-correcting armour.

    Raises:
        OSError: The file cannot be written.
        ValueError: The record is larger than 256 KiB.
    """
    save_text(path, write_record(match_to_record(match)))


def toss_and_save(match: Match, coin: Coin, path: str | os.PathLike[str]) -> tuple[Event, ...]:
    """Toss ``coin`` in ``match`` and save it before returning the result.

    After a crash the file has the result, so the coin is not tossed again. Errors of
    ``Match.toss`` and ``save`` propagate; if saving fails, the result remains in ``match``.
    """
    events = match.toss(coin)
    save(match, path)
    return events


@checked
def load(path: str | os.PathLike[str]) -> Match:
    """Load the match in a file; ``load_with_repairs`` also reports damage.

    Raises:
        OSError: The file cannot be read.
        DamagedError: The file cannot be repaired.
        NotationError: As ``match_from_record``, or the file does not contain exactly one game.
    """
    return load_with_repairs(path).match


@checked
def load_with_repairs(path: str | os.PathLike[str]) -> LoadedMatch:
    """Load the match in a file and report repairs. Raises the errors of ``load``."""
    file = load_text(path)
    records = read_records(file.text)
    if len(records) != 1:
        raise NotationError(f"a match is one game, and this file has {len(records)}", file.text)
    return LoadedMatch(match_from_record(records[0]), file.repaired_bytes, file.armoured)


@checked
def match_to_record(match: Match) -> Record:
    """Convert ``match`` to a record that ``match_from_record`` restores, except for the journal."""
    end = match.root.end
    ended = match.outcome if match.end_off_board and not end.position.outcome else None
    tags = {name: text for name, text in match.tags.items() if name not in _OWN_TAGS}
    tags |= _tags(match, end)
    if ended:
        tags["Termination"] = ended.termination
    record = to_record(match.root, tags, ended.result if ended else None)
    for node, entry in _entries(match.root, record):
        if node.parent and (toss := match.tosses.get(node.parent)):
            entry.comment = coin_comment(toss) + (f" {node.comment}" if node.comment else "")
    return record


@checked
def match_from_record(record: Record) -> Match:
    """Restore a match from any record of a game; its journal is empty.

    Players without a name get a default one. Without the tag Current, the match is at the end of
    the main line. Tags that do not describe the match go into ``tags``.

    Raises:
        NotationError: As ``from_record``, or tags contradict the game or each other, or a coin has
            two results.
    """
    root = from_record(record).root
    seats = {player: _seat(record, player) for player in Player}
    with _errors_at(record, "Series"):
        series = _series(record.tags.get("Series"), seats)
    with _errors_at(record, "Conceded" if "Conceded" in record.tags else "Termination"):
        concession = _concession(record, root)
    with _errors_at(record, "Current"):
        node = _current(record.tags.get("Current"), root)
    with _errors_at(record, "Offer"):
        offer = Player(record.tags["Offer"]) if "Offer" in record.tags else None
    with _errors_at(record):
        match = Match.resume(
            node,
            x=seats[Player.X],
            o=seats[Player.O],
            series=series,
            tosses=_tosses(root),
            end_off_board=concession,
            draw_offer=offer,
        )
    match.tags.update((name, text) for name, text in record.tags.items() if name not in _OWN_TAGS)
    return match


# --- writing ---------------------------------------------------------------------------------


def _tags(match: Match, end: Node) -> Iterator[tuple[str, str]]:
    for player, seat in match.seats.items():
        yield player, seat.name
        if not seat.is_human:
            yield f"{player}Kind", seat.kind
    if match.node is not end:
        yield "Current", str(len(match.node.moves))
    if isinstance(match.end_off_board, str) and end.position.outcome:
        yield "Conceded", match.end_off_board
    if match.draw_offer:
        yield "Offer", match.draw_offer
    if match.series:
        yield "Series", _series_text(match.series, match.seats[Player.X].name)


def _series_text(series: Series, x: str) -> str:
    def seat(name: str) -> Player:
        return Player.X if name == x else Player.O

    games = ", ".join(f"{seat(game.x)} {game.points}" for game in series.games)
    return f"first {seat(series.first)}; {games}".rstrip()


def _entries(root: Node, record: Record) -> Iterator[tuple[Node, RecordNode]]:
    pending = list(zip(root.children, record.children, strict=True))
    while pending:
        node, entry = pending.pop()
        yield node, entry
        pending += zip(node.children, entry.children, strict=True)


# --- reading ---------------------------------------------------------------------------------


@contextmanager
def _errors_at(record: Record, tag: str | None = None) -> Iterator[None]:
    """Turn a ``ValueError`` into a ``NotationError`` at a tag, or at the result."""
    try:
        yield
    except ValueError as error:
        where = f"in the tag {tag}: " if tag else ""
        location = record.tag_locations.get(tag or "Result", record.result_location)
        raise location.error(f"{where}{error}") from error


def _seat(record: Record, player: Player) -> Seat:
    with _errors_at(record, player):
        Seat(record.tags.get(player, _DEFAULTS[player]))
    with _errors_at(record, f"{player}Kind"):
        kind = record.tags.get(f"{player}Kind", HUMAN)
        return Seat(record.tags.get(player, _DEFAULTS[player]), kind)


def _series(text: str | None, seats: dict[Player, Seat]) -> Series | None:
    if text is None:
        return None
    if not _SERIES.fullmatch(text) or text.endswith(","):
        raise ValueError(f"{text!r} is not a series: write it as 'first X; X 1-0.5, O 0-1'")
    names = {player: seat.name for player, seat in seats.items()}
    first = Player(text[len("first ")])
    games = tuple(
        SeriesGame(names[Player(x)], names[Player(x).other], Points(float(one), float(other)))
        for x, one, other in _GAME.findall(text)
    )
    return Series(names[first], names[first.other], games)


def _concession(record: Record, root: Node) -> EndOffBoard | None:
    """The end off the board, from Conceded or from Termination and the result."""
    termination = record.tags.get("Termination")
    if "Conceded" in record.tags:
        by = record.tags["Conceded"]
        return "both" if by == "both" else Player(by)
    if termination is None or root.end.position.outcome:
        return None
    if termination not in (Termination.RESIGNATION, Termination.AGREEMENT):
        return _ruling(record.result, termination)
    options: tuple[EndOffBoard, ...] = (Player.X, Player.O, "both")
    for option in options:
        outcome = outcome_off_board(root.position.rules, option)
        if (outcome.termination, outcome.result) == (termination, record.result):
            return option
    raise ValueError(f"{record.result} is not a possible result of {termination}")


def _ruling(result: str, reason: str) -> Ruling | None:
    """The ruling for another termination; None for ``*``, a game that can go on."""
    if result == "*":
        return None
    x, o = map(float, result.split("-"))
    return Ruling(Points(x, o), reason)


def _current(text: str | None, root: Node) -> Node:
    line = [root, *root.main_line]
    if text is None:
        return line[-1]
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) < len(line)):
        raise ValueError(f"{text!r} is not a number of moves from 0 to {len(line) - 1}")
    return line[int(text)]


def _tosses(root: Node) -> dict[Node, Toss]:
    """The tosses of the tree; removes them from the comments."""
    tosses = {}
    for node in coin_nodes(root):
        for child in node.children:
            note, child.comment = read_coin(child.comment)
            bit = node.position.legal_moves.index(child.move) if child.move else 0
            tosses[node] = Toss(bit, *(note or (UNKNOWN_SOURCE,)))
    return tosses
