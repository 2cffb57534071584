"""Pages, tests, and a new language for pupils and teachers."""

import re
import shutil
from pathlib import Path

import pytest

import qttt
from qttt import Rules
from qttt.notation.rules_text import rules_in_words
from qttt.teach import SheetSettings, exercises, sheets
from qttt.teach.content import Boards, Heading, Items, Text, page
from qttt.teach.quiz import read_test
from qttt.teach.words import ENGLISH, words_of
from qttt.texts.folders import CONTENT, ContentError, languages
from tests.languages import replace

PACKAGE = Path(qttt.__file__).parent


def test_a_page_is_a_list_of_blocks(tmp_path: Path) -> None:
    file = tmp_path / "file.md"
    file.write_text(
        "---\ntitle: T\naside: A\n---\nOne {more.so}.\n\n## Two\n\n- a\n- b\n\n1. c\n2. d\n\n"
        "```board\n12: e\n12 23: f: g\n```\nThree.\n\nFour.\n"
    )
    assert page(file, {"more.so": "or 1"}) == (
        "T",
        "A",
        (
            Text("One or 1."),
            Heading("Two"),
            Items(("a", "b")),
            Items(("c", "d"), is_numbered=True),
            Boards((("12", "e"), ("12 23", "f: g"))),
            Text("Three."),
            Text("Four."),
        ),
    )


def test_a_page_cites_only_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "file.md"
    file.write_text("---\ntitle: T\n---\n{chooser.no_one}\n")
    with pytest.raises(
        ContentError, match=r"file\.md, line 4: .*\{chooser.no_one\} .* switches.md$"
    ):
        page(file, {"chooser.other": "The other."})


def test_every_text_is_used() -> None:
    files = [*PACKAGE.joinpath("teach").glob("*.py"), PACKAGE / "cli" / "exercises.py"]
    code = "".join(path.read_text("utf-8") for path in files)
    used = {*re.findall(r"\W['\"]([\w.]+)['\"]", code)}
    dynamic = re.compile(r"answers\.(small|large|first|second|missing|superfluous)|record\.\w+")
    keys = {*ENGLISH.sheets.by_key, *ENGLISH.exercises.by_key}
    keys = {re.sub(r"\.(one|other)$", "", key) if key != "answers.other" else key for key in keys}
    assert {key for key in keys - used if not dynamic.fullmatch(key)} == set()


# --- a new language --------------------------------------------------------------------------


def test_a_copied_folder_is_a_language(french: Path) -> None:
    replace(french / "rules.md", "Quantum tic-tac-toe", "Morpion quantique")
    replace(french / "exercises.md", "How many realities does", "Combien de réalités a")
    assert languages() == ("en", "el", "fr")
    assert words_of("fr").rules.title == "Morpion quantique"
    replace(french / "switches.md", "Board: ", "Plateau : ")
    assert rules_in_words(Rules(), "fr").startswith("Plateau : 3 × 3.")
    assert words_of("fr").fits("cp1252")
    (one,) = (next(exercises(["realities"], seed=1, language="fr")),)
    assert one.question == "Combien de réalités a this position have?"
    assert b"/FontFile2" not in sheets(["rules"], SheetSettings(language="fr"))


def test_an_error_names_language_and_file(french: Path) -> None:
    replace(french / "record.md", "---\n\nA", "\nA")
    with pytest.raises(ContentError, match=r"^fr/record\.md, line 6: add a line --- below$"):
        words_of("fr")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("4. 8\n", "", "`counting.4` is missing: see the other questions"),
        ("grade: 1", "grade: easy", "`ignorance.grade` is easy: write a number"),
    ],
)
def test_an_incomplete_question_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    file = Path(shutil.copy(CONTENT / "en" / "test-before.md", tmp_path))
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=f"^test-before.md: {re.escape(fault)}$"):
        read_test(file)
