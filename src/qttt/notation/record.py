"""Records: games as text (``.qtn``), modelled on PGN (N21-N35).

    [Rules "goff"]
    [Result "1-0.5"]

    1. 1-2 2. 4-5 {a comment} (2. 1-2~ @1 {a variation}) 3. 2-3 … 6. 1-4~ @4 1-0.5

A record is not checked against the rules: its moves are tokens and its result is a string.
``from_record`` plays it on a board.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from qttt.copies import IndependentCopies, preorder

from .errors import NO_LOCATION, TextLocation
from .tokens import Token

RESULTS = ("1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", "0-2", "1-1", "*")
"""Points of X, then of O; ``*`` for an unfinished game (N23)."""


@dataclass(slots=True, eq=False, repr=False)
class RecordNode(IndependentCopies):
    """One move of a record and its continuations.

    ``children[0]`` is the main continuation, the others are variations. ``number`` is that of the
    mark; a collapse has none. ``location`` is the position of the number, or of the move without
    one.
    """

    token: Token
    number: int | None = None
    comment: str = ""
    children: list["RecordNode"] = field(default_factory=list)
    location: TextLocation = NO_LOCATION

    def __str__(self) -> str:
        return f"{self.number}. {self.token}" if self.number is not None else str(self.token)

    def __repr__(self) -> str:
        return f"<RecordNode {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        rows = [
            (depth, node.token, node.number, node.comment, node.location)
            for depth, node in preorder(self)
        ]
        return _tree_of, (rows,)


def _tree_of(rows: list[tuple[int, Token, int | None, str, TextLocation]]) -> RecordNode:
    branch: list[RecordNode] = []
    for depth, token, number, comment, location in rows:
        del branch[depth:]
        node = RecordNode(token, number, comment, location=location)
        if branch:
            branch[-1].children.append(node)
        branch.append(node)
    return branch[0]


@dataclass(slots=True, eq=False, repr=False)
class Record(IndependentCopies):
    """One game: tag pairs, moves with variations and comments, a result.

    ``tag_locations`` and ``result_location`` are positions in the text; they do not count for
    equality.
    """

    tags: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    children: list[RecordNode] = field(default_factory=list)
    result: str = "*"
    tag_locations: dict[str, TextLocation] = field(default_factory=dict)
    result_location: TextLocation = NO_LOCATION

    def walk(self) -> Iterator[tuple[RecordNode | None, RecordNode]]:
        """Yield each move with its parent (None at the start), in the order of the text.

        That order is: a move, then its variations in full, then its continuation.
        """
        stack: list[tuple[RecordNode | None, list[RecordNode]]] = [(None, self.children)]
        while stack:
            parent, moves = stack.pop()
            if moves:
                yield parent, moves[0]
                stack.append((moves[0], moves[0].children))
                stack.extend((parent, [move]) for move in reversed(moves[1:]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Record of {sum(1 for _ in self.walk())} moves, {self.result}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, attribute.name) for attribute in fields(self))

    def _content(self) -> tuple[object, ...]:
        # Flat, because a long game exceeds Python's recursion limit.
        moves = [(n.number, n.token, n.comment, len(n.children)) for _, n in self.walk()]
        return self.tags, self.comment, self.result, len(self.children), moves
