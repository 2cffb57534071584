"""What the server itself has to do in a game: step in, throw coins, act for computers."""

from collections.abc import Callable, Iterable

from qttt.server.games import Command, Entry, Game, Kind, Span, decide, due, fall, give_back

from .effects import Think, Throw


def overdue(game: Game, downtimes: Iterable[Span], now: int) -> tuple[Entry, ...]:
    """The entries that must be stored before anything else happens; mostly none."""
    return give_back(game, downtimes, now) or due(game, now)


def own(game: Game, now: int, new_game: Callable[[], str]) -> tuple[Entry, ...]:
    """The entries that the server stores of its own accord, without asking anybody; mostly none."""
    if game.chance_decides and game.toss:
        return fall(game, game.toss, now)
    return _answer(game, now, new_game) if game.offers else ()


def asks(game: Game) -> Throw | Think | None:
    """What has to be asked for the decision that is due, if it is a coin's or a computer's."""
    name = game.terms.game
    if game.chance_decides:
        return Throw(name, game.version, game.position)
    level = game.decider and game.terms.level(game.decider)
    return Think(name, game.version, game.position, level) if level else None


def _answer(game: Game, now: int, new_game: Callable[[], str]) -> tuple[Entry, ...]:
    """How a computer answers to what is offered to it.

    It takes no draw, plays another game with anybody, and lets moves be taken back where nothing
    is at stake.
    """
    for offered, offer in game.offers.items():
        if game.terms.level(offer.seat.other):
            kind = _kind(offered, game.terms.rated)
            body = new_game() if kind is Kind.ACCEPT_REMATCH else ""
            return decide(game, offer.seat.other, Command(kind, body, "", game.version), now)
    return ()


def _kind(offered: Kind, is_rated: bool) -> Kind:
    if offered is Kind.OFFER_DRAW:
        return Kind.DECLINE_DRAW
    if offered is Kind.OFFER_REMATCH:
        return Kind.ACCEPT_REMATCH
    return Kind.DECLINE_TAKEBACK if is_rated else Kind.ACCEPT_TAKEBACK
