"""Translations are complete and equivalent."""

import re
from itertools import islice
from string import Formatter

import pytest

from qttt.teach import KINDS, LANGUAGES, AnswerError, Words, exercises
from qttt.teach.answers import ChoiceAnswer, Landings, Marks
from qttt.teach.blocks import Block, Boards, Heading, Items, Text
from qttt.teach.quiz import Test

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH, GREEK = LANGUAGES["en"], LANGUAGES["el"]
NEUTRAL = {"GHZ", "W", "qubit", "chooser", "chance", "Goff", "seed"}
"""Latin words that are not English."""


def block_texts(block: Block) -> list[str]:
    match block:
        case Heading(text) | Text(text):
            return [text]
        case Items(items):
            return [*items]
        case Boards(boards):
            return [caption for _, caption in boards]


def texts(words: Words) -> list[str]:
    """All fixed texts of sheets and tests."""
    blocks = (*words.rules, *words.semiclassical, *words.record)
    return [text for block in blocks for text in block_texts(block)] + [
        text
        for test in (words.before, words.after)
        for text in (
            test.title,
            test.about,
            *(t for q in test.questions for t in (q.text, *q.options, q.why, q.topic)),
        )
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    own = {name for name in vars(type(LANGUAGES[language])) if not name.startswith("_")}
    assert own == {name for name in vars(Words) if not name.startswith("_")}


@pytest.mark.parametrize("language", OTHERS)
def test_phrases_have_the_same_places_to_fill(language: str) -> None:
    for name, phrase in vars(Words).items():
        if isinstance(phrase, str) and not name.startswith("_"):
            other = getattr(LANGUAGES[language], name)
            assert places(other) == places(phrase), name


def places(phrase: str) -> list[tuple[str | None, str | None]]:
    return [(name, kind) for _, name, _, kind in Formatter().parse(phrase) if name is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_makes_the_same_exercises(kind: str) -> None:
    one, other = (islice(exercises([kind], seed=4, language=each), 12) for each in LANGUAGES)
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
    for each in islice(exercises([kind], seed=4, language="el"), 12):
        for text in (each.question, each.answer.hint, each.explanation):
            assert english_in(text) == set()


def test_greek_sheets_are_greek() -> None:
    assert {word for text in texts(GREEK) for word in english_in(text)} == set()


def english_in(text: str) -> set[str]:
    """The words in Latin letters that are neither players nor marks."""
    words = set(re.findall(r"[A-Za-z]+\d*", text)) - NEUTRAL
    return {word for word in words if not re.fullmatch(r"[XO]\d?", word)}


@pytest.mark.parametrize("test", ["before", "after"])
def test_tests_are_the_same_test(test: str) -> None:
    one, other = (quiz(words, test) for words in (ENGLISH, GREEK))
    for english, greek in zip(one.questions, other.questions, strict=True):
        assert (english.right, english.grade) == (greek.right, greek.grade)
        assert english.shows == greek.shows
        assert len(english.options) == len(set(greek.options))
        assert numbers(english.text) == numbers(greek.text)
        for option, same in zip(english.options, greek.options, strict=True):
            assert numbers(option) == numbers(same)


def quiz(words: Words, test: str) -> Test:
    return words.before if test == "before" else words.after


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
