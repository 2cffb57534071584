"""Clocks of a game: how long each player may still think, as values that know no time themselves.

All times are whole milliseconds; ``now`` and ``at`` are the caller's. A time control is written

``none``    nobody's time is measured
``300+5``   300 seconds each, and 5 more for each decision
``3d``      3 days for each decision

The clock of a player runs while that player decides, also on a collapse; while a coin decides,
nobody's does. With seconds, clocks start when both players have made their first decision: until
then each has half a minute, after which the game is to be aborted.

What the network took of a player's time is not charged, up to a quota: one second, to which each
decision adds a tenth.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from qttt.game import Player

from .errors import ClockError

LAG_QUOTA = 1_000
"""How much a player is given back at most, once."""
LAG_REFILL = 100
"""How much of that comes back with each decision."""
FIRST_DECISION = 30_000
"""How long a player has for the first decision, before clocks run."""

SECOND, DAY = 1_000, 86_400_000
MOST_SECONDS, MOST_INCREMENT, MOST_DAYS = 10_800, 180, 14

_SECONDS = re.compile(r"([1-9][0-9]{0,5})\+(0|[1-9][0-9]{0,3})", re.ASCII)
_DAYS = re.compile(r"([1-9][0-9]{0,3})d", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time there is: ``base`` for each player, or for each decision if ``is_daily``.

    ``increment`` is added after each decision. A ``base`` of 0 means that nothing is measured.

    >>> str(TimeControl.parse("300+5")), TimeControl.parse("3d").is_daily
    ('300+5', True)
    """

    base: int = 0
    increment: int = 0
    is_daily: bool = False

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """The time control that ``text`` names. Raises ``ClockError``."""
        if text == "none":
            return cls()
        if found := _SECONDS.fullmatch(text):
            return cls._seconds(int(found[1]), int(found[2]))
        if found := _DAYS.fullmatch(text):
            return cls._days(int(found[1]))
        raise ClockError(
            f"{text!r} is no time control; one is written 300+5 (seconds, and seconds more for "
            "each decision), 3d (days for each decision) or none"
        )

    @classmethod
    def _seconds(cls, base: int, increment: int) -> "TimeControl":
        if base > MOST_SECONDS:
            raise ClockError(f"{base} seconds are too many: give 1 to {MOST_SECONDS}, or days")
        if increment > MOST_INCREMENT:
            raise ClockError(
                f"{increment} seconds for each decision are too many: give 0 to {MOST_INCREMENT}"
            )
        return cls(base * SECOND, increment * SECOND)

    @classmethod
    def _days(cls, days: int) -> "TimeControl":
        if days > MOST_DAYS:
            raise ClockError(f"{days} days for a decision are too many: give 1 to {MOST_DAYS}")
        return cls(days * DAY, is_daily=True)

    @property
    def is_measured(self) -> bool:
        """False if there is no clock at all."""
        return self.base > 0

    def __str__(self) -> str:
        if not self.is_measured:
            return "none"
        if self.is_daily:
            return f"{self.base // DAY}d"
        return f"{self.base // SECOND}+{self.increment // SECOND}"


class Time(NamedTuple):
    """What a player has ``left`` to think and of the lag ``quota``, and if anything was decided."""

    left: int
    quota: int = LAG_QUOTA
    has_decided: bool = False


