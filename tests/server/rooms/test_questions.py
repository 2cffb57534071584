"""Questions of polls and their answers."""

import pytest

from qttt.server.errors import RequestError
from qttt.server.protocol.shared import PollKind
from qttt.server.rooms.questions import parse_answer, parse_question
from qttt.server.store.polls import PollQuestion


def question(
    kind: PollKind,
    text: str = "",
    options: tuple[str, ...] = (),
    position: str = "",
    marks: tuple[str, ...] = (),
) -> PollQuestion:
    return parse_question(kind, text, list(options), "goff", position, list(marks))


def test_questions_are_normalized() -> None:
    asked = question("choice", "  Who \n wins? ", ("  X ", "O"), "21/32")
    assert asked == PollQuestion("choice", "Who wins?", ("X", "O"), "goff", "12/23")
    assert question("choice", "Why?", ("a", "b")).position == ""
    assert question("entangled", position="12/23/45", marks=("X1", "X3")).marks == ("X1", "X3")


@pytest.mark.parametrize(
    ("asked", "answers"),
    [
        (question("choice", "Why?", ("a", "b")), {"1": "1", "2": "2"}),
        (question("ahead", position="-"), {"X": "X", "even": "even"}),
        (question("entangled", position="12/23", marks=("X1", "O2")), {"yes": "yes"}),
        (question("worlds", position="12/23"), {"3": "3", "999999": "999999"}),
        (question("where", position="12/23", marks=("X1",)), {"2/4": "1/2", "0/3": "0/1"}),
        (question("move", position="12/23"), {"13": "13", "98": "89"}),
        (question("collapse", position="12/23/13"), {"@1": "@1", "@3": "@3"}),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_answers_are_normalized(asked: PollQuestion, answers: dict[str, str]) -> None:
    assert {text: parse_answer(asked, text) for text in answers} == answers


@pytest.mark.parametrize(
    ("asked", "answer", "message"),
    [
        (question("choice", "Why?", ("a", "b")), "3", "the answer must be one of 1, 2"),
        (question("ahead", position="-"), "x", "the answer must be one of X, even, O"),
        (question("worlds", position="-"), "0", "the answer must be a number from 1 to 999999"),
        (question("where", position="12/23", marks=("X1",)), "4/3", "a fraction from 0/1 to 1/1"),
        (question("where", position="12/23", marks=("X1",)), "1/0", "a fraction from 0/1 to 1/1"),
        (question("slide", "Look!"), "1", "a slide asks nothing"),
        (question("move", position="12/23"), "11", "two different squares"),
        (question("move", position="12/23"), "hello", "'hello' is not a move"),
        (question("collapse", position="12/23/13"), "@2", "cannot land on that square"),
    ],
)
def test_invalid_answers(asked: PollQuestion, answer: str, message: str) -> None:
    with pytest.raises(RequestError, match=message) as caught:
        parse_answer(asked, answer)
    assert caught.value.code == "bad-answer"


TWO = ("a", "b")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"kind": "choice", "options": TWO}, "a choice needs a text: write it"),
        ({"kind": "slide"}, "a slide needs a text: write it"),
        ({"kind": "slide", "text": "?" * 601}, "at most 600"),
        ({"kind": "where", "position": "12/23", "marks": ("X1", "O2")}, "1 different of: X1, O2"),
        (
            {"kind": "choice", "text": "?" * 201, "options": TWO},
            "the question can have at most 200",
        ),
        (
            {"kind": "choice", "text": "Why?", "options": ("a",)},
            "a choice has 2 to 6 answers, not 1",
        ),
        ({"kind": "choice", "text": "Why?", "options": tuple("1234567")}, "2 to 6 answers, not 7"),
        (
            {"kind": "choice", "text": "Why?", "options": ("a", " a ")},
            "must differ and not be empty",
        ),
        ({"kind": "choice", "text": "Why?", "options": ("a", "")}, "must differ and not be empty"),
        (
            {"kind": "choice", "text": "Why?", "options": ("a", "b" * 61)},
            "an answer can have at most 60",
        ),
        ({"kind": "worlds", "options": TWO, "position": "-"}, "only a choice has options"),
        ({"kind": "worlds", "marks": TWO, "position": "-"}, "kind worlds does not ask about marks"),
        ({"kind": "worlds"}, "a poll of kind worlds needs a position"),
        ({"kind": "move", "position": "12/23/13"}, "no mark can be placed in 12/23/13: a loop is"),
        ({"kind": "collapse", "position": "12/23"}, "no loop is pending in 12/23"),
        (
            {"kind": "entangled", "position": "12/23", "marks": ("X1",)},
            "must be 2 different of: X1, O2",
        ),
        ({"kind": "entangled", "position": "12/23", "marks": ("X1", "X3")}, "2 different"),
        ({"kind": "entangled", "position": "12/23", "marks": ("X1", "X1")}, "2 different"),
        ({"kind": "entangled", "position": "-", "marks": ("X1", "O2")}, "different of: none"),
    ],
)
def test_invalid_questions(asked: dict[str, object], message: str) -> None:
    with pytest.raises(RequestError, match=message) as caught:
        question(**asked)  # type: ignore[arg-type]
    assert caught.value.code == "bad-poll"
