"""The format of files with texts, and their comparison with English."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from qttt.texts.check import check
from qttt.texts.folders import ContentError, languages
from qttt.texts.markdown import texts
from tests.languages import replace

GOLDEN = Path(__file__).resolve().parents[2] / "spec" / "golden" / "content.json"
CASES = json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[each["is"] for each in CASES])
def test_a_file_has_these_texts_or_this_error(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "file.md"
    file.write_text(case["file"], "utf-8", newline="")
    if "texts" in case:
        assert texts(file) == case["texts"]
    else:
        with pytest.raises(ContentError, match=f", {re.escape(case['error'])}$"):
            texts(file)


@pytest.mark.parametrize("language", languages())
def test_a_language_is_complete(language: str) -> None:
    check(language)


def test_every_preset_of_the_rules_is_described(french: Path) -> None:
    presets = french.parent / "en" / "presets.md"
    replace(presets, "\n- name: Closer chooses\n", "")
    with pytest.raises(ContentError, match=r"en/presets\.md, line \d+: `closer\.name` of the"):
        check("en")


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        (
            "exercises.md",
            "- hint: squares, such as 1 5 9\n",
            "",
            "`empty.hint` is missing below: translate “squares, such as 1 5 9”",
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
            "exercises.md",
            "one {best is} other {best are}",
            "few {best is} other {best are}",
            "`value.best`: add the plural form one",
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
            "`board 12 25 59 15 @5` is missing below: "
            "translate “... or on 5. X3 lands on 9 either way.”",
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
        (
            "lessons/01-ordinary.md",
            "You are {player}. Complete a line.",
            "{player, select, X {Un} other {Deux}}",
            "`win`: write placeholders as {name}",
        ),
        (
            "app.json",
            '  "app.close": "Close",\n',
            "",
            "`app.close` is missing below: translate “Close”",
        ),
        (
            "app.json",
            '"app.close"',
            '"app.shut": "",\n  "app.close"',
            "`app.shut` is unknown: remove it, or add it to en",
        ),
        (
            "app.json",
            "Ready for {next}",
            "Ready for {other}",
            "`record.suggestion` has the placeholders {level} {other}: write {level} {next}",
        ),
        (
            "app.json",
            '"events.whole": "{mark} is',
            '"events.whole": "{mark, plural, one {#} other {#}} is',
            "`events.whole` uses {mark} as a number: en does not",
        ),
        (
            "app.json",
            '"screens.games"',
            '"screens.more": "{n, plural, one {#} few {#} other {#}}",\n  "screens.games"',
            "`screens.more`: remove the plural form few",
        ),
        (
            "app.json",
            '"app.close"',
            '"app.close": "x",\n  "app.close"',
            "`app.close` is there twice: remove one",
        ),
        (
            "app.json",
            "Remove {game}",
            "Remove {game",
            "`games.remove` cannot be read: add a brace }",
        ),
        (
            "app.json",
            '"app.back": "Back"',
            '"app.back": 1',
            "`app.back` has no text: write it in quotes",
        ),
        (
            "app.json",
            '"app.back": "Back",',
            '"app.back": "Back"',
            "the file is not JSON: Expecting ',' delimiter",
        ),
        (
            "app.json",
            '"one: i = 1',
            '"ones: i = 1',
            "there is no plural form 'ones': choose from zero, one, two, few, many",
        ),
        (
            "app.json",
            '"language.plurals"',
            '"language.plural"',
            "add the plural rules of the language as `language.plurals`",
        ),
    ],
)
def test_a_difference_from_english_names_file_line_and_key(
    french: Path, name: str, old: str, new: str, fault: str
) -> None:
    before = (french / name).read_text("utf-8").split("\n")
    replace(french / name, old, new)
    after = (french / name).read_text("utf-8").split("\n")
    with pytest.raises(ContentError) as error:
        check("fr")
    found = re.fullmatch(rf"fr/{name}, line (\d+): {re.escape(fault)}", str(error.value))
    assert found, error.value
    lines = enumerate(zip(before, after, strict=False), 1)
    changed = next(number for number, (old, new) in lines if old != new)
    assert abs(int(found[1]) - changed) <= 3


def test_missing_and_unknown_files_are_named(french: Path) -> None:
    (french / "sheets.md").rename(french / "feuilles.md")
    with pytest.raises(ContentError) as error:
        check("fr")
    assert str(error.value) == (
        "fr/feuilles.md: unknown file: remove it, or add it to en\n"
        "fr/sheets.md: missing file: copy and translate en/sheets.md"
    )
