"""Exercises: answers are verified independently of their computation."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice

import networkx as nx
import pytest

from qttt.game import Collapse, Position, mark_name
from qttt.notation import read
from qttt.teach import KINDS, Exercise, exercises
from qttt.teach.kinds import GRADES

MANY = 30


def some(kind: str, count: int = MANY) -> list[Exercise]:
    return list(islice(exercises([kind], seed=5), count))


def words(exercise: Exercise) -> list[str]:
    """The words of the question, without punctuation."""
    return exercise.question.replace(".", " ").replace(",", " ").replace("?", " ").split()


def realities(position: Position) -> list[dict[str, str]]:
    """Enumerate the realities by brute force."""
    found: list[dict[str, str]] = [{}]
    for mark, pair in position.quantum.items():
        found = [
            {**each, mark_name(mark): str(square + 1)}
            for each in found
            for square in pair
            if str(square + 1) not in each.values()
        ]
    return found


def graph(position: Position) -> "nx.MultiGraph[int]":
    return nx.MultiGraph(
        [(a + 1, b + 1, mark_name(mark)) for mark, (a, b) in position.quantum.items()]
    )


# --- each kind -------------------------------------------------------------------------------


def is_count(exercise: Exercise) -> bool:
    return str(exercise.answer) == str(len(realities(exercise.position)))


def is_what_stays_empty(exercise: Exercise) -> bool:
    question = words(exercise)
    mark, square = question[1], question[5]
    among = question[question.index("squares") + 1 : question.index("can")]
    left = {
        name
        for reality in realities(exercise.position)
        if reality[mark] == square
        for name in among
        if name not in reality.values()
    }
    return set(str(exercise.answer).split()) == left


def is_share(exercise: Exercise) -> bool:
    mark, square = words(exercise)[-5], words(exercise)[-1]
    found = realities(exercise.position)
    return str(exercise.answer) == str(
        Fraction(sum(each[mark] == square for each in found), len(found))
    )


def is_path(exercise: Exercise) -> bool:
    question = words(exercise)
    at = question.index("in")
    a, b = int(question[at + 1]), int(question[at + 3])
    squares = graph(exercise.position)
    is_there = {a, b} <= set(squares) and nx.has_path(squares, a, b)
    return str(exercise.answer) == ("yes" if is_there else "no")


def is_number_of_factors(exercise: Exercise) -> bool:
    """Marks are in one factor if the realities of some pair are not a product."""
    found = realities(exercise.position)
    together: nx.Graph[str] = nx.Graph()
    marks = [*found[0]]
    together.add_nodes_from(marks)
    for one in marks:
        for other in marks:
            both = {(each[one], each[other]) for each in found}
            alone = len({each[one] for each in found}) * len({each[other] for each in found})
            if len(both) < alone:
                together.add_edge(one, other)
    return str(exercise.answer) == str(nx.number_connected_components(together))


def are_stems(exercise: Exercise) -> bool:
    """A stem is entangled with the closing mark, and in one square in every reality."""
    position, found = exercise.position, realities(exercise.position)
    closed = position.quantum[len(position.marks)][0] + 1
    together = nx.node_connected_component(graph(position), closed)
    mine = {mark for _, _, mark in graph(position).subgraph(together).edges(keys=True)}
    stems = {mark for mark in mine if len({each[mark] for each in found}) == 1}
    return set(str(exercise.answer).split()) - {"none"} == stems


def are_both_collapses(exercise: Exercise) -> bool:
    position = exercise.position
    for text, move in zip(str(exercise.answer).split("; "), position.legal_moves, strict=True):
        after = position.play(move)
        landed = {
            mark_name(mark): str(square + 1)
            for square, mark in after.classical.items()
            if mark in position.quantum
        }
        if dict(each.split(" ") for each in text.split(", ")) != landed:
            return False
    return True


def is_result(exercise: Exercise) -> bool:
    question = words(exercise)
    after = exercise.position.play(Collapse(int(question[question.index("on") + 1]) - 1))
    return str(exercise.answer) == (after.outcome.result if after.outcome else "*")


def is_value(exercise: Exercise) -> bool:
    return exercise.answer.mistake_in(str(minimax(exercise.position))) == ""


def minimax(position: Position) -> float:
    if position.outcome:
        return position.outcome.points.x - position.outcome.points.o
    values = [minimax(position.play(move)) for move in position.legal_moves]
    return max(values) if position.to_move == "X" else min(values)


TRUE: dict[str, Callable[[Exercise], bool]] = {
    "realities": is_count,
    "empty": is_what_stays_empty,
    "odds": is_share,
    "loop": is_path,
    "parts": is_number_of_factors,
    "stems": are_stems,
    "collapses": are_both_collapses,
    "winner": is_result,
}


@pytest.mark.parametrize("kind", TRUE)
def test_answers_are_true(kind: str) -> None:
    assert [each for each in some(kind) if not TRUE[kind](each)] == []


def test_values_are_those_of_plain_minimax() -> None:
    late = [each for each in some("value", 90) if len(each.position.open_squares) <= 4]
    assert len(late) > 5
    assert [each for each in late if not is_value(each)] == []


# --- all kinds -------------------------------------------------------------------------------


def test_every_kind_is_verified() -> None:
    assert {*TRUE, "value"} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("grade", GRADES)
def test_every_kind_has_every_grade(kind: str, grade: int) -> None:
    found = list(islice(exercises([kind], seed=2, grade=grade), 5))
    assert [(each.kind, each.grade) for each in found] == [(kind, grade)] * 5


def test_positions_are_reachable_and_exercises_differ() -> None:
    found = list(islice(exercises(seed=3), 90))
    assert all(read(str(each.position)).position == each.position for each in found)
    assert len({(each.position, each.question) for each in found}) == 90


def test_kinds_and_grades_come_in_turn() -> None:
    found = list(islice(exercises(seed=1), 27))
    assert [each.kind for each in found[:9]] == [*KINDS]
    assert [each.grade for each in found[:9]] == [1, 2, 3] * 3
    assert len({(each.kind, each.grade) for each in found}) == 27


def test_exercises_depend_only_on_the_seed() -> None:
    one, again, other = (list(islice(exercises(seed=seed), 20)) for seed in (4, 4, 5))
    assert [str(each) for each in one] == [str(each) for each in again]
    assert [each.position for each in one] != [each.position for each in other]


def test_right_and_wrong_answers_are_explained() -> None:
    exercise = next(exercises(["odds"], seed=1))
    assert exercise.check(str(exercise.answer)) == (
        True,
        "X1, X3 have 3 realities, one for each square that can stay empty; in 1 of them X3 is in "
        "3.",
    )
    assert exercise.check("2/3") == (
        False,
        "2/3 is too large. The answer is 1/3: X1, X3 have 3 realities, one for each square that "
        "can stay empty; in 1 of them X3 is in 3.",
    )


def test_unknown_kinds_and_grades_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"^unknown kind of exercise 'luck': choose from realiti"):
        exercises(["luck"], seed=1)
    with pytest.raises(ValueError, match=r"^unknown grade 4: choose from 1, 2, 3$"):
        exercises(seed=1, grade=4)
