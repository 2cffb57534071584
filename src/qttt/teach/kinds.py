"""The kinds of exercises: what each asks about a position, with the answer that follows from it.

A kind is a function of a position and of chance, which picks what to ask about; it returns None
where there is nothing to ask. No answer is written down anywhere: they come from the rules, the
ensemble and the solver.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

from qttt.engine import solve
from qttt.game import Collapse, Entanglement, Loop, Placement, Player, Position, mark_name
from qttt.notation.describe import describe
from qttt.quantum import state
from qttt.study.words import names, spoken

from .answers import Answer, Choice, Landings, Marks, Number, Squares, landing_names

GRADES = (1, 2, 3)
FEWEST_MARKS = 5
"""Positions with fewer marks take too long to be calculated to the end by hand."""
LONGEST_LINE = 6
"""The same for positions whose best line has more plies than that."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer, why that is right, and a grade: 1 is easy, 3 is hard."""

    question: str
    answer: Answer
    explanation: str
    grade: int


Kind = Callable[[Position, Random], Asked | None]


def _grade(size: int, easy: int, middling: int) -> int:
    return 1 + (size > easy) + (size > middling)


# --- without a loop --------------------------------------------------------------------------


def realities(position: Position, _: Random) -> Asked | None:
    """How many classical boards are still possible."""
    if not position.quantum:
        return None
    ensemble = position.ensemble()
    counts = [str(part.count) for part in ensemble.parts]
    product = f", together {' × '.join(counts)} = {ensemble.count}" if len(counts) > 1 else ""
    said = "; ".join(map(_count_words, ensemble.parts))
    return Asked(
        "How many realities does this position have?",
        Number(Fraction(ensemble.count), "a number, such as 6"),
        f"{said}{product}",
        _grade(ensemble.count, 3, 8),
    )


def empty(position: Position, rng: Random) -> Asked | None:
    """Which squares can stay empty if a mark is found in one of its squares."""
    trees = [part for part in _trees(position) if len(part.marks) > 1]
    if not trees:
        return None
    tree = rng.choice(trees)
    mark = rng.choice(sorted(tree.marks))
    square = rng.choice(tree.marks[mark])
    left = [each for each in tree.squares if tree.landing(each)[mark] == square]
    return Asked(
        f"Suppose {mark_name(mark)} is found in {square + 1}. Which of the squares "
        f"{_squares(tree.squares)} can then be the one that stays empty?",
        Squares(tuple(str(each + 1) for each in left)),
        f"cut {mark_name(mark)} out of its entanglement: if it is in {square + 1}, the empty "
        "square is on the other side of the cut, and can be any square there",
        _grade(len(tree.squares), 3, 4),
    )


def odds(position: Position, rng: Random) -> Asked | None:
    """How likely a mark is in one of its squares, all realities weighing the same."""
    trees = [part for part in _trees(position) if len(part.marks) > 1]
    if not trees:
        return None
    tree = rng.choice(trees)
    mark = rng.choice(sorted(tree.marks))
    square = rng.choice(tree.marks[mark])
    share = tree.odds()[mark][square]
    there = int(share * tree.count)
    return Asked(
        f"All realities weigh the same. How likely is {mark_name(mark)} in {square + 1}?",
        Number(share, "a fraction, such as 2/3"),
        f"{_mark_names(tree.marks)} have {tree.count} realities, one for each square that can "
        f"stay empty; in {there} of them {mark_name(mark)} is in {square + 1}",
        _grade(len(tree.squares), 3, 4),
    )


def loop(position: Position, rng: Random) -> Asked | None:
    """Whether a placement would close a loop."""
    if not position.quantum or position.to_move is not position.turn or position.has_loop:
        return None
    pairs = [Placement(*pair) for pair in combinations(position.open_squares, 2)]
    wanted = rng.random() < 0.5
    fitting = [pair for pair in pairs if position.play(pair).has_loop == wanted]
    if not fitting:
        return None
    a, b = pair = rng.choice(fitting)
    mark = mark_name(len(position.marks) + 1)
    return Asked(
        f"{position.turn} thinks of placing {mark} in {a + 1} and {b + 1}. "
        "Would that close a loop?",
        Choice("yes" if wanted else "no", ("yes", "no")),
        _loop_words(position.play(pair), a, b),
        _grade(len(position.quantum), 2, 4),
    )


def _loop_words(after: Position, a: int, b: int) -> str:
    if after.loop:
        return f"the loop would be {_mark_names(after.loop.marks)}"
    return (
        f"{a + 1} and {b + 1} are not in one entanglement before it, so nothing comes full circle"
    )


