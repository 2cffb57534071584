"""The kinds of exercises.

A kind is a function of a position, a random generator and the words of a language. It returns a
question with its answer, computed by the rules, the ensemble or the solver, or None if it does not
apply to the position.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations
from random import Random

from qttt.engine import solve
from qttt.game import Collapse, Entanglement, Loop, Placement, Player, Position, mark_name
from qttt.notation.points import format_points
from qttt.quantum import quantum_state
from qttt.study.words import first_names, line_text

from .answers import Answer, ChoiceAnswer, Landings, Marks, Number, Squares, landing_names
from .words import Texts, Words

GRADES = (1, 2, 3)
FEWEST_MARKS = 5
"""Positions with fewer marks take too long to calculate by hand."""
LONGEST_LINE = 6
"""Longer best lines, in plies, take too long to calculate by hand."""
RESULTS = ("1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", "*")
"""Possible results; ``*`` is a game in progress."""


@dataclass(frozen=True, slots=True)
class ExerciseContent:
    """A question with its answer, an explanation, and a grade from 1 (easy) to 3."""

    question: str
    answer: Answer
    explanation: str
    grade: int


Kind = Callable[[Position, Random, Words], ExerciseContent | None]


def _grade(size: int, easy: int, middling: int) -> int:
    """Return grade 1 up to size ``easy``, 2 up to ``middling``, otherwise 3."""
    return 1 + (size > easy) + (size > middling)


# --- without a loop --------------------------------------------------------------------------


def realities(position: Position, _: Random, words: Words) -> ExerciseContent | None:
    """Ask for the number of realities."""
    if not position.quantum:
        return None
    text, ensemble = words.exercises, position.ensemble()
    counts = [part.count for part in ensemble.parts]
    explanation = _joined(
        text, "realities.and", [_count_words(part, text) for part in ensemble.parts]
    )
    if len(counts) > 1:
        factors = " × ".join(map(str, counts))
        explanation = text(
            "realities.product", parts=explanation, factors=factors, total=ensemble.count
        )
    return ExerciseContent(
        text("realities"),
        Number(Fraction(ensemble.count), text("realities.hint"), words=words),
        explanation,
        _grade(ensemble.count, 3, 8),
    )


def empty(position: Position, rng: Random, words: Words) -> ExerciseContent | None:
    """Ask which squares can stay empty if a mark lands in one of its squares."""
    drawn = _draw_half(position, rng)
    if drawn is None:
        return None
    tree, mark, square = drawn
    left = [target for target in tree.squares if tree.landing(target)[mark] == square]
    text, names = words.exercises, {"mark": mark_name(mark), "square": _name(square)}
    return ExerciseContent(
        text("empty", **names, squares=", ".join(map(_name, tree.squares))),
        Squares(tuple(map(_name, left)), words=words),
        text("empty.why", **names),
        _grade(len(tree.squares), 3, 4),
    )


def odds(position: Position, rng: Random, words: Words) -> ExerciseContent | None:
    """Ask for the odds of a mark in one of its squares."""
    drawn = _draw_half(position, rng)
    if drawn is None:
        return None
    tree, mark, square = drawn
    share = tree.odds()[mark][square]
    there = int(share * tree.count)
    text, names = words.exercises, {"mark": mark_name(mark), "square": _name(square)}
    return ExerciseContent(
        text("odds", **names),
        Number(share, text("odds.hint"), words=words),
        text("odds.why", **names, marks=_mark_names(tree.marks), count=tree.count, there=there),
        _grade(len(tree.squares), 3, 4),
    )


def loop(position: Position, rng: Random, words: Words) -> ExerciseContent | None:
    """Ask whether a placement would close a loop."""
    if not position.quantum or position.to_move is not position.turn or position.has_loop:
        return None
    pairs = [Placement(*pair) for pair in combinations(position.open_squares, 2)]
    wanted = rng.random() < 0.5
    fitting = [pair for pair in pairs if position.play(pair).has_loop == wanted]
    if not fitting:
        return None
    a, b = pair = rng.choice(fitting)
    mark, after = mark_name(len(position.marks) + 1), position.play(pair)
    text, names = words.exercises, {"first": _name(a), "second": _name(b)}
    yes, no = text("answers.yes"), text("answers.no")
    return ExerciseContent(
        text("loop", **names, player=position.turn, mark=mark),
        ChoiceAnswer(yes if wanted else no, (yes, no), words),
        text("loop.yes", marks=_mark_names(after.loop.marks))
        if after.loop
        else text("loop.no", **names),
        _grade(len(position.quantum), 2, 4),
    )


def parts(position: Position, _: Random, words: Words) -> ExerciseContent | None:
    """Ask for the number of separable factors of the state."""
    if not position.quantum:
        return None
    groups = [group for part in position.entanglements for group in _inseparable(part)]
    text = words.exercises
    explanation = " | ".join(" ".join(map(mark_name, group)) for group in groups)
    if position.loop and position.loop.stems:
        explanation = text("parts.stems", parts=explanation)
    return ExerciseContent(
        text("parts"),
        Number(Fraction(len(quantum_state(position).factors)), text("parts.hint"), words=words),
        explanation,
        3 if position.has_loop else _grade(len(position.quantum), 2, 4),
    )


def _inseparable(part: Entanglement) -> list[tuple[int, ...]]:
    """Return the marks of each factor: a tree, a loop, or one stem."""
    pending = part.loop()
    if pending is None:
        return [tuple(part.marks)]
    return [pending.marks, *((stem,) for stem in pending.stems)]


# --- with a loop -----------------------------------------------------------------------------


def stems(position: Position, rng: Random, words: Words) -> ExerciseContent | None:
    """Ask which marks are stems."""
    looped = _looped(position)
    if looped is None:
        return None
    part, pending = looped
    if not pending.stems and rng.random() < 0.8:  # most loops have none
        return None
    return ExerciseContent(
        words.exercises("stems", mark=mark_name(pending.closing)),
        Marks(tuple(map(mark_name, pending.stems)), words=words),
        words.exercises("stems.why", marks=_mark_names(pending.marks)),
        _grade(len(part.marks), 3, 5),
    )


def collapses(position: Position, _: Random, words: Words) -> ExerciseContent | None:
    """Ask where all marks land in both collapses."""
    looped = _looped(position)
    if looped is None:
        return None
    part, pending = looped
    one, other = (landing_names(landing, part.marks) for landing in part.realities())
    closing = mark_name(pending.closing)
    a, b = map(_name, part.marks[pending.closing])
    return ExerciseContent(
        words.exercises("collapses", mark=closing, first=a, second=b),
        Landings((one, other), words=words),
        words.exercises("collapses.why", mark=closing),
        _grade(len(part.marks), 2, 4),
    )


def winner(position: Position, rng: Random, words: Words) -> ExerciseContent | None:
    """Ask for the points after a collapse."""
    if not position.has_loop:
        return None
    move = Collapse(rng.choice(position.legal_moves)[0])
    after = position.play(move)
    if not after.lines and rng.random() < 0.9:
        return None
    result = after.outcome.result if after.outcome else "*"
    closing = mark_name(len(position.marks))
    return ExerciseContent(
        words.exercises("winner", player=position.chooser, mark=closing, square=_name(move.square)),
        ChoiceAnswer(result, RESULTS, words),
        _end(after, words.exercises),
        _result_grade(after),
    )


def _end(after: Position, text: Texts) -> str:
    """Describe how the game goes on, or how it ended."""
    outcome = after.outcome
    if outcome is None:
        mark = mark_name(len(after.marks) + 1)
        return text("winner.continues", player=after.turn, mark=mark)
    if outcome.winner is None:
        return text("winner.none")
    points = "–".join(map(format_points, (outcome.points.x, outcome.points.o)))
    lines = [
        text(
            "winner.line",
            squares="-".join(map(_name, line.squares)),
            player=line.player,
            mark=mark_name(line.time),
        )
        for line in outcome.lines
    ]
    joined = _joined(text, "winner.and", lines)
    return text("winner.wins", player=outcome.winner, points=points, lines=joined)


def _result_grade(after: Position) -> int:
    players = {line.player for line in after.lines}
    return 1 if len(after.lines) < 2 else 2 if len(players) == 2 else 3


def value(position: Position, _: Random, words: Words) -> ExerciseContent | None:
    """Ask for the value of the position."""
    if len(position.marks) < FEWEST_MARKS or not isinstance(position.to_move, Player):
        return None
    analysis = solve(position)
    if len(analysis.line) > LONGEST_LINE or len(analysis.moves) < 2:
        return None
    text = words.exercises
    names, more = first_names(analysis.best, position)
    moves = " ".join(names)
    if more:
        moves = text("value.more", moves=moves, count=more)
    return ExerciseContent(
        text("value", player=position.to_move),
        Number(Fraction(analysis.value), text("value.hint"), is_value=True, words=words),
        text(
            "value.best",
            count=len(analysis.best),
            moves=moves,
            line=line_text(analysis.line, position),
        ),
        _grade(len(analysis.line), 2, 4),
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
"""The kinds by name, in the order of a course."""


# --- words -----------------------------------------------------------------------------------


def _draw_half(position: Position, rng: Random) -> tuple[Entanglement, int, int] | None:
    """Draw a tree of several marks, a mark of it, and one of the mark's squares."""
    parts = position.entanglements
    trees = [part for part in parts if not part.is_loop and len(part.marks) > 1]
    if not trees:
        return None
    tree = rng.choice(trees)
    mark = rng.choice(sorted(tree.marks))
    return tree, mark, rng.choice(tree.marks[mark])


def _looped(position: Position) -> tuple[Entanglement, Loop] | None:
    looped = [(part, pending) for part in position.entanglements if (pending := part.loop())]
    return looped[0] if looped else None


def _joined(text: Texts, key: str, parts: Sequence[str]) -> str:
    """Join parts by a text with the placeholders ``{first}`` and ``{second}``."""
    return reduce(lambda first, second: text(key, first=first, second=second), parts)


def _count_words(part: Entanglement, text: Texts) -> str:
    marks = _mark_names(part.marks)
    if part.is_loop:
        return text("realities.loop", marks=marks, count=part.count)
    return text("realities.tree", marks=marks, squares=len(part.squares), count=part.count)


def _mark_names(marks: Iterable[int]) -> str:
    return ", ".join(map(mark_name, sorted(marks)))


def _name(square: int) -> str:
    return str(square + 1)
