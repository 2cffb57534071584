"""The pupils' tests; answers are verified by the engine where possible."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from qttt.game import Position
from qttt.notation import read
from qttt.quantum import quantum_state
from qttt.teach import LANGUAGES
from qttt.teach.quiz import OPTIONS, Question, Test
from qttt.teach.words import ENGLISH, words_of
from tests.teach.documents import DOCUMENTS, quiz_page

BEFORE, AFTER = ENGLISH.before, ENGLISH.after
both = pytest.mark.parametrize("test", [BEFORE, AFTER], ids=["before", "after"])


def test_the_document_has_the_questions() -> None:
    assert (DOCUMENTS / "tests.md").read_text("utf-8").endswith(f"\n{quiz_page()}"), (
        "run python -m tests.teach.documents"
    )


@both
def test_ten_questions_with_four_different_options(test: Test) -> None:
    assert len(test.questions) == 10
    assert all(len(set(question.options)) == OPTIONS for question in test.questions)
    assert {question.grade for question in test.questions} == {1, 2, 3}


@both
def test_no_letter_is_right_too_often(test: Test) -> None:
    assert max(Counter(question.right for question in test.questions).values()) <= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_topics_are_the_same_in_both(language: str) -> None:
    both = (words_of(language).before, words_of(language).after)
    topics = [[question.topic for question in test.questions] for test in both]
    assert topics[0] == topics[1]


# --- answers of the engine --------------------------------------------------------------------


def shown(question: Question) -> Position:
    assert question.board is not None
    return read(question.board).position


def count(question: Question) -> str:
    return str(shown(question).ensemble().count)


def independent(question: Question) -> str:
    """X1's odds after O2 is found in 6."""
    left = [each[1] for each in shown(question).ensemble() if each[2] == 5]
    assert Counter(left) == {0: 1, 1: 1}
    return "Nothing."


def odds_of_x1(question: Question) -> str:
    return str(shown(question).ensemble().odds()[1][0])


def where_o2_is(question: Question) -> str:
    (square,) = {each[2] for each in shown(question).ensemble() if each[1] == 1}
    return f"in {square + 1}"


def factors(question: Question) -> str:
    ghz, stem = quantum_state(shown(question)).factors
    assert (ghz.kind, ghz.marks, stem.kind, stem.marks) == ("GHZ", (1, 2, 4), "basis", (3,))
    assert quantum_state(shown(question)).odds()[3] == {8: 1}
    return "X1, O2 and O4; X3 is sure to be in 9"


def rest_of_w(question: Question) -> str:
    """Without the reality in which square 1 is empty, 2 and 3 are equally likely to be."""
    left = [each for each in shown(question).ensemble() if 0 in each.values()]
    empty = [({0, 1, 2} - set(each.values())).pop() for each in left]
    assert sorted(empty) == [1, 2]
    return "entangled: either 2 stays empty or 3 does, with equal chance"


def secret(question: Question) -> str:
    """O2's odds before, and their mean after X1 is measured."""
    found = [(each[1], each[2]) for each in shown(question).ensemble()]
    before = Fraction(sum(o2 == 2 for _, o2 in found), len(found))
    after = Fraction(0)
    for square in {x1 for x1, _ in found}:
        left = [o2 for x1, o2 in found if x1 == square]
        after += Fraction(len(left), len(found)) * Fraction(left.count(2), len(left))
    return f"{before} before, {after} after"


@pytest.mark.parametrize(
    ("number", "found"),
    [
        (2, count),
        (3, independent),
        (4, odds_of_x1),
        (5, where_o2_is),
        (6, factors),
        (7, rest_of_w),
        (9, secret),
    ],
)
def test_the_engine_gives_the_right_option(number: int, found: Callable[[Question], str]) -> None:
    question = AFTER.questions[number - 1]
    assert question.options[question.right] == found(question)
