"""What the server does in a game by itself: timeouts, coin tosses and engine decisions."""

from collections.abc import Callable
from contextlib import suppress

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.commands import (
    GameCommand,
    decide,
    refund_entries,
    timeout_entries,
    toss_entries,
)
from qttt.server.games.game import GameState
from qttt.server.games.rejections import CommandRejected

from .effects import ChooseMove, TossCoin
from .uptime import Uptime


def overdue_entries(game: GameState, uptime: Uptime, at: int) -> tuple[LogEntry, ...]:
    """Return the refund or timeout entries that must be stored before anything else, if any.

    A timeout after the last heartbeat is not certain yet.
    """
    confirmed_at = uptime.confirmed_at
    refund = refund_entries(game, uptime.downtimes, confirmed_at)
    return refund or timeout_entries(game, min(max(at, game.updated_at), confirmed_at))


def automatic_entries(
    game: GameState, now: int, new_game: Callable[[], str]
) -> tuple[LogEntry, ...]:
    """Return entries that need no external decision: repeated tosses and engine answers."""
    if game.chance_decides and game.toss:
        return toss_entries(game, game.toss, now)
    return _answer(game, now, new_game) if game.offers else ()


def decision_request(game: GameState) -> TossCoin | ChooseMove | None:
    """Return the effect that obtains the next decision, None if a person has to decide."""
    name = game.terms.game
    if game.chance_decides:
        return TossCoin(name, game.version, game.position)
    if game.decider is None:
        return None
    level, user = game.terms.level_of(game.decider), game.terms.user_of(game.decider.other)
    return ChooseMove(name, game.version, game.position, level, user) if level else None


def _answer(game: GameState, now: int, new_game: Callable[[], str]) -> tuple[LogEntry, ...]:
    """Answer an offer to an engine: accept rematches, and takebacks if unrated, but no draws."""
    for offered, offer in game.offers.items():
        if game.terms.level_of(offer.seat.other):
            kind = _answer_kind(offered, game.terms.rated)
            body = new_game() if kind is EntryKind.ACCEPT_REMATCH else ""
            command = GameCommand(kind, body, "", game.version)
            with suppress(CommandRejected):  # the player's time is up: a flag follows
                return decide(game, offer.seat.other, command, now)
    return ()


def _answer_kind(offered: EntryKind, is_rated: bool) -> EntryKind:
    if offered is EntryKind.OFFER_DRAW:
        return EntryKind.DECLINE_DRAW
    if offered is EntryKind.OFFER_REMATCH:
        return EntryKind.ACCEPT_REMATCH
    return EntryKind.DECLINE_TAKEBACK if is_rated else EntryKind.ACCEPT_TAKEBACK
