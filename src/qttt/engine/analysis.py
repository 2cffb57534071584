"""What the exact solvers answer, and what their calls have in common."""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from qttt.game import Move, Player, Position

from .kernel import UNIT, RawAnalysis, decode_move


class UnsolvableError(ValueError):
    """The exact solver does not take these rules: the board has too many squares, as a rule."""


class Depth(IntEnum):
    """How much to find out: ``VALUE`` of the position, ``VALUES`` of its moves, and plies.

    ``BEST`` finds out which moves lead to the value, and ``QUICKEST`` which of them win soonest or
    lose latest; the values of all others may stay unknown, which saves most of the time where few
    moves are best.
    """

    VALUE = 0
    VALUES = 1
    DISTANCES = 2
    BEST = 3
    QUICKEST = 4


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What one move is worth.

    ``value`` is points of X minus points of O if both play perfectly from then on: a multiple of
    1/32 and therefore exact as a float. ``plies`` is how many more plies the game then lasts, this
    move included, if who is better off hurries and who is worse off delays; None for a value of 0
    and where chance decides, since nobody hurries there. If the search was stopped before the
    value was known, ``exact`` is False and ``value`` is only what is sure for who decides.
    """

    move: Move
    value: float
    plies: int | None
    exact: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a position and of each legal move, in the order of ``legal_moves``.

    ``line`` is a principal variation, ``nodes`` the number of positions searched.
    """

    position: Position
    value: float
    exact: bool
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that nobody who decides here could improve on.

        Value comes first; then the winner hurries and the loser delays. Where chance decides, all.
        """
        who = self.position.to_move
        if not isinstance(who, Player) or not self.moves:
            return tuple(m.move for m in self.moves)
        keys = [_merit(m, who) for m in self.moves]
        return tuple(m.move for m, key in zip(self.moves, keys, strict=True) if key == max(keys))


def _merit(m: MoveValue, who: Player) -> tuple[float, int]:
    """Orders moves for the player who decides, the best last."""
    value = m.value if who is Player.X else -m.value
    plies = m.plies or 0
    return value, (-plies if value > 0 else plies)


def check_budget(nodes: int | None, seconds: float | None) -> None:
    """Raise ``ValueError`` for a budget that is not positive."""
    for name, budget in (("nodes", nodes), ("seconds", seconds)):
        if budget is not None and budget <= 0:
            raise ValueError(f"{name} must be positive, not {budget}")


@contextmanager
def watching(seconds: float | None, stop: threading.Event | None) -> Iterator[object]:
    """A flag in memory that becomes nonzero when time is up or ``stop`` is set."""
    if seconds is None and stop is None:
        yield None
        return
    flag, done = ctypes.c_int32(0), threading.Event()
    deadline = None if seconds is None else time.monotonic() + seconds

    def watch() -> None:
        while not done.wait(0.001):
            late = deadline is not None and time.monotonic() >= deadline
            if late or (stop is not None and stop.is_set()):
                flag.value = 1
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield ctypes.byref(flag)
    finally:
        done.set()
        watcher.join()


def analysed(position: Position, raw: RawAnalysis, seconds: float) -> Analysis:
    """What the kernel has found out about ``position``."""
    return Analysis(
        position=position,
        value=raw.value / UNIT,
        exact=bool(raw.exact),
        moves=tuple(
            MoveValue(decode_move(*m.move), m.value / UNIT, m.plies or None, bool(m.exact))
            for m in raw.move[: raw.moves]
        ),
        line=tuple(decode_move(*move) for move in raw.line[: raw.line_length]),
        nodes=raw.nodes,
        seconds=seconds,
    )
