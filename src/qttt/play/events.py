"""Events of a match, with what a view needs to animate them; ``str`` gives a sentence.

``at`` is the caller's time in the caller's units, or None.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from qttt.game import Collapse, Move, Outcome, Placement, Player, Position, mark_name
from qttt.notation.points import format_count

from .coins import Toss

__all__ = [
    "Collapsed",
    "DrawAccepted",
    "DrawDeclined",
    "DrawExpired",
    "DrawOffered",
    "Ended",
    "Event",
    "Navigated",
    "Played",
    "Redone",
    "Resigned",
    "Undone",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base class of events."""

    at: float | None = None

    def sentence(self, name: Callable[[int], str] | None = None) -> str:
        """Describe the event; ``name`` names squares, by default as moves do."""
        return str(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event):
    """A mark was placed."""

    by: Player
    move: Placement
    before: Position

    @property
    def after(self) -> Position:
        """The position after the placement."""
        return self.before.play(self.move)

    @property
    def mark(self) -> int:
        """The subscript of the mark that was placed."""
        return len(self.before.marks) + 1

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, name: Callable[[int], str] | None = None) -> str:
        """Describe the placement."""
        name = name or self.before.rules.board.name
        where = " and ".join(map(name, self.move[:1] if self.move.is_whole else self.move))
        closing = " and closes a loop" if self.after.has_loop else ""
        return f"{mark_name(self.mark)} goes to {where}{closing}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Collapsed(Event):
    """A loop collapsed; ``toss`` is set if chance decided (R7)."""

    by: Player | Literal["chance"]
    move: Collapse
    before: Position
    toss: Toss | None = None

    @property
    def after(self) -> Position:
        """The position after the collapse."""
        return self.before.play(self.move)

    @property
    def landings(self) -> dict[int, int]:
        """The square on which each mark landed, by subscript."""
        before = self.before.quantum
        return {mark: square for square, mark in self.after.classical.items() if mark in before}

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, name: Callable[[int], str] | None = None) -> str:
        """Describe the collapse, the closing mark first."""
        name = name or self.before.rules.board.name
        first, *others = sorted(self.landings.items(), key=lambda item: item[1] != self.move.square)
        landed = [f"{mark_name(first[0])} lands on {name(first[1])}"]
        landed += [f"{mark_name(mark)} on {name(square)}" for mark, square in others]
        subject = f"The coin ({self.toss.source})" if self.toss else self.by
        return f"{subject} collapses the loop: {', '.join(landed)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """``moves`` were undone; ``reopened`` if an end off the board was undone first."""

    before: Position
    after: Position
    moves: tuple[Move, ...]
    reopened: bool = False

    def __str__(self) -> str:
        end = ["the end"] if self.reopened else []
        moves = [format_count(len(self.moves), "move")] if self.moves else []
        return f"Undone: {' and '.join([*end, *moves])}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Redone(Event):
    """``moves`` were redone."""

    before: Position
    after: Position
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return f"Redone: {format_count(len(self.moves), 'move')}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigated(Event):
    """The match moved to another node of its tree."""

    before: Position
    after: Position

    def __str__(self) -> str:
        return f"The game goes to {self.after}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A player resigned."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by} resigns."


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(Event):
    """A player offered a draw."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by} offers a draw."


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAccepted(Event):
    """``by`` accepted the draw."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by} accepts the draw."


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(Event):
    """``by`` declined the draw."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by} declines the draw."


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawExpired(Event):
    """The draw offer by ``by`` expired because the game went on."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by}'s draw offer has expired."


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The match is over."""

    outcome: Outcome

    def __str__(self) -> str:
        winner = self.outcome.winner
        result = f"{winner} wins" if winner else "Nobody wins"
        return f"{result}, {self.outcome.result}: {self.outcome.title}."
