"""`qttt exercises`: sheets, questions, checks, JSON and errors."""

from pathlib import Path

import pytest

from qttt.teach import KINDS
from tests.cli.helpers import error_of, qttt, stdout_of

ODDS = ("exercises", "--kind", "odds", "--count", "2", "--seed", "1")


def test_sheet_has_a_board_and_a_question_for_each() -> None:
    printed = stdout_of(*ODDS)
    assert printed.startswith("1. Grade 1, odds\n┌1────")
    assert printed.count("Position   ") == printed.count("Question   ") == 2
    assert "Answers" not in printed
    assert printed.endswith("\nSeed       1\n")


def test_answers_follow_all_questions() -> None:
    questions, answers = stdout_of(*ODDS, "--answers").split("\nAnswers\n")
    assert stdout_of(*ODDS) == f"{questions}\nSeed       1\n"
    assert answers.startswith("  1.       1/3: X1, X3 have 3 realities")
    assert "\n  2.       1/4: " in answers


def test_a_board_does_not_reveal_the_stems() -> None:
    printed = stdout_of("exercises", "--kind", "stems", "--count", "3", "--seed", "1")
    assert not set("~?'") & set(printed.partition("Position")[0])


def test_easy_ones_come_first_and_every_kind_occurs() -> None:
    listed = qttt("exercises", "--seed", "1", "--json").json["exercises"]
    assert [each["grade"] for each in listed] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert {each["kind"] for each in listed} == {*KINDS}


def test_kinds_grade_and_count_are_those_asked_for() -> None:
    options = ("--kind", "loop", "--kind", "parts", "--grade", "2", "--count", "4", "--seed", "1")
    listed = qttt("exercises", *options, "--json").json["exercises"]
    assert [(each["kind"], each["grade"]) for each in listed] == [("loop", 2), ("parts", 2)] * 2


def test_json() -> None:
    facts = qttt(*ODDS, "--json").json
    assert facts["seed"] == 1
    assert facts["exercises"][0] == {
        "kind": "odds",
        "grade": 1,
        "position": "23/16/35",
        "question": "All realities weigh the same. How likely is X3 to be in 3?",
        "hint": "a fraction, such as 2/3",
        "answer": "1/3",
        "explanation": "X1, X3 have 3 realities, one for each square that can stay empty; in 1 "
        "of them X3 is in 3",
    }


def test_random_seed_is_shown_and_repeats() -> None:
    facts = qttt("exercises", "--count", "2", "--json").json
    again = qttt("exercises", "--count", "2", "--json", "--seed", str(facts["seed"])).json
    assert again == facts


def test_ascii_is_ascii() -> None:
    assert stdout_of("exercises", "--seed", "1", "--answers", "--ascii", "--count", "30").isascii()


# --- asked -----------------------------------------------------------------------------------


def asked(*lines: str) -> str:
    """Return the feedback on each answer."""
    printed = stdout_of(*ODDS, "--ask", stdin="".join(f"{line}\n" for line in lines))
    return "".join(part.partition("\n2. Grade")[0] for part in printed.split("> ")[1:])


def test_right_and_wrong_answers() -> None:
    feedback = asked("1/3", "3/4")
    assert "Right      X1, X3 have 3 realities" in feedback
    assert "Wrong      3/4 is too large. The answer is 1/4:" in feedback
    assert feedback.endswith("\n1 of 2 right.\n")


def test_invalid_answer_is_asked_again() -> None:
    feedback = asked("a third", "1/3", "1/4")
    assert "'a third' cannot be read; write a fraction, such as 2/3\n" in feedback
    assert feedback.endswith("\n2 of 2 right.\n")


def test_an_empty_answer_skips_the_exercise() -> None:
    feedback = asked("", "1/4")
    assert "Answer     1/3: X1, X3 have 3 realities" in feedback
    assert feedback.endswith("\n1 of 2 right.\n")


def test_it_ends_with_the_input() -> None:
    assert asked().endswith("\n0 of 0 right.\n")


# --- checked ---------------------------------------------------------------------------------


def checked(text: str) -> tuple[int, str]:
    done = qttt(*ODDS, "--check", "-", stdin=text)
    assert done.err == ""
    return done.code, done.out


def test_all_right_ends_with_0() -> None:
    code, feedback = checked("1. 1/3\n\n2) 1/4\n")
    assert code == 0
    assert feedback.startswith("1. right   X1, X3 have 3 realities")
    assert feedback.endswith("\n2 of 2 right.\n")


def test_anything_wrong_ends_with_1(tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    file.write_text("2: what?\n")
    done = qttt(*ODDS, "--check", file)
    assert (done.code, done.err) == (1, "")
    assert "1. wrong   No answer. It is 1/3: X1, X3" in done.out
    assert "2. wrong   'what?' cannot be read; write a fraction, such as 2/3." in done.out
    assert done.out.endswith("\n0 of 2 right.\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/3", "column 1: write each answer with its number: 3. X1 O4"),
        ("1. 1/3\n3. 1", "line 2, column 1: no exercise 3: there are only 2"),
        ("1. 1/3\n1. 1/4", "line 2, column 1: exercise 1 is answered twice"),
    ],
)
def test_invalid_files_of_answers(text: str, message: str) -> None:
    assert error_of(*ODDS, "--check", "-", stdin=text) == message


# --- in other languages ----------------------------------------------------------------------


def test_greek_exercises_are_asked_and_checked_in_greek() -> None:
    loop = ("exercises", "--kind", "loop", "--count", "1", "--seed", "3", "--language", "el")
    page = stdout_of(*loop, "--answers")
    assert "\nΕρώτηση    " in page
    assert "\nΓράψε      ναι ή όχι\n" in page
    assert "\nΑπαντήσεις\n" in page
    verdicts = {qttt(*loop, "--check", "-", stdin=f"1. {text}").out for text in ("ΝΑΙ", "όχι")}
    assert {verdict[:8] for verdict in verdicts} == {"1. σωστό", "1. λάθος"}
    assert {verdict.split("\n")[-2] for verdict in verdicts} == {
        "Σωστά: 0 από 1.",
        "Σωστά: 1 από 1.",
    }


def test_languages() -> None:
    assert error_of("exercises", "--language", "el", "--ascii") == (
        "the language el cannot be printed in ASCII"
    )
    assert error_of("exercises", "--language", "fr") == (
        "unsupported language 'fr': choose from en, el"
    )


# --- errors ----------------------------------------------------------------------------------


def test_contradicting_options() -> None:
    assert error_of(*ODDS, "--ask", "--answers") == (
        "choose one of --answers, --ask, --check and --json"
    )
    assert (
        error_of("exercises", "--check", "-")
        == "--check needs the --seed that is printed on the sheet"
    )


def test_unknown_kinds_and_numbers() -> None:
    assert error_of("exercises", "--kind", "luck") == (
        f"unknown kind of exercise 'luck': choose from {', '.join(KINDS)}"
    )
    assert "--grade" in error_of("exercises", "--grade", "4")
    assert "--count" in error_of("exercises", "--count", "0")


def test_missing_file(tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    assert error_of(*ODDS, "--check", missing) == f"{missing}: No such file or directory"


def test_help_names_every_kind() -> None:
    words = stdout_of("exercises", "--help").replace(",", " ").replace(".", " ").split()
    assert {*KINDS} <= {*words}
