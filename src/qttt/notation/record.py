"""The record ``.qtn``: games as text, after chess' PGN (N21-N35).

    [Rules "goff"]
    [Result "1-0.5"]

    1. 1-2 2. 4-5 {a comment} (2. 1-2~ @1 {a variation}) 3. 2-3 … 6. 1-4~ @4 1-0.5

A record knows no rules: its moves are unchecked tokens and its result is a word. What it means on
a board is found out by ``replay``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .errors import NOWHERE, Spot
from .tokens import Token

RESULTS = ("1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", "0-2", "1-1", "*")
"""Points of X, then of O; ``*`` for a game that goes on (N23)."""


@dataclass(slots=True, eq=False, repr=False)
class RecordNode:
    """One move in a record and what follows it.

    ``children[0]`` is the continuation, the others are its variations. ``number`` is the mark's;
    a collapse has none. ``spot`` is where the move, or its number, was read.
    """

    token: Token
    number: int | None = None
    comment: str = ""
    children: list["RecordNode"] = field(default_factory=list)
    spot: Spot = NOWHERE

    def __str__(self) -> str:
        return f"{self.number}. {self.token}" if self.number is not None else str(self.token)

    def __repr__(self) -> str:
        return f"<RecordNode {self}>"


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """One game: tag pairs, moves with variations and comments, a result.

    ``tag_spots`` and ``result_spot`` are where these were read. Two records are equal if they
    say the same, wherever they were read.
    """

    tags: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    children: list[RecordNode] = field(default_factory=list)
    result: str = "*"
    tag_spots: dict[str, Spot] = field(default_factory=dict)
    result_spot: Spot = NOWHERE

    def walk(self) -> Iterator[tuple[RecordNode | None, RecordNode]]:
        """Every move with the one before it (None at the start), in the order of the text.

        So a move comes first, then its variations, each to its end, then what follows the move.
        """
        waiting: list[tuple[RecordNode | None, list[RecordNode]]] = [(None, self.children)]
        while waiting:
            parent, moves = waiting.pop()
            if moves:
                yield parent, moves[0]
                waiting.append((moves[0], moves[0].children))
                waiting.extend((parent, [move]) for move in reversed(moves[1:]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Record of {sum(1 for _ in self.walk())} moves, {self.result}>"

    def _content(self) -> tuple[object, ...]:
        # Flat, because a long game is deeper than Python can recurse.
        moves = [(n.number, n.token, n.comment, len(n.children)) for _, n in self.walk()]
        return self.tags, self.comment, self.result, len(self.children), moves