def parts(position: Position, _: Random) -> Asked | None:
    """Into how many factors the state of the quantum marks separates."""
    if not position.quantum:
        return None
    found = [group for part in position.entanglements for group in _inseparable(part)]
    loop_words = "; a stem is sure of its square" if position.loop and position.loop.stems else ""
    return Asked(
        "Into how many factors does the state of the quantum marks separate?",
        Number(Fraction(len(state(position).factors)), "a number, such as 2"),
        f"{' | '.join(' '.join(map(mark_name, group)) for group in found)}{loop_words}",
        3 if position.has_loop else _grade(len(position.quantum), 2, 4),
    )


def _inseparable(part: Entanglement) -> list[tuple[int, ...]]:
    """The marks of each factor: those of a tree or of a loop together, every stem alone."""
    pending = part.loop()
    if pending is None:
        return [tuple(part.marks)]
    return [pending.marks, *((stem,) for stem in pending.stems)]


# --- with a loop -----------------------------------------------------------------------------


def stems(position: Position, rng: Random) -> Asked | None:
    """Which marks hang on the loop."""
    looped = _looped(position)
    if looped is None:
        return None
    found, pending = looped
    if not pending.stems and rng.random() < 0.8:  # most loops have none, which soon is dull
        return None
    return Asked(
        f"{mark_name(pending.closing)} has closed a loop. Which marks are stems, if any?",
        Marks(tuple(map(mark_name, pending.stems))),
        f"the loop is {_mark_names(pending.marks)}; a stem is entangled with it, but not on it",
        _grade(len(found.marks), 3, 5),
    )


def collapses(position: Position, _: Random) -> Asked | None:
    """Where all marks land in either collapse."""
    looped = _looped(position)
    if looped is None:
        return None
    found, pending = looped
    one, other = (landing_names(landing, found.marks) for landing in found.realities())
    closing = mark_name(pending.closing)
    a, b = (square + 1 for square in found.marks[pending.closing])
    return Asked(
        f"Where does each mark that collapses land if {closing} lands on {a}? And where if it "
        f"lands on {b}?",
        Landings((one, other)),
        f"start with {closing} and push: a mark whose square is taken goes to its other square",
        _grade(len(found.marks), 2, 4),
    )


def winner(position: Position, rng: Random) -> Asked | None:
    """How the game stands after a collapse."""
    if not position.has_loop:
        return None
    move = Collapse(rng.choice(position.legal_moves)[0])
    after = position.play(move)
    if not after.lines and rng.random() < 0.9:
        return None
    result = after.outcome.result if after.outcome else "*"
    return Asked(
        f"{position.chooser} lets {mark_name(len(position.marks))} land on {move.square + 1}. "
        "What are the points, X's first? (* if the game goes on)",
        Choice(result, ("1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", "*")),
        describe(after),
        _result_grade(after),
    )


def _result_grade(after: Position) -> int:
    players = {line.player for line in after.lines}
    return 1 if len(after.lines) < 2 else 2 if len(players) == 2 else 3


def value(position: Position, _: Random) -> Asked | None:
    """What the position is worth if both play perfectly."""
    if len(position.marks) < FEWEST_MARKS or not isinstance(position.to_move, Player):
        return None
    found = solve(position)
    if len(found.line) > LONGEST_LINE or len(found.moves) < 2:
        return None
    return Asked(
        f"{position.to_move} decides now. What is the position worth if both play perfectly, in "
        "points of X minus points of O?",
        Number(Fraction(found.value), "a number, such as +1/2, 0 or -1", is_value=True),
        f"best is {names(found.best, position)}; a line is {spoken(found.line, position)}",
        _grade(len(found.line), 2, 4),
    )


KINDS: dict[str, Kind] = {
    "realities": realities,
    "empty": empty,
    "odds": odds,
    "loop": loop,
    "parts": parts,
    "stems": stems,
    "collapses": collapses,
    "winner": winner,
    "value": value,
}
"""By their names, in the order in which a course gets to them."""


# --- words -----------------------------------------------------------------------------------


def _trees(position: Position) -> list[Entanglement]:
    return [part for part in position.entanglements if not part.is_loop]


def _looped(position: Position) -> tuple[Entanglement, Loop] | None:
    """The entanglement with the pending loop, and that loop."""
    found = [(part, pending) for part in position.entanglements if (pending := part.loop())]
    return found[0] if found else None


def _count_words(part: Entanglement) -> str:
    """``X1, O2 on 3 squares: 3``."""
    what = "with a loop" if part.is_loop else f"on {len(part.squares)} squares"
    return f"{_mark_names(part.marks)} {what}: {part.count}"


def _mark_names(marks: Iterable[int]) -> str:
    return ", ".join(map(mark_name, sorted(marks)))


def _squares(squares: Iterable[int]) -> str:
    return ", ".join(str(square + 1) for square in squares)
