"""The next entries of a game: commands of players, which can be rejected, and the server's own.

Nothing here changes a game. The caller has authenticated the player and found the seat.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple, NoReturn

from msgspec import Struct

from qttt.game import Player
from qttt.play import Toss
from qttt.play.errors import NothingToUndoError
from qttt.play.log import ANSWERS, EntryKind, LogEntry, format_times, format_toss
from qttt.server.errors import CommandRejected, RejectionCode

from .game import GameState

OFFER_LIMIT = 180
"""Draw and takeback offers are rejected once a log is this long.

Without them, a game on the largest board ends within 96 more moves, which keeps logs below 300
entries.
"""


CLAIMS = (EntryKind.CLAIM_WIN, EntryKind.CLAIM_DRAW)
"""Commands for which the caller has checked that the other player is away (P47)."""
HEARTBEAT_INTERVAL_MS = 1_000
MAX_HEARTBEAT_GAP_MS = 3 * HEARTBEAT_INTERVAL_MS
"""A longer time between two stored heartbeats of a process is downtime of that process (P46)."""


class Downtime(NamedTuple):
    """A half-open time interval in milliseconds: ``start <= t < end``."""

    start: int
    end: int


class GameCommand(Struct):
    """A player's request to do something in a game.

    ``body`` is the move, or the id of the new game for an accepted rematch. ``id`` is the client's
    idempotency key. ``at`` is the version that the player had seen. ``lag`` is the network delay in
    milliseconds that the client claims (P42).
    """

    kind: EntryKind
    body: str = ""
    id: str = ""
    at: int = 0
    lag: int = 0


def decide(game: GameState, seat: Player, command: GameCommand, now: int) -> tuple[LogEntry, ...]:
    """Return the entries that execute ``command`` for ``seat``.

    A game that ends before it ``has_begun`` is aborted (P45). The entries of ``timeout_entries``
    must have been stored before.

    Args:
        game: The current game, which is not changed.
        seat: The authenticated player.
        command: What the player wants to do.
        now: When the command arrived, in milliseconds.

    Raises:
        CommandRejected: The command is not allowed now.
    """
    if command.id in game.ids:
        _reject(
            RejectionCode.NOT_ALLOWED,
            f"id {command.id!r} was already used in this game: use a new one",
        )
    rule = _RULES.get(command.kind)
    if rule is None:
        _reject(RejectionCode.NOT_ALLOWED, f"{command.kind} is reserved for the server")
    if game.is_over and command.kind not in _ALLOWED_AFTER_END:
        _reject(RejectionCode.GAME_OVER, f"the game is over, {game.result} ({game.termination})")
    at = max(now, game.updated_at)
    charge = game.clock.charge_for(at, command.lag)
    body, spent = rule(game, seat, command, charge), _spent(game, command, charge)
    aborts = command.kind in _ENDS and not game.has_begun
    kind = EntryKind.ABORT if aborts else command.kind
    return (LogEntry(game.version + 1, kind, seat.value, body, at, spent, command.id),)


def timeout_entries(game: GameState, now: int) -> tuple[LogEntry, ...]:
    """Return a flag or an abort if a player's time is up, otherwise nothing."""
    if game.deadline is None or now < game.deadline:
        return ()
    deadline = game.clock.deadline
    if deadline is None or now < deadline or game.is_over:
        return ()
    at, loser = max(now, game.updated_at), game.clock.running
    if loser is None or not game.has_begun:
        return (LogEntry(game.version + 1, EntryKind.ABORT, "", "", at),)
    left = game.clock.time(loser).left
    return (LogEntry(game.version + 1, EntryKind.FLAG, loser.value, "", at, left),)


def toss_entries(game: GameState, toss: Toss, now: int) -> tuple[LogEntry, ...]:
    """Return the entry of a coin toss if a loop is waiting for one, otherwise nothing.

    If the same loop was decided before and taken back, the earlier toss is reused (P23).
    """
    if not game.chance_decides:
        return ()
    at = max(now, game.updated_at)
    return (LogEntry(game.version + 1, EntryKind.TOSS, "", format_toss(game.toss or toss), at),)


def refund_entries(
    game: GameState, downtimes: Sequence[Downtime], now: int
) -> tuple[LogEntry, ...]:
    """Return the entry that refunds time lost to server downtime, if any (P46).

    Any entry stored after a downtime marks it as refunded, so none is refunded twice. ``downtimes``
    are in order.
    """
    later = takewhile(lambda span: game.updated_at < span.end, reversed(downtimes))
    spans = [span for span in later if span.end <= now]
    if not spans or game.is_over or game.clock.deadline is None:
        return ()
    since = max(game.clock.since, game.refunded_until)
    lost = sum(max(0, span.end - max(span.start, since)) for span in spans)
    return (LogEntry(game.version + 1, EntryKind.DOWNTIME, "", str(lost), now),) if lost else ()


