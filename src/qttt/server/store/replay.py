"""Verification of the columns that follow from a game's terms and entries, by replaying it."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, select

from qttt.play.log import CorruptLog, LogEntry
from qttt.server.games.game import GameState
from qttt.server.games.terms import Terms

from .append import NO_RESULT
from .schema import games, open_games, seats
from .verify import Cells, corrupt_game, parse_terms, read_logs

_SEAT = (seats.c.seat, seats.c.user, seats.c.created.label("seated"), seats.c.over)
_OPEN = (
    open_games.c.created.label("opened"),
    *(open_games.c[name] for name in ("check_at", "ended", "awaits_rating")),
)


def replay_some(connection: Connection, after: str, limit: int) -> list[str]:
    """Replay at most ``limit`` games with ids above ``after``; return their ids in order.

    Raises ``StoreCorrupt``, naming the first wrong column.
    """
    page = select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(limit)
    chosen = select(*games.c, *_SEAT, *_OPEN).outerjoin(seats).outerjoin(open_games)
    chosen = chosen.where(games.c.id.in_(page))
    rows = connection.execute(chosen.order_by(games.c.id, seats.c.seat)).all()
    heads = {game: list(seated) for game, seated in groupby(rows, attrgetter("id"))}
    logs = read_logs(connection, heads)
    for game, seated in heads.items():
        _verify_columns(seated, logs[game].entries)
    return list(heads)


def _verify_columns(rows: Sequence[Cells], log: Sequence[LogEntry]) -> None:
    """Compare the row of a game, joined with its seats, with its replay."""
    head = rows[0]
    terms = parse_terms(head.id, head.terms)
    log = log[: head.version]  # entries can be added between the two queries
    state = _replayed(terms, log)
    is_open = head.opened is not None
    if is_open != (head.log is None):
        raise corrupt_game(head.id, f"it is {'open' if is_open else 'not open'}, unlike its log")
    for name, value in _columns(state, is_open=is_open).items():
        if getattr(head, name) != value:
            raise corrupt_game(head.id, f"{name} is {getattr(head, name)!r} and not {value!r}")
    is_late = head.check_at is None or head.check_at > (head.deadline or 0)
    if head.deadline is not None and is_late:
        raise corrupt_game(head.id, f"it is checked at {head.check_at!r}, after its deadline")
    is_ratable = head.rated and head.result not in ("", NO_RESULT)
    if head.awaits_rating and not is_ratable:
        raise corrupt_game(head.id, "it awaits a rating, but cannot be rated")
    _verify_seats(terms, rows, is_over=head.result != "")


def _replayed(terms: Terms, log: Sequence[LogEntry]) -> GameState:
    try:
        return GameState.replay(terms, log)
    except (CorruptLog, ValueError) as error:
        raise corrupt_game(terms.game, f"it cannot be replayed ({error})") from error


def _columns(state: GameState, *, is_open: bool) -> dict[str, Any]:
    """Return the columns that follow from a game's terms and entries."""
    terms = state.terms
    opened = {"opened": terms.created, "ended": state.ended_at} if is_open else {}
    return {
        "created": terms.created,
        "private": terms.private,
        # A deleted account is neither a user nor a level.
        "rated": terms.rated and not (terms.x.level or terms.o.level),
        "at": state.updated_at,
        "deadline": state.deadline,
        "result": state.result,
        "termination": state.termination,
        "turn": str(state.decider or ""),
        **opened,
    }


def _verify_seats(terms: Terms, rows: Sequence[Cells], *, is_over: bool) -> None:
    users = {seat: who.user for seat, who in (("X", terms.x), ("O", terms.o)) if who.user}
    if {row.seat: row.user for row in rows if row.seat} != users:
        raise corrupt_game(terms.game, "its seats are not those of its terms")
    for row in rows:
        if row.seat and row.seated != terms.created:
            raise corrupt_game(terms.game, f"seat {row.seat} has another time of creation")
        # A class room can call a game off before it ends.
        if row.seat and row.over != is_over and not (row.over and terms.room):
            raise corrupt_game(terms.game, f"seat {row.seat} is listed as over: {row.over}")
