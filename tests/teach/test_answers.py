"""Parsing and checking of answers."""

from fractions import Fraction

import pytest

from qttt.teach import AnswerError
from qttt.teach.answers import Answer, ChoiceAnswer, Landings, Marks, Number, Squares

SIX = Number(Fraction(6), "a number, such as 6")
THIRD = Number(Fraction(1, 3), "a fraction, such as 2/3")
VALUE = Number(Fraction(-3, 2), "a number, such as +1/2, 0 or -1", is_value=True)
YES = ChoiceAnswer("yes", ("yes", "no"))
RESULT = ChoiceAnswer("1-0.5", ("1-0", "0-1", "1-0.5", "*"))
SOME = Squares(("2", "5"))
STEMS = Marks(("X1", "O4"))
NONE = Marks(())
BOTH = Landings(({"X1": "2", "O2": "1"}, {"X1": "1", "O2": "2"}))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (SIX, "6"),
        (SIX, " 6.0\n"),
        (SIX, "+12/2"),
        (THIRD, "1/3"),
        (THIRD, "2 / 6"),
        (VALUE, "-1 1/2"),
        (VALUE, "−1½"),
        (VALUE, "-3/2"),
        (VALUE, "-1.5"),
        (YES, "YES"),
        (RESULT, "1-½"),
        (RESULT, "1–0.5"),
        (SOME, "5, 2"),
        (SOME, "25"),
        (STEMS, "o4 x1"),
        (NONE, "None"),
        (BOTH, "O2 1, X1 2; X1 1, O2 2"),
        (BOTH, "x1=2 o2->1 ; x1 @ 1. o2: 2"),
    ],
)
def test_right_answers_can_be_written_in_many_ways(answer: Answer, text: str) -> None:
    assert answer.mistake_in(text) == ""


@pytest.mark.parametrize("answer", [SIX, THIRD, VALUE, YES, RESULT, SOME, STEMS, NONE, BOTH])
def test_written_answers_are_accepted(answer: Answer) -> None:
    assert answer.mistake_in(str(answer)) == ""


@pytest.mark.parametrize(
    ("answer", "text", "fault"),
    [
        (SIX, "5", "5 is too small"),
        (THIRD, "0.5", "0.5 is too large"),
        (YES, "no", "it is not no"),
        (SOME, "2 7", "missing: 5; wrong: 7"),
        (STEMS, "none", "missing: X1 O4"),
        (NONE, "X3", "wrong: X3"),
        (BOTH, "X1 2, O2 1; X1 2", "not right in the second collapse: X1 O2"),
        (BOTH, "X1 2, O2 1, X3 3; X1 1, O2 2", "not right in the first collapse: X3"),
    ],
)
def test_faults_of_wrong_answers(answer: Answer, text: str, fault: str) -> None:
    assert answer.mistake_in(text) == fault


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (SIX, "many"),
        (SIX, ""),
        (THIRD, "1/0"),
        (THIRD, "1/3/3"),
        (YES, "perhaps"),
        (SOME, "0"),
        (SOME, "X1"),
        (STEMS, "1 2"),
        (STEMS, ""),
        (BOTH, "X1 2, O2 1"),
        (BOTH, "X1 2; O2 1; X1 1"),
        (BOTH, "X1 2 or so; X1 1"),
        (BOTH, "X1 2 X1 3; X1 1"),
        (BOTH, ";"),
    ],
)
def test_unreadable_answers_name_the_expected_form(answer: Answer, text: str) -> None:
    with pytest.raises(AnswerError) as refused:
        answer.mistake_in(text)
    assert str(refused.value) == f"{text.strip()!r} cannot be read; write {answer.hint}"


def test_only_the_beginning_of_a_long_text_is_read_and_shown() -> None:
    with pytest.raises(AnswerError) as refused:
        SIX.mistake_in("x" * 10_000)
    assert len(str(refused.value)) < 120
