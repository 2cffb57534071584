"""Puzzles: positions in which exactly one move keeps the value, from games with mistakes."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from qttt.engine import Analysis, MoveValue, Solver, can_solve, solve
from qttt.game import Move, Node, Player, Position, Rules
from qttt.notation import Record, to_record

from .alike import Key, key
from .grading import GRADES, Difficulty, choice, looks
from .themes import task, themes
from .words import amount

CARELESSNESS = (0.1, 0.25, 0.5)
"""How often players move at random; each player of each game draws one of these."""
GOFF = Rules()
PATIENCE = 300
"""After so many games in a row without a new puzzle of a grade there is no more of it."""


Solve = Callable[[Position], Analysis]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move keeps its ``value`` and every other loses something.

    ``value`` is points of X minus points of O under perfect play, ``losses`` what each wrong move
    loses. ``line`` is a principal variation; ``trap`` is one too, but after the wrong move that
    looks best. ``themes`` are those of ``themes.themes``.
    """

    position: Position
    value: float
    line: tuple[Move, ...]
    trap: tuple[Move, ...]
    losses: Mapping[Move, float] = field(repr=False)
    difficulty: Difficulty
    themes: tuple[str, ...]

    @property
    def solution(self) -> Move:
        """The only move that keeps the value."""
        return self.line[0]

    @property
    def grade(self) -> int:
        """From 1, easy, to 5: see ``grading``."""
        return self.difficulty.grade

    def task(self, *, unicode: bool = True) -> str:
        """What is to be done: ``X to place mark 7: win narrowly``."""
        return task(self.position, _gain(self.value, self.position), unicode=unicode)

    def explanation(self) -> str:
        """What the wrong moves lose: ``every other move loses a half to two points``."""
        least, most = (amount(f(self.losses.values())) for f in (min, max))
        other = "the other" if len(self.losses) == 1 else "every other move"
        return f"{other} loses {least}" + (f" to {most}" if least != most else "")


def puzzles(rules: Rules = GOFF, *, seed: int, grade: int | None = None) -> Iterator[Puzzle]:
    """Puzzles without end, or until no more are found; of every grade in turn, or of one.

    They come from games between players who sometimes move at random and else perfectly, at most
    one from each game, and no two are alike by symmetry or by subscripts that do not matter. Each
    is solved without a table. The same seed gives the same puzzles.

    Raises ``UnsolvableError`` for boards that are too big to solve, ``ValueError`` for a grade
    that does not exist. Costs some 20 ms each on 3×3, more if the grade is rare.
    """
    if grade not in (None, *GRADES):
        raise ValueError(f"there is no grade {grade}; grades are from {GRADES[0]} to {GRADES[-1]}")
    return _puzzles(_Source(rules, seed), [grade] if grade else [*GRADES])


def _puzzles(source: "_Source", wanted: list[int]) -> Iterator[Puzzle]:
    waiting = {grade: deque[Puzzle]() for grade in GRADES}
    while wanted:
        grade = wanted.pop(0)
        for _ in range(PATIENCE):
            if waiting[grade]:
                break
            if found := source.puzzle(grade):
                waiting[found.grade].append(found)
        if waiting[grade]:
            yield waiting[grade].popleft()
            wanted.append(grade)


class _Source:
    """Games, and the puzzles in them that were not seen before."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.rng = Random(seed)
        self.solve = tableless(rules)
        self.known: set[Key] = set()

    def puzzle(self, grade: int) -> Puzzle | None:
        """A new puzzle from one more game, of that grade if there is one."""
        found = [each for analysis in self._game() if (each := self._new(analysis))]
        fitting = [each for each in found if each.grade == grade] or found
        if not fitting:
            return None
        chosen = self.rng.choice(fitting)
        self.known.add(key(chosen.position))
        return chosen

    def _new(self, analysis: Analysis) -> Puzzle | None:
        is_new = _right(analysis) and key(analysis.position) not in self.known
        return _puzzle(analysis, self.solve) if is_new else None

    def _game(self) -> Iterator[Analysis]:
        """The positions of a game in which a player decides and has a choice."""
        careless = {player: self.rng.choice(CARELESSNESS) for player in Player}
        position = Position(self.rules)
        while position.legal_moves:
            analysis = self.solve(position)
            moves = analysis.best
            if isinstance(position.to_move, Player):
                yield analysis
                if self.rng.random() < careless[position.to_move]:
                    moves = position.legal_moves
            position = position.play(self.rng.choice(moves))


def puzzle_at(position: Position) -> Puzzle | None:
    """The puzzle that this position is; None unless one move keeps the value and others do not.

    Raises ``UnsolvableError`` for boards that are too big to solve.

    >>> found = puzzle_at(Position.after((0, 1), (1, 2), (0, 2)))
    >>> found.task(), found.solution, found.themes
    ('O chooses where X3 lands: win', Collapse(square=0), ('winning-collapse', 'complete-win'))
    """
    solve = tableless(position.rules)
    return _puzzle(solve(position), solve) if isinstance(position.to_move, Player) else None


def tableless(rules: Rules) -> Solve:
    """Who solves positions under these rules, without a table."""
    ordinary = not rules.is_quantum and can_solve(Position(rules))
    return solve if ordinary else Solver(rules).solve


def _puzzle(analysis: Analysis, solve: Solve) -> Puzzle | None:
    right, position = _right(analysis), analysis.position
    if right is None:
        return None
    wrong = [m for m in analysis.moves if m is not right]
    seen = looks(position)
    trap = max(wrong, key=lambda m: seen[m.move])
    gain = _gain(right.value, position)
    shown = right if gain > 0 else trap
    return Puzzle(
        position=position,
        value=right.value,
        line=analysis.line,
        trap=(trap.move, *solve(position.play(trap.move)).line),
        losses={m.move: abs(m.value - right.value) for m in wrong},
        difficulty=Difficulty(
            moves=len(analysis.moves),
            plies=shown.plies or len(analysis.line),
            looks=choice(seen, right.move),
        ),
        themes=tuple(
            themes(position, right.move, gain, deceptive=seen[trap.move] > seen[right.move])
        ),
    )


def _right(analysis: Analysis) -> MoveValue | None:
    """The only move that keeps the value, if others do not."""
    right = [m for m in analysis.moves if m.value == analysis.value]
    return right[0] if len(right) == 1 < len(analysis.moves) else None


def _gain(value: float, position: Position) -> float:
    """What a value is worth to who decides."""
    return -value if position.to_move is Player.O else value


# --- records ---------------------------------------------------------------------------------


def puzzle_record(puzzle: Puzzle, number: int) -> Record:
    """A puzzle as a record: its solution and what follows, and the trap as a variation.

    Beside the usual tags there are ``Grade`` and ``Theme``, whose words are ``puzzle.themes``.
    """
    root = Node(puzzle.position)
    root.comment = puzzle.task()
    _add(root, puzzle.line, puzzle.explanation())
    _add(root, puzzle.trap, f"loses {amount(puzzle.losses[puzzle.trap[0]])}")
    tags = {
        "Event": "Puzzle",
        "Round": str(number),
        "Grade": str(puzzle.grade),
        "Theme": " ".join(puzzle.themes),
    }
    return to_record(root, tags)


def _add(root: Node, line: Iterable[Move], comment: str) -> None:
    """A line from the root on, with a comment on its first move."""
    node = root
    for move in line:
        node = node.play(move)
    node.path[len(root.path)].comment = comment
