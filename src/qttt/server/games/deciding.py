"""What players may do in a game: each wish becomes entries, or is refused for a reason.

Nothing here changes a game. Whoever asks has been recognised before, and asks for one seat.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, NoReturn

from qttt.game import Player
from qttt.play import Toss
from qttt.play.steps import decisions

from .entries import Entry, Kind
from .game import ANSWERS, Game, write_toss
from .refusals import Code, Refusal

MOST_ENTRIES = 2_000
"""So long may a log become before takebacks and offers are refused; no game needs that."""


class Span(NamedTuple):
    """A time, its ``end`` not included."""

    start: int
    end: int


class Command(NamedTuple):
    """What a player wishes, who has seen the game up to version ``at``.

    ``id`` is the client's word for it. The body is a move's, or the new game's of a rematch.
    """

    kind: Kind
    body: str = ""
    id: str = ""
    at: int = 0


def decide(game: Game, seat: Player, command: Command, now: int, lag: int = 0) -> tuple[Entry, ...]:
    """The entries by which ``game`` grants what ``seat`` wishes.

    Raises ``Refusal``. What is due (``due``) must have been stored before.
    """
    if command.id in game.ids:
        _refuse(Code.NOT_ALLOWED, f"{command.id!r} has been the name of something else here")
    rule = _RULES.get(command.kind)
    if rule is None:
        _refuse(Code.NOT_ALLOWED, f"no player can do that: {command.kind}")
    if game.is_over and command.kind not in _AFTERWARDS:
        _refuse(Code.GAME_OVER, f"the game is over, {game.result} ({game.termination})")
    at = max(now, game.touched)
    body, spent = rule(game, seat, command, game.clock.spent(at, lag))
    return (Entry(game.version + 1, command.kind, seat.value, body, at, spent, command.id),)


def due(game: Game, now: int) -> tuple[Entry, ...]:
    """The entries by which the server ends a game in which somebody took too long; mostly none."""
    if game.deadline is None or now < game.deadline:
        return ()
    deadline = game.clock.deadline
    if deadline is None or now < deadline or game.is_over:
        return ()
    at, loser = max(now, game.touched), game.clock.running
    if loser is None:
        return (Entry(game.version + 1, Kind.ABORT, "", "", at),)
    left = game.clock.time(loser).left
    return (Entry(game.version + 1, Kind.FLAG, loser.value, "", at, left),)


def fall(game: Game, toss: Toss, now: int) -> tuple[Entry, ...]:
    """The entries by which a coin decides, unless nothing is left to decide for it.

    Where the same loop was decided before and taken back, the coin falls as it fell then.
    """
    if not game.chance_decides:
        return ()
    at = max(now, game.touched)
    return (Entry(game.version + 1, Kind.TOSS, "", write_toss(game.toss or toss), at),)


def give_back(game: Game, downtimes: Iterable[Span], now: int) -> tuple[Entry, ...]:
    """The entries by which time is given back during which nobody was served; mostly none.

    Nothing is given back twice: whatever is stored after a downtime says that it has been.
    """
    spans = [span for span in downtimes if game.touched < span.end <= now]
    if not spans or game.is_over or game.clock.deadline is None:
        return ()
    lost = sum(max(0, span.end - max(span.start, game.clock.since)) for span in spans)
    return (Entry(game.version + 1, Kind.DOWNTIME, "", str(lost), now),) if lost else ()


# --- what each wish needs ------------------------------------------------------------------------

Granted = tuple[str, int]
"""The body of the entry, and what is charged to the clock that ran."""


def _move(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    _check_fresh(game, command, game.moved)
    if game.chance_decides:
        _refuse(Code.CHANCE_DECIDES, "a coin decides this collapse; the server throws it")
    if game.decider is not seat:
        _refuse(Code.NOT_YOUR_TURN, f"{game.decider} decides now")
    if game.clock.is_too_late(spent):
        _refuse(Code.OUT_OF_TIME, "your time was up before this arrived")
    try:
        move = game.read_move(command.body)
    except ValueError as error:
        _refuse(Code.ILLEGAL_MOVE, str(getattr(error, "message", error)))
    return game.position.name(move), spent


def _resign(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    return "", _at_most(game, spent)


def _abort(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    if game.clock.has_started:
        _refuse(Code.TOO_LATE_TO_ABORT, "both have played already: resign, or offer a draw")
    return "", _at_most(game, spent)


def _offer(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    kind = command.kind
    if game.version >= MOST_ENTRIES:
        _refuse(Code.NOT_ALLOWED, "so much has happened in this game that nothing can be offered")
    if kind in game.offers:
        who = "you have" if game.offers[kind].seat is seat else f"{seat.other} has"
        _refuse(Code.ALREADY_OFFERED, f"{who} offered that already; it waits for an answer")
    if (seat, kind) in game.declined:
        _refuse(Code.NOT_ALLOWED, f"{seat.other} has declined; offer it again after your next move")
    return "", 0


def _offer_takeback(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    _check_fresh(game, command, game.moved)
    if not any(node.position.to_move == seat for node in decisions(game.match.node)):
        _refuse(Code.NOTHING_TO_TAKE_BACK, "you have not decided anything yet")
    return _offer(game, seat, command, spent)


def _offer_rematch(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    if not game.is_over:
        _refuse(Code.GAME_GOES_ON, "a rematch can be offered when the game is over")
    if game.next_game or game.terms.room:
        _refuse(Code.NOT_ALLOWED, "there is a next game already, or the room arranges it")
    if (seat, command.kind) in game.declined:
        _refuse(Code.NOT_ALLOWED, f"{seat.other} does not want another game now")
    return _offer(game, seat, command, spent)


def _answer(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    offer = game.offers.get(ANSWERS[command.kind])
    if offer is None or offer.seat is seat:
        _refuse(Code.NO_OFFER, f"{seat.other} has not offered that, or it is off")
    _check_fresh(game, command, offer.version)
    return "", 0


def _accept_draw(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    _answer(game, seat, command, spent)
    return "", _at_most(game, spent)


def _accept_takeback(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    _answer(game, seat, command, spent)
    if game.clock.is_too_late(spent):
        _refuse(Code.OUT_OF_TIME, f"the time of {game.decider} was up before this arrived")
    return "", spent


def _accept_rematch(game: Game, seat: Player, command: Command, spent: int) -> Granted:
    _answer(game, seat, command, spent)
    return command.body, 0


_RULES: dict[Kind, Callable[[Game, Player, Command, int], Granted]] = {
    Kind.MOVE: _move,
    Kind.RESIGN: _resign,
    Kind.ABORT: _abort,
    Kind.OFFER_DRAW: _offer,
    Kind.ACCEPT_DRAW: _accept_draw,
    Kind.DECLINE_DRAW: _answer,
    Kind.OFFER_TAKEBACK: _offer_takeback,
    Kind.ACCEPT_TAKEBACK: _accept_takeback,
    Kind.DECLINE_TAKEBACK: _answer,
    Kind.OFFER_REMATCH: _offer_rematch,
    Kind.ACCEPT_REMATCH: _accept_rematch,
    Kind.DECLINE_REMATCH: _answer,
}
_AFTERWARDS = (Kind.OFFER_REMATCH, Kind.ACCEPT_REMATCH, Kind.DECLINE_REMATCH)


def _at_most(game: Game, spent: int) -> int:
    """What can be charged of ``spent`` to the clock that runs."""
    running = game.clock.running
    return min(spent, game.clock.time(running).left) if running else spent


def _check_fresh(game: Game, command: Command, version: int) -> None:
    if not version <= command.at <= game.version:
        _refuse(Code.STALE, f"the game stands at {game.version}, and you decided upon {command.at}")


def _refuse(code: Code, message: str) -> NoReturn:
    raise Refusal(code, message)
