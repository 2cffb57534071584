"""Translations are equivalent."""

import re
from itertools import islice

import pytest

from qttt.teach import KINDS, AnswerError, exercises
from qttt.teach.answers import ChoiceAnswer, Landings, Marks
from qttt.teach.quiz import Test
from qttt.teach.words import ENGLISH, words_of
from qttt.texts.check import PAGES
from qttt.texts.folders import CONTENT
from qttt.texts.markdown import entries

GREEK = words_of("el")
NEUTRAL = {"GHZ", "W", "qubit", "chooser", "chance", "Goff", "seed", "Seed"}
"""Latin words that are not English."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_makes_the_same_exercises(kind: str) -> None:
    one, other = (islice(exercises([kind], seed=4, language=each), 12) for each in ("en", "el"))
    for english, greek in zip(one, other, strict=True):
        assert (english.position, english.grade) == (greek.position, greek.grade)
        assert numbers(english.question) == numbers(greek.question)
        assert numbers(str(english.answer)) == numbers(str(greek.answer))
        assert greek.check(str(greek.answer)).is_right


def numbers(text: str) -> list[str]:
    """Marks, squares and numbers, which do not depend on the language."""
    return sorted(re.findall(r"[XO]?\d+", text))


@pytest.mark.parametrize("kind", KINDS)
def test_greek_exercises_are_greek(kind: str) -> None:
    for exercise in islice(exercises([kind], seed=4, language="el"), 12):
        for text in (exercise.question, exercise.answer.hint, exercise.explanation):
            assert english_in(text) == set()


@pytest.mark.parametrize("name", [*PAGES, "sheets.md", "exercises.md", "presets.md", "switches.md"])
def test_greek_texts_are_greek(name: str) -> None:
    found = [
        entry.text
        for entry in entries(CONTENT / "el" / name)
        if name in PAGES or entry.sign != "##"  # elsewhere headings are keys
    ]
    syntax = re.compile(r"\{\w+, plural,|(one|other) \{")
    assert {word for text in found for word in english_in(syntax.sub("", text))} == set()


@pytest.mark.parametrize("test", [GREEK.before, GREEK.after], ids=["before", "after"])
def test_greek_tests_are_greek(test: Test) -> None:
    for question in test.questions:
        for text in (
            test.title,
            test.about,
            question.text,
            *question.options,
            question.why,
            question.topic,
        ):
            assert english_in(text) == set()


def english_in(text: str) -> set[str]:
    """The words in Latin letters that are neither keys, placeholders, players nor marks."""
    bare = re.sub(r"^[\w-]+: |\{[\w.]+\}", "", text)
    words = set(re.findall(r"[A-Za-z]+\d*", bare)) - NEUTRAL
    return {word for word in words if not re.fullmatch(r"[XO]\d?", word)}


@pytest.mark.parametrize(
    ("one", "other"), [(ENGLISH.before, GREEK.before), (ENGLISH.after, GREEK.after)]
)
def test_tests_are_the_same_test(one: Test, other: Test) -> None:
    for english, greek in zip(one.questions, other.questions, strict=True):
        assert len(english.options) == len(set(greek.options))
        assert numbers(english.text) == numbers(greek.text)
        for option, same in zip(english.options, greek.options, strict=True):
            assert numbers(option) == numbers(same)


# --- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["όχι", "ΟΧΙ", "Όχι", "οχι", " ΌΧΙ "])
def test_greek_answers_need_no_accents(text: str) -> None:
    assert ChoiceAnswer("όχι", ("ναι", "όχι"), GREEK).mistake_in(text) == ""


@pytest.mark.parametrize("text", ["X1 O4", "Χ1 Ο4", "χ1, ο4"])
def test_marks_can_be_typed_on_a_greek_keyboard(text: str) -> None:
    assert Marks(("X1", "O4"), GREEK).mistake_in(text) == ""
    assert Marks(("X1", "O4")).mistake_in(text) == ""


def test_an_empty_set_of_marks_in_greek() -> None:
    assert str(Marks((), GREEK)) == "κανένα"
    assert Marks((), GREEK).mistake_in("ΚΑΝΕΝΑ") == ""


def test_faults_in_greek() -> None:
    both = Landings(({"X1": "2", "O2": "1"}, {"X1": "1", "O2": "2"}), GREEK)
    assert both.mistake_in("Χ1 2, Ο2 1; Χ1 2, Ο2 1") == "λάθος στη δεύτερη κατάρρευση: X1 O2"
    with pytest.raises(AnswerError, match=r"^το 'ίσως' δεν διαβάζεται· γράψε ναι ή όχι$"):
        ChoiceAnswer("ναι", ("ναι", "όχι"), GREEK).mistake_in("ίσως")
