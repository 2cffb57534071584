"""What the server does in a game by itself: timeouts, coin tosses and engine decisions."""

from collections.abc import Callable, Iterable

from qttt.server.games import (
    Command,
    Entry,
    Game,
    Kind,
    Span,
    decide,
    refund_entries,
    timeout_entries,
    toss_entries,
)

from .effects import ChooseMove, TossCoin


def overdue_entries(game: Game, downtimes: Iterable[Span], now: int) -> tuple[Entry, ...]:
    """Return the refund or timeout entries that must be stored before anything else, if any."""
    return refund_entries(game, downtimes, now) or timeout_entries(game, now)


def automatic_entries(game: Game, now: int, new_game: Callable[[], str]) -> tuple[Entry, ...]:
    """Return entries that need no external decision: repeated tosses and engine answers."""
    if game.chance_decides and game.toss:
        return toss_entries(game, game.toss, now)
    return _answer(game, now, new_game) if game.offers else ()


def decision_request(game: Game) -> TossCoin | ChooseMove | None:
    """Return the effect that obtains the next decision, None if a person has to decide."""
    name = game.terms.game
    if game.chance_decides:
        return TossCoin(name, game.version, game.position)
    level = game.decider and game.terms.level(game.decider)
    return ChooseMove(name, game.version, game.position, level) if level else None


def _answer(game: Game, now: int, new_game: Callable[[], str]) -> tuple[Entry, ...]:
    """Answer an offer to an engine: no draws, all rematches, takebacks in unrated games."""
    for offered, offer in game.offers.items():
        if game.terms.level(offer.seat.other):
            kind = _answer_kind(offered, game.terms.rated)
            body = new_game() if kind is Kind.ACCEPT_REMATCH else ""
            return decide(game, offer.seat.other, Command(kind, body, "", game.version), now)
    return ()


def _answer_kind(offered: Kind, is_rated: bool) -> Kind:
    if offered is Kind.OFFER_DRAW:
        return Kind.DECLINE_DRAW
    if offered is Kind.OFFER_REMATCH:
        return Kind.ACCEPT_REMATCH
    return Kind.DECLINE_TAKEBACK if is_rated else Kind.ACCEPT_TAKEBACK