class Uptime:
    """All ``downtimes`` until ``confirmed_at``, the time of this process's last heartbeat.

    Later times may turn out to be downtime, when the next heartbeat is stored. The process stood
    still until ``resumed_at`` or later.
    """

    def __init__(self) -> None:
        self.confirmed_at = 0
        self.resumed_at = 0
        self.downtimes: Sequence[Downtime] = ()

    def can_charge(self, game: GameState, at: int) -> bool:
        """Return whether a decision at time ``at`` can be charged before the next heartbeat.

        Not if the last one is too old or before a standstill, nor if the player's time is up unless
        there was downtime.
        """
        at, deadline = max(at, game.updated_at), game.clock.deadline
        if deadline is None or at <= self.confirmed_at:
            return True
        if self.confirmed_at < self.resumed_at:
            return False
        return at < min(deadline, self.confirmed_at + MAX_HEARTBEAT_GAP_MS)

    def overdue_entries(self, game: GameState, at: int) -> tuple[LogEntry, ...]:
        """Return the refund or timeout entries that must be stored before anything else, if any.

        A timeout after the last heartbeat is not certain yet.
        """
        refund = refund_entries(game, self.downtimes, self.confirmed_at)
        until = min(max(at, game.updated_at), self.confirmed_at)
        return refund or timeout_entries(game, until)


def automatic_entries(
    game: GameState, now: int, new_game: Callable[[], str]
) -> tuple[LogEntry, ...]:
    """Return entries that need no external decision: repeated tosses and engine answers."""
    if game.chance_decides and game.toss:
        return toss_entries(game, game.toss, now)
    return _engine_answer(game, now, new_game) if game.offers else ()


def _engine_answer(game: GameState, now: int, new_game: Callable[[], str]) -> tuple[LogEntry, ...]:
    """Answer an offer to an engine: accept rematches, and takebacks if unrated, but no draws."""
    for offered, offer in game.offers.items():
        if game.terms.level_of(offer.seat.other):
            for kind in _engine_answers(offered, game.terms.rated):
                body = new_game() if kind is EntryKind.ACCEPT_REMATCH else ""
                command = GameCommand(kind, body, "", game.version)
                with suppress(CommandRejected):  # no time is left for the takeback
                    return decide(game, offer.seat.other, command, now)
    return ()


def _engine_answers(offered: EntryKind, is_rated: bool) -> tuple[EntryKind, ...]:
    """Return the answers that an engine gives, the first possible one."""
    if offered is EntryKind.OFFER_DRAW:
        return (EntryKind.DECLINE_DRAW,)
    if offered is EntryKind.OFFER_REMATCH:
        return (EntryKind.ACCEPT_REMATCH,)
    accept, decline = EntryKind.ACCEPT_TAKEBACK, EntryKind.DECLINE_TAKEBACK
    return (decline,) if is_rated else (accept, decline)


# --- rules, one for each kind of command ---------------------------------------------------------

Rule = Callable[[GameState, Player, GameCommand, int], str]
"""Returns the entry's body, or raises ``CommandRejected``.

The last argument is the time of the running clock that has passed.
"""


