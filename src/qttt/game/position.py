"""Positions: the place of each mark, from which everything else is derived."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Literal

from qttt.copies import RebuiltError

from .arguments import check_type, checked
from .components import join_squares, root_of
from .ensemble import Ensemble, Entanglement, Loop
from .errors import IllegalMoveReason
from .moves import Collapse, Move, MoveLike, Pair, Place, Placement, Player, as_move, player_of
from .outcome import Line, Outcome, Termination, find_lines, score_game
from .reachable import check_reachable
from .rules import Rules

GOFF = Rules()


@dataclass(frozen=True, repr=False)
class Position:
    """A position: ``marks[n - 1]`` is the place of mark *n*.

    A place is the square of a classical mark or the pair of a quantum mark. The constructor raises
    ``IllegalPositionError`` if no game under ``rules`` reaches the position.

    >>> position = Position(Rules(), ((0, 1), (1, 4), (4, 8), (0, 4)))
    >>> str(position), position.loop.marks, position.chooser
    ('12/25/59/15', (1, 2, 4), <Player.X: 'X'>)
    >>> str(position.play(Collapse(0)))
    '2/5/9/1'
    """

    rules: Rules = GOFF
    marks: tuple[Place, ...] = ()

    def __post_init__(self) -> None:
        check_type("Position: rules", self.rules, Rules)
        check_reachable(self.rules, self.marks)

    def __getstate__(self) -> dict[str, object]:
        return {"rules": self.rules, "marks": self.marks}

    @classmethod
    @checked
    def after(cls, *moves: MoveLike, rules: Rules = GOFF) -> "Position":
        """Play moves from the empty board; a pair of squares is a placement.

        Raises ``IllegalMoveError`` at the first illegal move.
        """
        position = cls(rules)
        for move in moves:
            position = position.play(move)
        return position

    # --- where the marks are -----------------------------------------------------------------

    @property
    def classical(self) -> Mapping[int, int]:
        """The classical marks: square → mark."""
        return MappingProxyType(self._classical)

    @property
    def quantum(self) -> Mapping[int, Pair]:
        """The quantum marks: mark → pair of squares."""
        return MappingProxyType(self._quantum)

    @cached_property
    def open_squares(self) -> tuple[int, ...]:
        """The squares without a classical mark (R3)."""
        taken = self._classical
        return tuple([square for square in self.rules.board.squares if square not in taken])

    @property
    def entanglements(self) -> tuple[Entanglement, ...]:
        """The connected components with at least one mark, in order of their first marks (R5)."""
        groups: dict[int, dict[int, Pair]] = {}
        for mark, pair in self._quantum.items():
            groups.setdefault(self._component[pair[0]], {})[mark] = pair
        return tuple(
            Entanglement(tuple(sorted({s for pair in marks.values() for s in pair})), marks)
            for marks in groups.values()
        )

    def ensemble(self) -> Ensemble:
        """All realities of this position."""
        classical = {mark: square for square, mark in self._classical.items()}
        return Ensemble(dict(sorted(classical.items())), self.entanglements)

    @cached_property
    def _classical(self) -> dict[int, int]:
        return {place: n for n, place in enumerate(self.marks, 1) if isinstance(place, int)}

    @cached_property
    def _quantum(self) -> dict[int, Pair]:
        return {n: place for n, place in enumerate(self.marks, 1) if not isinstance(place, int)}

    @cached_property
    def _component(self) -> tuple[int, ...]:
        """A label for each square; two squares share a label if and only if entangled."""
        roots = join_squares(self.rules.board.size, self._quantum.values())
        return tuple([root_of(roots, square) for square in self.rules.board.squares])

    # --- turn and chooser --------------------------------------------------------------------

    @property
    def turn(self) -> Player:
        """The player who places the next mark (R2, R9)."""
        return player_of(len(self.marks) + 1)

    @cached_property
    def has_loop(self) -> bool:
        """True if a loop is pending; then only its collapses are legal (R7)."""
        quantum = dict(self._quantum)
        if not quantum or max(quantum) != len(self.marks):
            return False
        a, b = quantum.pop(len(self.marks))
        roots = join_squares(self.rules.board.size, quantum.values())
        return root_of(roots, a) == root_of(roots, b)

    @property
    def loop(self) -> Loop | None:
        """The pending loop (R6)."""
        return self._loop_entanglement.loop() if self.has_loop else None

    @property
    def chooser(self) -> Player | Literal["chance"] | None:
        """Who collapses the pending loop (R7); None if there is no loop."""
        if not self.has_loop:
            return None
        if self.rules.chooser == "chance":
            return "chance"
        return self.turn if self.rules.chooser == "other" else self.turn.other

    @property
    def to_move(self) -> Player | Literal["chance"] | None:
        """Who makes the next ply; None if the game is over."""
        return None if self.outcome else self.chooser or self.turn

    @property
    def _loop_entanglement(self) -> Entanglement:
        labels = self._component
        loop = labels[self._closing_pair[0]]
        squares = tuple([square for square, label in enumerate(labels) if label == loop])
        marks = {mark: pair for mark, pair in self._quantum.items() if labels[pair[0]] == loop}
        return Entanglement(squares, marks)

    # --- moves -------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in ascending order of their squares."""
        if self.has_loop:
            a, b = self._closing_pair
            return (Collapse(a), Collapse(b))
        return () if self.outcome else self._placements()

    @property
    def move_count(self) -> int:
        """The number of legal moves, computed without listing them."""
        if self.has_loop:
            return 2
        if self.outcome:
            return 0
        squares = len(self.open_squares)
        if squares == 1 or not self.rules.is_quantum:
            return squares
        pairs = squares * (squares - 1) // 2
        return pairs if self.rules.pair_loops == "allowed" else pairs - len(self._quantum)

    def illegal_reason(self, move: MoveLike) -> IllegalMoveReason | None:
        """Return why ``move`` is not legal; None if it is legal."""
        return self._illegal_reason(as_move(move))

    def _illegal_reason(self, move: Move) -> IllegalMoveReason | None:
        if self._is_off_board(move):
            return IllegalMoveReason.OFF_BOARD
        if self.outcome:
            return IllegalMoveReason.GAME_OVER
        if isinstance(move, Collapse):
            return self._illegal_collapse_reason(move)
        return (
            IllegalMoveReason.LOOP_PENDING
            if self.has_loop
            else self._illegal_placement_reason(*move)
        )

    def play(self, move: MoveLike) -> "Position":
        """Return the position after ``move``, of which a pair of squares is a placement.

        Raises:
            IllegalMoveError: The move is not legal.
            TypeError: It is not a move.
        """
        if type(move) is not Placement and type(move) is not Collapse:
            move = as_move(move)
        if (reason := self._illegal_reason(move)) is not None:
            raise IllegalMoveError(move, self, reason)
        if isinstance(move, Collapse):
            return self._collapsed(move.square)
        a, b = move
        return self._with((*self.marks, a)) if a == b else self._entangled(a, b)

    @checked
    def collapse_onto(self, mark: int, square: int) -> Collapse:
        """Return the collapse that puts ``mark`` of the pending loop on ``square`` (R8).

        Raises:
            IllegalMoveError: No loop is pending, the mark is not on it, or cannot land on
                ``square``.
        """
        if not self.has_loop:
            raise IllegalMoveError(Collapse(square), self, IllegalMoveReason.NO_LOOP)
        part = self._loop_entanglement
        matches = [s for s in self._closing_pair if part.collapse(s).get(mark) == square]
        if len(matches) != 1:
            raise IllegalMoveError(Collapse(square), self, IllegalMoveReason.NOT_LOOP_MARK)
        return Collapse(matches[0])

    def _placements(self) -> tuple[Placement, ...]:
        squares = self.open_squares
        if len(squares) == 1 or not self.rules.is_quantum:
            return tuple(Placement(square, square) for square in squares)
        pairs = _cached_pairs(squares) if len(squares) <= _MAX_CACHED_SQUARES else _pairs(squares)
        if self.rules.pair_loops == "allowed":
            return pairs
        taken = set(self._quantum.values())
        return tuple(pair for pair in pairs if pair not in taken)

    def _is_off_board(self, move: Move) -> bool:
        return min(move) < 0 or max(move) >= self.rules.board.size

    def _illegal_collapse_reason(self, move: Collapse) -> IllegalMoveReason | None:
        if not self.has_loop:
            return IllegalMoveReason.NO_LOOP
        return None if move.square in self._closing_pair else IllegalMoveReason.NOT_ON_LOOP

    def _illegal_placement_reason(self, a: int, b: int) -> IllegalMoveReason | None:
        if a in self._classical or b in self._classical:
            return IllegalMoveReason.NOT_OPEN
        whole = not self.rules.is_quantum or len(self.open_squares) == 1
        if whole != (a == b):
            return IllegalMoveReason.TWO_SQUARES if whole else IllegalMoveReason.ONE_SQUARE
        if self.rules.pair_loops == "forbidden" and (a, b) in self._quantum.values():
            return IllegalMoveReason.PAIR_LOOP
        return None

    @property
    def _closing_pair(self) -> Pair:
        return self._quantum[len(self.marks)]

    # --- the end -----------------------------------------------------------------------------

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on (R11)."""
        termination = None if self.has_loop else self._termination()
        return score_game(self.rules, termination, self._classical) if termination else None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of classical marks on the board, earliest first (R10)."""
        length = self.rules.line
        if length is None or len(self._classical) < length:
            return ()
        return find_lines(self.rules.board, length, self._classical)

    def _termination(self) -> Termination | None:
        if self.rules.ends == "line" and self._classical and self.lines:
            return Termination.LINE
        n_open = len(self.open_squares)
        if n_open > 2:
            return None
        if n_open == 0 or (n_open == 1 and self.rules.last_square == "empty"):
            return Termination.FULL
        return Termination.BLOCKED if not self._placements() else None

    # --- text and symmetry -------------------------------------------------------------------

    def name(self, move: MoveLike) -> str:
        """The move as a token, such as ``12``, ``@5`` or ``a1b2``."""
        move = as_move(move)
        if self._is_off_board(move):
            return repr(move)
        name = self.rules.board.name
        if isinstance(move, Collapse):
            return f"@{name(move.square)}"
        is_short = not self.rules.is_quantum and move[0] == move[1]
        return name(move[0]) if is_short else name(move[0]) + name(move[1])

    @checked
    def transformed(self, symmetry: tuple[int, ...]) -> "Position":
        """Return the rotated or reflected position (see ``Board.symmetries``)."""
        return self._with(
            tuple(
                symmetry[place] if isinstance(place, int) else _pair(*(symmetry[s] for s in place))
                for place in self.marks
            )
        )

    def __str__(self) -> str:
        name = self.rules.board.name
        places = [(place,) if isinstance(place, int) else place for place in self.marks]
        return "/".join("".join(map(name, place)) for place in places) or "-"

    def __repr__(self) -> str:
        return f"Position({self.rules!r}, {self.marks!r})"

    # --- successors --------------------------------------------------------------------------
    # No reachability check: legal moves lead to reachable positions only. A child gets the cached
    # properties that it shares with its parent, which makes `play` cheap.

    def _with(self, marks: tuple[Place, ...], **derived: object) -> "Position":
        position = object.__new__(Position)
        position.__dict__.update(derived, rules=self.rules, marks=marks)
        return position

    def _entangled(self, a: int, b: int) -> "Position":
        labels = self._component
        child = self._with(
            (*self.marks, (a, b)),
            _classical=self._classical,
            open_squares=self.open_squares,
            has_loop=labels[a] == labels[b],
            _component=_join(labels, a, b),
        )
        if self.rules.pair_loops == "allowed":  # if forbidden, the game may end as blocked
            child.__dict__["outcome"] = None
        return child

    def _collapsed(self, square: int) -> "Position":
        marks: list[Place] = list(self.marks)
        for mark, landing in self._loop_entanglement.collapse(square).items():
            marks[mark - 1] = landing
        return self._with(tuple(marks), has_loop=False)


_MAX_CACHED_SQUARES = 16


def _pairs(squares: Iterable[int]) -> tuple[Placement, ...]:
    return tuple(Placement(a, b) for a, b in combinations(squares, 2))


_cached_pairs = lru_cache(maxsize=1024)(_pairs)


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _join(labels: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    keep, drop = labels[a], labels[b]
    if keep == drop:
        return labels
    return tuple([keep if label == drop else label for label in labels])


class IllegalMoveError(RebuiltError, ValueError):
    """``move`` is not legal in ``position``, for this ``reason``; nothing was played."""

    def __init__(self, move: MoveLike, position: Position, reason: IllegalMoveReason) -> None:
        super().__init__(f"{position.name(move)} is not legal in {position}: {reason}")
        self.move, self.position, self.reason = as_move(move), position, reason
