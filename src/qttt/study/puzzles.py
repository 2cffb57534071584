"""Puzzles: positions from games with mistakes in which exactly one move keeps the value."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from qttt.engine import Analysis, MoveValue, Solver, can_solve, solve
from qttt.engine.perfect import SolveFunction
from qttt.game import Move, Node, Player, Position, Rules
from qttt.game.arguments import checked
from qttt.notation import Record, to_record
from qttt.notation.points import describe_points

from .canonical import Key, canonical_key
from .grading import GRADES, Difficulty, choice_probability, look_scores
from .themes import task_text, themes

RANDOM_MOVE_RATES = (0.1, 0.25, 0.5)
"""Probabilities of a random move; each player of each game gets one of these."""
GOFF = Rules()
MAX_FRUITLESS_GAMES = 300
"""Consecutive games without a new puzzle of a grade after which the grade is exhausted."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move keeps its ``value`` and every other move loses points.

    ``value`` is X's points minus O's under perfect play, ``losses`` the loss of each wrong move.
    ``line`` is a principal variation; ``trap`` starts with the wrong move that looks best.
    ``themes`` are those of ``themes.themes``.
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
        """The grade, from 1 (easy) to 5: see ``grading``."""
        return self.difficulty.grade

    def task(self, *, unicode: bool = True) -> str:
        """Return the task, such as ``X to place mark 7: win narrowly``."""
        return task_text(self.position, _gain(self.value, self.position), unicode=unicode)

    def explanation(self) -> str:
        """Return the losses as text: ``every other move loses half a point to two points``."""
        smallest, largest = (describe_points(f(self.losses.values())) for f in (min, max))
        other = "the other" if len(self.losses) == 1 else "every other move"
        return f"{other} loses {smallest}" + (f" to {largest}" if smallest != largest else "")


@checked
def puzzles(rules: Rules = GOFF, *, seed: int, grade: int | None = None) -> Iterator[Puzzle]:
    """Generate puzzles until no more are found, of one grade or of every grade in turn.

    They come from games of players who move perfectly or sometimes at random, at most one from each
    game, and are distinct up to symmetry and subscripts that do not matter. They are solved without
    a tablebase. Reproducible by ``seed``. Cost: 20 ms each on 3×3, more for rare grades.

    Raises:
        UnsolvableError: The board is too large to solve.
        ValueError: The grade does not exist.
    """
    if grade not in (None, *GRADES):
        raise ValueError(f"unknown grade {grade}: choose from {', '.join(map(str, GRADES))}")
    return _puzzles(_Source(rules, seed), [grade] if grade else [*GRADES])


def _puzzles(source: "_Source", grades: list[int]) -> Iterator[Puzzle]:
    queues = {grade: deque[Puzzle]() for grade in GRADES}
    while grades:
        grade = grades.pop(0)
        for _ in range(MAX_FRUITLESS_GAMES):
            if queues[grade]:
                break
            if puzzle := source.puzzle(grade):
                queues[puzzle.grade].append(puzzle)
        if queues[grade]:
            yield queues[grade].popleft()
            grades.append(grade)


class _Source:
    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.rng = Random(seed)
        self.solve = solver_without_tablebase(rules)
        self.known: set[Key] = set()

    def puzzle(self, grade: int) -> Puzzle | None:
        """Play a game and return a new puzzle from it, of that grade if possible."""
        candidates = [candidate for analysis in self._game() if (candidate := self._new(analysis))]
        preferred = [
            candidate for candidate in candidates if candidate.grade == grade
        ] or candidates
        if not preferred:
            return None
        puzzle = self.rng.choice(preferred)
        self.known.add(canonical_key(puzzle.position))
        return puzzle

    def _new(self, analysis: Analysis) -> Puzzle | None:
        is_new = _right(analysis) and canonical_key(analysis.position) not in self.known
        return _puzzle(analysis, self.solve) if is_new else None

    def _game(self) -> Iterator[Analysis]:
        """Play a game and yield the analyses of positions in which a player decides."""
        random_move_rate = {player: self.rng.choice(RANDOM_MOVE_RATES) for player in Player}
        position = Position(self.rules)
        while position.legal_moves:
            analysis = self.solve(position)
            moves = analysis.best
            if isinstance(position.to_move, Player):
                yield analysis
                if self.rng.random() < random_move_rate[position.to_move]:
                    moves = position.legal_moves
            position = position.play(self.rng.choice(moves))


@checked
def puzzle_at(position: Position) -> Puzzle | None:
    """Return the puzzle at this position; None unless exactly one of several moves keeps the value.

    Raises ``UnsolvableError`` for boards that are too large to solve.

    >>> puzzle = puzzle_at(Position.after((0, 1), (1, 2), (0, 2)))
    >>> puzzle.task(), puzzle.solution, puzzle.themes
    ('O chooses where X3 lands: win', Collapse(square=0), ('winning-collapse', 'complete-win'))
    """
    solve = solver_without_tablebase(position.rules)
    return _puzzle(solve(position), solve) if isinstance(position.to_move, Player) else None


def solver_without_tablebase(rules: Rules) -> SolveFunction:
    """Return a ``solve`` for these rules that uses no tablebase."""
    ordinary = not rules.is_quantum and can_solve(Position(rules))
    return solve if ordinary else Solver(rules).solve


def _puzzle(analysis: Analysis, solve: SolveFunction) -> Puzzle | None:
    right, position = _right(analysis), analysis.position
    if right is None:
        return None
    wrong = [m for m in analysis.moves if m is not right]
    look = look_scores(position)
    trap = max(wrong, key=lambda m: look[m.move])
    gain = _gain(right.value, position)
    proof = right if gain > 0 else trap
    return Puzzle(
        position=position,
        value=right.value,
        line=analysis.line,
        trap=(trap.move, *solve(position.play(trap.move)).line),
        losses={m.move: abs(m.value - right.value) for m in wrong},
        difficulty=Difficulty(
            moves=len(analysis.moves),
            plies=proof.plies or len(analysis.line),
            looks=choice_probability(look, right.move),
        ),
        themes=tuple(
            themes(position, right.move, gain, deceptive=look[trap.move] > look[right.move])
        ),
    )


def _right(analysis: Analysis) -> MoveValue | None:
    """The move that keeps the value, if it is the only one of several."""
    right = [m for m in analysis.moves if m.value == analysis.value]
    return right[0] if len(right) == 1 < len(analysis.moves) else None


def _gain(value: float, position: Position) -> float:
    """The value for the player to move."""
    return -value if position.to_move is Player.O else value


# --- records ---------------------------------------------------------------------------------


@checked
def puzzle_record(puzzle: Puzzle, number: int) -> Record:
    """Return a record with the solution line, and the trap as a variation.

    The tags include ``Grade`` and ``Theme``, the words of ``puzzle.themes``.
    """
    root = Node(puzzle.position)
    root.comment = puzzle.task()
    _add(root, puzzle.line, puzzle.explanation())
    _add(root, puzzle.trap, f"loses {describe_points(puzzle.losses[puzzle.trap[0]])}")
    tags = {
        "Event": "Puzzle",
        "Round": str(number),
        "Grade": str(puzzle.grade),
        "Theme": " ".join(puzzle.themes),
    }
    return to_record(root, tags)


def _add(root: Node, line: Iterable[Move], comment: str) -> None:
    """Add a line from the root, with a comment on its first move."""
    node = root
    for move in line:
        node = node.play(move)
    node.path[len(root.path)].comment = comment