def _move(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    _check_fresh(game, command, game.position_version)
    if game.chance_decides:
        _reject(
            RejectionCode.CHANCE_DECIDES,
            "the server's coin decides this collapse: wait for the toss",
        )
    if game.decider is not seat:
        _reject(RejectionCode.NOT_YOUR_TURN, f"{game.decider} decides now")
    if game.clock.is_too_late(charge):
        _reject(RejectionCode.OUT_OF_TIME, "your time ran out before this move arrived")
    try:
        move = game.parse_move(command.body)
    except ValueError as error:
        _reject(RejectionCode.ILLEGAL_MOVE, str(getattr(error, "message", error)))
    return game.position.name(move)


def _resign(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    return ""


def _abort(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    if game.has_begun:
        _reject(
            RejectionCode.TOO_LATE_TO_ABORT,
            "both players have moves on the board: resign or offer a draw instead",
        )
    return ""


def _claim(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    if game.clock.running is not seat.other or game.clock.control.is_daily:
        _reject(
            RejectionCode.NOT_ALLOWED,
            f"a game can be claimed while the clock of {seat.other}, in seconds, is running",
        )
    return ""


def _offer(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    kind = command.kind
    if game.version >= OFFER_LIMIT and not game.is_over:
        _reject(
            RejectionCode.NOT_ALLOWED, f"no offers after {OFFER_LIMIT} entries: play on or resign"
        )
    if kind in game.offers:
        if game.offers[kind].seat is seat:
            _reject(
                RejectionCode.ALREADY_OFFERED, "you already made this offer: wait for the answer"
            )
        _reject(RejectionCode.ALREADY_OFFERED, f"{seat.other} already made this offer: answer it")
    if (seat, kind) in game.declined:
        _reject(
            RejectionCode.NOT_ALLOWED, f"{seat.other} declined: offer again after your next move"
        )
    return ""


def _offer_takeback(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    _check_fresh(game, command, game.position_version)
    _times_after_takeback(game, seat, charge)
    return _offer(game, seat, command, charge)


def _offer_rematch(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    if not game.is_over:
        _reject(RejectionCode.GAME_GOES_ON, "a rematch can be offered only after the game")
    if game.next_game or game.terms.room:
        _reject(
            RejectionCode.NOT_ALLOWED,
            "the next game already exists or is scheduled by the class room",
        )
    if (seat, command.kind) in game.declined:
        _reject(RejectionCode.NOT_ALLOWED, f"{seat.other} declined a rematch")
    return _offer(game, seat, command, charge)


def _answer(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    offer = game.offers.get(ANSWERS[command.kind])
    if offer is None or offer.seat is seat:
        _reject(RejectionCode.NO_OFFER, f"{seat.other} has no such open offer")
    _check_fresh(game, command, offer.version)
    return command.body if command.kind is EntryKind.ACCEPT_REMATCH else ""


def _accept_takeback(game: GameState, seat: Player, command: GameCommand, charge: int) -> str:
    _answer(game, seat, command, charge)
    if game.clock.is_too_late(charge):
        _reject(
            RejectionCode.OUT_OF_TIME,
            f"the time of {game.decider} ran out before this answer arrived",
        )
    return _times_after_takeback(game, seat.other, charge)


def _times_after_takeback(game: GameState, by: Player, charge: int) -> str:
    """Return the clocks after a takeback by ``by``, who must have decided something."""
    if running := game.clock.running:
        charge = min(charge, game.clock.time(running).left)
    try:
        clock = game.clock_after_takeback(by, charge, game.clock.since + charge)
    except NothingToUndoError:
        _reject(RejectionCode.NOTHING_TO_TAKE_BACK, f"{by} has made no decision yet")
    for player in Player:
        if clock.control.has_clock and clock.time(player).left <= 0:
            _reject(
                RejectionCode.NO_TIME_LEFT,
                f"{player} would have no time left without the increments: play on",
            )
    return format_times(clock)


_RULES: dict[EntryKind, Rule] = {
    EntryKind.MOVE: _move,
    EntryKind.RESIGN: _resign,
    EntryKind.ABORT: _abort,
    EntryKind.OFFER_DRAW: _offer,
    EntryKind.ACCEPT_DRAW: _answer,
    EntryKind.DECLINE_DRAW: _answer,
    EntryKind.OFFER_TAKEBACK: _offer_takeback,
    EntryKind.ACCEPT_TAKEBACK: _accept_takeback,
    EntryKind.DECLINE_TAKEBACK: _answer,
    EntryKind.OFFER_REMATCH: _offer_rematch,
    EntryKind.ACCEPT_REMATCH: _answer,
    EntryKind.DECLINE_REMATCH: _answer,
    **dict.fromkeys(CLAIMS, _claim),
}
COMMAND_KINDS = tuple(_RULES)
"""The kinds of entries that players write; the server writes the others."""
_ENDS = (EntryKind.RESIGN, EntryKind.ACCEPT_DRAW, *CLAIMS)
_CHARGED = (EntryKind.MOVE, EntryKind.ACCEPT_TAKEBACK)
_CAPPED = (*_ENDS, EntryKind.ABORT)
"""These cost the time that has passed, or at most what the clock has left; all others nothing."""
_ALLOWED_AFTER_END = (EntryKind.OFFER_REMATCH, EntryKind.ACCEPT_REMATCH, EntryKind.DECLINE_REMATCH)


def _spent(game: GameState, command: GameCommand, charge: int) -> int:
    """Return how much of ``charge`` the running clock is charged."""
    if command.kind in _CHARGED:
        return charge
    if command.kind not in _CAPPED:
        return 0
    running = game.clock.running
    return min(charge, game.clock.time(running).left) if running else charge


def _check_fresh(game: GameState, command: GameCommand, version: int) -> None:
    if not version <= command.at <= game.version:
        _reject(
            RejectionCode.STALE,
            f"this was decided at version {command.at}, but the game is at {game.version}: resync",
        )


def _reject(code: RejectionCode, message: str) -> NoReturn:
    raise CommandRejected(code, message)