class Clock(NamedTuple):
    """Both players' time, and whose turn it has been to decide since when.

    ``decider`` is None while a coin decides and when the game is over.

    >>> clock = Clock.start(TimeControl.parse("300+5"), Player.X, at=0)
    >>> for at, decider in ((4_000, Player.O), (9_000, Player.X)):
    ...     clock = clock.decided(clock.spent(at), at, decider)
    >>> clock.running, clock.remaining(Player.X, now=12_000)
    (<Player.X: 'X'>, 297000)
    """

    control: TimeControl
    x: Time
    o: Time
    decider: Player | None
    since: int

    @classmethod
    def start(cls, control: TimeControl, decider: Player | None, at: int) -> "Clock":
        """The clock of a game that begins at that time."""
        time = Time(control.base, 0 if control.is_daily else LAG_QUOTA)
        return cls(control, time, time, decider, at)

    def time(self, player: Player) -> Time:
        """That player's."""
        return self.x if player is Player.X else self.o

    @property
    def has_started(self) -> bool:
        """True when both players have decided something."""
        return self.x.has_decided and self.o.has_decided

    @property
    def running(self) -> Player | None:
        """Whose time passes now."""
        control = self.control
        return self.decider if control.is_daily or (control.base and self.has_started) else None

    @property
    def deadline(self) -> int | None:
        """When it is too late for the decision that is due, whatever the lag; None if never."""
        if self.decider is None or not self.control.is_measured:
            return None
        if self.running is None:
            return self.since + FIRST_DECISION
        time = self.time(self.decider)
        return self.since + time.left + time.quota

    def remaining(self, player: Player, now: int) -> int:
        """What ``player`` has left, as a clock on the wall would show it: never below 0."""
        left = self.time(player).left
        return max(0, left - self._elapsed(now)) if self.running is player else left

    def spent(self, now: int, lag: int = 0) -> int:
        """What a decision now is charged, if the network took ``lag`` of the time it took."""
        if self.running is None:
            return 0
        elapsed = self._elapsed(now)
        return max(0, elapsed - min(lag, self.time(self.running).quota))

    def is_too_late(self, spent: int) -> bool:
        """True if the one whose time passes does not have so much; what is left must not be 0."""
        return self.running is not None and spent >= self.time(self.running).left

    # --- what happens to it ----------------------------------------------------------------------

    def decided(self, spent: int, at: int, decider: Player | None) -> "Clock":
        """The clock after a decision that was charged ``spent``; ``decider`` is next.

        Raises ``ClockError`` if nobody decided.
        """
        if self.decider is None:
            raise ClockError("no player decides now, so that no decision can be charged")
        left, quota, _ = self._charged(self.decider, spent, at)
        if self.running and not self.control.is_daily:
            left, quota = left + self.control.increment, min(LAG_QUOTA, quota + LAG_REFILL)
        return self._with(self.decider, Time(left, quota, True), at, decider)

    def turned(self, spent: int, at: int, decider: Player | None) -> "Clock":
        """The clock after it was decided otherwise that ``decider`` is next, or nobody.

        So it is when a coin has fallen, moves were taken back, or the game has ended.
        """
        if self.running is None:
            return self._replace(since=at, decider=decider)
        return self._with(self.running, self._charged(self.running, spent, at), at, decider)

    def flagged(self, at: int) -> "Clock":
        """The clock after the time of the one who had to decide was up."""
        if self.running is None:
            raise ClockError("no clock runs now, so that nobody's time can be up")
        time = self.time(self.running)._replace(left=0)
        return self._with(self.running, time, at, None)

    def given_back(self, downtime: int) -> "Clock":
        """The clock if so much of the time since the last decision is nobody's."""
        return self._replace(since=self.since + downtime)

    def _charged(self, player: Player, spent: int, at: int) -> Time:
        time = self.time(player)
        if self.running is None or self.control.is_daily:
            return time
        compensated = self._elapsed(at) - spent
        if not (0 <= spent <= time.left and 0 <= compensated <= time.quota):
            raise ClockError(
                f"{spent} ms cannot be charged to {player}, who has {time.left} ms left "
                f"and has thought for {self._elapsed(at)} ms"
            )
        return time._replace(left=time.left - spent, quota=time.quota - compensated)

    def _with(self, player: Player, time: Time, at: int, decider: Player | None) -> "Clock":
        x, o = (time, self.o) if player is Player.X else (self.x, time)
        return Clock(self.control, x, o, decider, at)

    def _elapsed(self, now: int) -> int:
        return max(0, now - self.since)
