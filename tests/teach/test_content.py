"""The files of texts: their format, their comparison with English, and a new language."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import qttt
from qttt import Rules
from qttt.notation import content
from qttt.notation.content import CONTENT, ContentError, languages, texts
from qttt.notation.rules_text import rules_in_words
from qttt.teach import LANGUAGES, SheetSettings, exercises, sheets
from qttt.teach.content import Boards, Heading, Items, Text, check, page
from qttt.teach.quiz import read_test
from qttt.teach.words import ENGLISH, words_of

GOLDEN = Path(__file__).resolve().parents[2] / "spec" / "golden" / "content.json"
CASES = json.loads(GOLDEN.read_text("utf-8"))
PACKAGE = Path(qttt.__file__).parent


@pytest.mark.parametrize("case", CASES, ids=[each["is"] for each in CASES])
def test_a_file_has_these_texts_or_this_error(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "file.md"
    file.write_text(case["file"], "utf-8", newline="")
    if "texts" in case:
        assert texts(file) == case["texts"]
    else:
        with pytest.raises(ContentError, match=f", {re.escape(case['error'])}$"):
            texts(file)


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_complete(language: str) -> None:
    check(language)


def test_every_text_is_used() -> None:
    files = [*PACKAGE.joinpath("teach").glob("*.py"), PACKAGE / "cli" / "exercises.py"]
    code = "".join(path.read_text("utf-8") for path in files)
    used = {*re.findall(r"\W['\"]([\w.]+)['\"]", code)}
    dynamic = re.compile(r"answers\.(small|large|first|second|missing|superfluous)|record\.\w+")
    keys = {*ENGLISH.sheets.found, *ENGLISH.exercises.found}
    keys = {re.sub(r"\.(one|other)$", "", key) if key != "answers.other" else key for key in keys}
    assert {key for key in keys - used if not dynamic.fullmatch(key)} == set()


# --- a new language --------------------------------------------------------------------------


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that begins as a copy of the English one."""
    copy = tmp_path / "content"
    shutil.copytree(CONTENT, copy)
    monkeypatch.setattr(content, "CONTENT", copy)
    return shutil.copytree(CONTENT / "en", copy / "fr")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


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


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        (
            "exercises.md",
            "- hint: squares, such as 1 5 9\n",
            "",
            "`empty.hint` is missing: translate “squares, such as 1 5 9”",
        ),
        (
            "exercises.md",
            "- hint: squares,",
            "- astuce: x\n- hint: squares,",
            "`empty.astuce` is unknown: remove it, or add it to en",
        ),
        (
            "exercises.md",
            "{mark} has closed a loop",
            "{marque} has closed a loop",
            "`stems` has the placeholders {marque}: write {mark}",
        ),
        (
            "exercises.md",
            "the loop would be {marks}",
            "la boucle",
            "`loop.yes` has the placeholders none: write {marks}",
        ),
        (
            "test-after.md",
            "12 25 89",
            "12 25 88",
            "`counting.board` is 12 25 88: write 12 25 89, as in en",
        ),
        (
            "rules.md",
            "12 25 59 15 @5: ... or on 5. X3 lands on 9 either way.\n",
            "",
            "`board 12 25 59 15 @5` is missing: translate “... or on 5. X3 lands on 9 either way.”",
        ),
        (
            "rules.md",
            "Play twice,",
            "Jouez deux fois.\n\nPlay twice,",
            "`paragraph 3` is unknown: remove it, or add it to en",
        ),
        (
            "lessons/01-ordinary.md",
            "You are {player}. Complete a line.",
            "À toi.",
            "`win` has the placeholders none: write {player}",
        ),
    ],
)
def test_a_difference_from_english_names_file_and_key(
    french: Path, name: str, old: str, new: str, fault: str
) -> None:
    replace(french / name, old, new)
    with pytest.raises(ContentError, match=f"^fr/{name}: {re.escape(fault)}$"):
        words_of("fr")


def test_missing_and_unknown_files_are_named(french: Path) -> None:
    (french / "sheets.md").rename(french / "feuilles.md")
    with pytest.raises(ContentError) as error:
        words_of("fr")
    assert str(error.value) == (
        "fr/feuilles.md: unknown file: remove it, or add it to en\n"
        "fr/sheets.md: missing file: copy and translate en/sheets.md"
    )


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
