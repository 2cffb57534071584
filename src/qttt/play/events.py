"""What happened in a match: enough for a view to animate it, and ``str`` says it in a sentence.

``at`` is the time that the caller passed in, in the caller's own units; None if it passed none.
"""

from dataclasses import dataclass
from typing import Literal

from qttt.game import Collapse, Move, Outcome, Placement, Player, Position, mark_name

from .coins import Toss


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event):
    """A mark was placed."""

    by: Player
    move: Placement
    before: Position

    @property
    def after(self) -> Position:
        """The position with the mark on the board."""
        return self.before.play(self.move)

    @property
    def mark(self) -> int:
        """The subscript of the mark that was placed."""
        return len(self.before.marks) + 1

    def __str__(self) -> str:
        name = self.before.rules.board.name
        where = " and ".join(map(name, self.move[:1] if self.move.is_whole else self.move))
        closing = " and closes a loop" if self.after.has_loop else ""
        return f"{mark_name(self.mark)} goes to {where}{closing}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Collapsed(Event):
    """A loop collapsed; ``toss`` says what decided it where no player did (R7)."""

    by: Player | Literal["chance"]
    move: Collapse
    before: Position
    toss: Toss | None = None

    @property
    def after(self) -> Position:
        """The position with the marks of the loop and its stems where they landed."""
        return self.before.play(self.move)

    @property
    def landed(self) -> dict[int, int]:
        """Where each mark landed: mark → square, in the order of the marks."""
        before = self.before.quantum
        return {mark: square for square, mark in self.after.classical.items() if mark in before}

    def __str__(self) -> str:
        name = self.before.rules.board.name
        first, *others = sorted(self.landed.items(), key=lambda item: item[1] != self.move.square)
        landed = [f"{mark_name(first[0])} lands on {name(first[1])}"]
        landed += [f"{mark_name(mark)} on {name(square)}" for mark, square in others]
        who = f"The coin ({self.toss.source})" if self.toss else self.by
        return f"{who} collapses the loop: {', '.join(landed)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """``moves`` were taken back; before them an end off the board if ``reopened``."""

    before: Position
    after: Position
    moves: tuple[Move, ...]
    reopened: bool = False

    def __str__(self) -> str:
        end = ["the end"] if self.reopened else []
        moves = [_count(len(self.moves))] if self.moves else []
        return f"Taken back: {' and '.join([*end, *moves])}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Redone(Event):
    """``moves`` that had been taken back were made again."""

    before: Position
    after: Position
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return f"Made again: {_count(len(self.moves))}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Went(Event):
    """The match now stands at another point of its tree."""

    before: Position
    after: Position

    def __str__(self) -> str:
        return f"The game goes to {self.after}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A player gave up."""

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
    """The other player accepted."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by} accepts the draw."


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(Event):
    """The other player declined."""

    by: Player

    def __str__(self) -> str:
        return f"{self.by} declines the draw."


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLapsed(Event):
    """The offer that ``by`` had made is void: the game went on."""

    by: Player

    def __str__(self) -> str:
        return f"The draw that {self.by} offered is off."


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The match stands at its end."""

    outcome: Outcome

    def __str__(self) -> str:
        winner = self.outcome.winner
        who = f"{winner} wins" if winner else "Nobody wins"
        return f"{who}, {self.outcome.result}: {self.outcome.title}."


def _count(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"
