"""Game clocks, as immutable values; the caller passes the time.

All times are whole milliseconds. A time control is written

``none``    no clock
``300+5``   300 seconds for each player, plus 5 for each decision
``3d``      3 days for each decision

A player's clock runs while that player is to decide, including on collapses; no clock runs while a
coin decides. With seconds, clocks start after both players' first decisions, for which each has 30
seconds before the caller should abort the game.

Network lag is not charged, up to a quota of one second, which each decision refills by 0.1 s.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from qttt.game import Player
from qttt.game.arguments import checked_class

from .errors import ClockError

LAG_QUOTA_MS = 1_000
"""Maximum lag compensation for one decision, in ms."""
LAG_REFILL_MS = 100
"""Refill of the quota with each decision, in ms."""
FIRST_DECISION_MS = 30_000
"""Time limit for each player's first decision, in ms."""

SECOND_MS, DAY_MS = 1_000, 86_400_000
MAX_BASE_S, MAX_INCREMENT_S, MAX_DAYS = 10_800, 180, 14

_SECONDS = re.compile(r"([1-9][0-9]{0,5})\+(0|[1-9][0-9]{0,3})", re.ASCII)
_DAYS = re.compile(r"([1-9][0-9]{0,3})d", re.ASCII)


@checked_class
@dataclass(frozen=True, slots=True)
class TimeControl:
    """``base_ms`` for each player, or for each decision if ``is_daily``; 0 means no clock.

    ``increment_ms`` are added after each decision.

    >>> str(TimeControl.parse("300+5")), TimeControl.parse("3d").is_daily
    ('300+5', True)
    """

    base_ms: int = 0
    increment_ms: int = 0
    is_daily: bool = False

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Parse a time control. Raises ``ClockError``."""
        if text == "none":
            return cls()
        if match := _SECONDS.fullmatch(text):
            return cls._seconds(int(match[1]), int(match[2]))
        if match := _DAYS.fullmatch(text):
            return cls._days(int(match[1]))
        raise ClockError(
            f"{text!r} is not a time control: write 300+5 (seconds, plus seconds for each "
            "decision), 3d (days for each decision) or none"
        )

    @classmethod
    def _seconds(cls, base: int, increment: int) -> "TimeControl":
        if base > MAX_BASE_S:
            raise ClockError(f"{base} seconds are too many: give 1 to {MAX_BASE_S}, or days")
        if increment > MAX_INCREMENT_S:
            raise ClockError(
                f"{increment} seconds for each decision are too many: give 0 to {MAX_INCREMENT_S}"
            )
        return cls(base * SECOND_MS, increment * SECOND_MS)

    @classmethod
    def _days(cls, days: int) -> "TimeControl":
        if days > MAX_DAYS:
            raise ClockError(f"{days} days for a decision are too many: give 1 to {MAX_DAYS}")
        return cls(days * DAY_MS, is_daily=True)

    @property
    def has_clock(self) -> bool:
        """Whether there is a clock."""
        return self.base_ms > 0

    def __str__(self) -> str:
        if not self.has_clock:
            return "none"
        if self.is_daily:
            return f"{self.base_ms // DAY_MS}d"
        return f"{self.base_ms // SECOND_MS}+{self.increment_ms // SECOND_MS}"


class PlayerTime(NamedTuple):
    """A player's remaining time and lag quota in ms, and whether they have decided anything yet.

    ``used`` is all the time charged so far, and ``credited`` all the lag that was not, in ms, also
    for decisions that were taken back.
    """

    left: int
    quota: int = LAG_QUOTA_MS
    has_decided: bool = False
    used: int = 0
    credited: int = 0


class Clock(NamedTuple):
    """Both players' times, and the ``decider`` since time ``since``.

    ``decider`` is None while a coin decides and after the game.

    >>> clock = Clock.start(TimeControl.parse("300+5"), Player.X, at=0)
    >>> for at, decider in ((4_000, Player.O), (9_000, Player.X)):
    ...     clock = clock.after_decision(clock.charge_for(at), at, decider)
    >>> clock.running, clock.remaining(Player.X, now=12_000)
    (<Player.X: 'X'>, 297000)
    """

    control: TimeControl
    x: PlayerTime
    o: PlayerTime
    decider: Player | None
    since: int

    @classmethod
    def start(cls, control: TimeControl, decider: Player | None, at: int) -> "Clock":
        """Return the clock of a game that begins at time ``at``."""
        time = PlayerTime(control.base_ms, 0 if control.is_daily else LAG_QUOTA_MS)
        return cls(control, time, time, decider, at)

    def time(self, player: Player) -> PlayerTime:
        """Return that player's time."""
        return self.x if player is Player.X else self.o

    @property
    def has_started(self) -> bool:
        """Whether both players have made their first decision."""
        return self.x.has_decided and self.o.has_decided

    @property
    def running(self) -> Player | None:
        """The player whose clock is running, if any."""
        control = self.control
        return self.decider if control.is_daily or (control.base_ms and self.has_started) else None

    @property
    def deadline(self) -> int | None:
        """The latest time for the decision, if all the lag quota is used; None without a limit."""
        if self.decider is None or not self.control.has_clock:
            return None
        if self.running is None:
            return self.since + FIRST_DECISION_MS
        time = self.time(self.decider)
        return self.since + time.left + time.quota

    def remaining(self, player: Player, now: int) -> int:
        """Return the time to display for ``player``, at least 0."""
        left = self.time(player).left
        return max(0, left - self._elapsed(now)) if self.running is player else left

    def charge_for(self, now: int, lag: int = 0) -> int:
        """Return the time to charge for a decision now, of which ``lag`` was network lag."""
        if self.running is None:
            return 0
        elapsed = self._elapsed(now)
        return max(0, elapsed - min(lag, self.time(self.running).quota))

    def is_too_late(self, spent: int) -> bool:
        """Whether a charge of ``spent`` leaves no time on the running clock."""
        return self.running is not None and spent >= self.time(self.running).left

    # --- changes ----------------------------------------------------------------------------------

    def after_decision(self, spent: int, at: int, decider: Player | None) -> "Clock":
        """Return the clock after a decision that costs ``spent``; ``decider`` is next.

        Raises:
            ClockError: No player is to decide, or ``spent`` does not fit the elapsed time.
        """
        if self.decider is None:
            raise ClockError("no player is to decide, so no decision can be charged")
        time = self._charged(self.decider, spent, at)._replace(has_decided=True)
        if self.control.is_daily:
            time = time._replace(left=self.control.base_ms)
        elif self.running:
            left, quota = time.left + self.control.increment_ms, time.quota + LAG_REFILL_MS
            time = time._replace(left=left, quota=min(LAG_QUOTA_MS, quota))
        return self._with(self.decider, time, at, decider)

    def with_decider(self, spent: int, at: int, decider: Player | None) -> "Clock":
        """Return the clock after ``decider`` changes without a decision.

        That is after a coin's collapse or the end of the game.

        Raises:
            ClockError: ``spent`` does not fit the elapsed time.
        """
        if self.running is None:
            return self._replace(since=at, decider=decider)
        time = self._charged(self.running, spent, at)
        if self.control.is_daily:
            time = time._replace(left=self.control.base_ms)
        return self._with(self.running, time, at, decider)

    def taken_back(self, before: "Clock", spent: int, at: int, decider: Player | None) -> "Clock":
        """Return the clock after decisions since ``before`` were taken back, which costs ``spent``.

        Each player has the time left as in ``before``, less all that was charged since; increments
        and lag quota of these decisions are lost. With days, ``decider`` goes on with the time of
        the earlier decision. The time left is negative if the increments were needed.

        Raises:
            ClockError: ``spent`` does not fit the elapsed time.
        """
        charged = self.with_decider(spent, at, decider)

        def restored(player: Player) -> PlayerTime:
            now, then = charged.time(player), before.time(player)
            if self.control.is_daily and player is not decider:
                return now._replace(left=self.control.base_ms)
            left = then.left - (now.used - then.used)
            quota = then.quota - (now.credited - then.credited)
            return now._replace(left=left, quota=max(0, quota))

        return charged._replace(x=restored(Player.X), o=restored(Player.O))

    def timed_out(self, at: int) -> "Clock":
        """Return the clock with no time left. Raises ``ClockError`` if no clock is running."""
        if self.running is None:
            raise ClockError("no clock is running, so no time can run out")
        time = self.time(self.running)._replace(left=0)
        return self._with(self.running, time, at, None)

    def stopped(self, at: int) -> "Clock":
        """Return the clock of a game that ends without a charge."""
        return self._replace(since=at, decider=None)

    def without_downtime(self, downtime: int) -> "Clock":
        """Return the clock without ``downtime`` of the time since the last decision."""
        return self._replace(since=self.since + downtime)

    def _charged(self, player: Player, spent: int, at: int) -> PlayerTime:
        time = self.time(player)
        if self.running is None:
            return time
        compensated = self._elapsed(at) - spent
        if not (0 <= spent <= time.left and 0 <= compensated <= time.quota):
            raise ClockError(
                f"{spent} ms cannot be charged to {player}, who has {time.left} ms left "
                f"after {self._elapsed(at)} ms"
            )
        return time._replace(
            left=time.left - spent,
            quota=time.quota - compensated,
            used=time.used + spent,
            credited=time.credited + compensated,
        )

    def _with(self, player: Player, time: PlayerTime, at: int, decider: Player | None) -> "Clock":
        x, o = (time, self.o) if player is Player.X else (self.x, time)
        return Clock(self.control, x, o, decider, at)

    def _elapsed(self, now: int) -> int:
        return max(0, now - self.since)
