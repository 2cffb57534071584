"""Sheets: pages, texts, reproducible bytes."""

import re
import sys
import zlib
from unittest.mock import patch

import pytest

from qttt.extras import MissingExtraError
from qttt.notation import read
from qttt.notation.theme import DASHES
from qttt.teach import LANGUAGES, SHEETS, SheetSettings, exercises, sheets
from qttt.teach.pictures import board_picture, card_picture
from qttt.teach.words import ENGLISH
from tests.selection import by_day
from tests.teach.documents import DOCUMENTS, markdown

MISSING = r"^a PDF needs .* 'qttt\[sheets\]'$"
A4, LETTER = (595.28, 841.89), (612.0, 792.0)


def pages(document: bytes) -> list[str]:
    """The text of each page."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)
    contents = [zlib.decompress(stream) for stream in streams if stream.startswith(b"\x78")]
    texts = [re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", each) for each in contents]
    return [_text(words) for words in texts if words]


def _text(words: list[bytes]) -> str:
    plain = (re.sub(rb"\\(.)", rb"\1", word).decode("cp1252") for word in words)
    return " ".join(" ".join(plain).split())


def sides(document: bytes) -> set[tuple[float, float]]:
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    return {(float(width), float(height)) for width, height in boxes}


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("paper", by_day(["A4"], ["A4", "Letter"]))
def test_the_same_sheet_is_the_same_bytes(name: str, paper: str) -> None:
    settings = SheetSettings(paper="A4" if paper == "A4" else "Letter", seed=7)
    document = sheets([name], settings)
    assert document == sheets([name], settings)
    assert document.startswith(b"%PDF-")
    assert sides(document) == {A4 if paper == "A4" else LETTER}


@pytest.mark.parametrize("paper", by_day(["Letter"], ["A4", "Letter"]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_handouts_have_one_page(paper: str, language: str) -> None:
    settings = SheetSettings(paper="A4" if paper == "A4" else "Letter", language=language)
    names = ["rules", "boards", "marks", "record", "semiclassical"]
    assert len(re.findall(rb"/Type /Page\n", sheets(names, settings))) == len(names)


@pytest.mark.nightly
def test_greek_sheets_embed_their_font() -> None:
    document = sheets([*SHEETS], SheetSettings(language="el", seed=7))
    assert document == sheets([*SHEETS], SheetSettings(language="el", seed=7))
    assert set(re.findall(rb"/BaseFont /\w+\+(\w+)", document)) == {b"ArimoRegular", b"ArimoBold"}
    assert b"/FontFile2" in document


def test_several_sheets_are_one_document_in_that_order() -> None:
    one, other = pages(sheets(["record", "rules"], SheetSettings()))
    assert one.startswith("qttt: Record of a game page 1")
    assert other.startswith("qttt: Quantum tic-tac-toe page 2")


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_boards_per_page(per_page: int) -> None:
    (page,) = pages(sheets(["boards"], SheetSettings(per_page=per_page)))
    assert page.count("points") == per_page
    assert len(re.findall(r"\b9\b", page)) == per_page


@pytest.mark.parametrize(("size", "last"), [(4, "d"), (5, "e")])
def test_larger_boards_have_letters(size: int, last: str) -> None:
    (page,) = pages(sheets(["boards"], SheetSettings(size=size, per_page=1)))
    assert f"Board {size}×{size}" in page
    assert re.search(rf"\b{last}\b", page)


@pytest.mark.parametrize("name", ["pretest", "posttest"])
def test_answers_are_on_separate_pages(name: str) -> None:
    questions = pages(sheets([name], SheetSettings(answers=False)))
    document = pages(sheets([name], SheetSettings()))
    assert document[: len(questions)] == questions
    assert "answers" in document[-1]
    assert all("answers" not in page for page in questions)
    assert all(f"{number}." in " ".join(questions) for number in range(1, 11))


def test_exercises_are_those_of_the_seed() -> None:
    one = next(exercises(["value"], seed=3, grade=2))
    settings = SheetSettings(kinds=("value",), seed=3, grade=2, count=1)
    questions, answers = pages(sheets(["exercises"], settings))
    assert "Exercises (seed 3)" in questions
    assert f"{one.position}" in answers
    assert f"1. {one.answer}".replace("−", "–") in answers


def test_the_semiclassical_rules_are_those_of_the_document() -> None:
    document = (DOCUMENTS / "semiclassical.md").read_text("utf-8")
    assert " ".join(markdown(ENGLISH.semiclassical.blocks).split()) in " ".join(document.split())


# --- pictures --------------------------------------------------------------------------------


def test_a_picture_needs_nothing_from_outside() -> None:
    picture = board_picture(read("12 25 59 15").position).decode()
    assert "<title" not in picture
    assert 'font-family="helvetica"' in picture


def test_an_exercise_picture_does_not_show_the_stems() -> None:
    position = read("12 25 59 15").position
    shown, hidden = (board_picture(position, roles=roles, links=False) for roles in (True, False))
    assert b"stroke-dasharray" in shown
    assert b"stroke-dasharray" not in hidden


def test_links_have_the_dashes_of_the_screen() -> None:
    picture = board_picture(read("12 34").position).decode()
    assert f'stroke-dasharray="{DASHES[1]}"' in picture


def test_cards_have_a_cutting_line() -> None:
    assert b"stroke-dasharray" in card_picture(1, is_half=True)
    assert card_picture(1, is_half=True) != card_picture(1, is_half=False)


# --- what is refused -------------------------------------------------------------------------


def test_invalid_settings_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"^unknown sheet 'hats': choose from rules, boards, "):
        sheets(["hats"], SheetSettings())
    with pytest.raises(ValueError, match=r"^cannot print boards of side 6: choose 3, "):
        sheets(["boards"], SheetSettings(size=6))
    with pytest.raises(ValueError, match=r"^3 boards do not fit on a page: choose 1, 2, 4"):
        sheets(["boards"], SheetSettings(per_page=3))
    with pytest.raises(ValueError, match=r"^unsupported language 'fr': choose from en, el$"):
        sheets(["rules"], SheetSettings(language="fr"))
    with pytest.raises(ValueError, match=r"^unknown kind of exercise 'luck'"):
        sheets(["exercises"], SheetSettings(kinds=("luck",)))


def test_missing_fpdf2_names_the_extra() -> None:
    with patch.dict(sys.modules, {"fpdf": None}), pytest.raises(MissingExtraError, match=MISSING):
        sheets(["rules"], SheetSettings())


def test_missing_font_names_the_extra() -> None:
    absent = patch.dict(sys.modules, {"fontpkg_arimo": None})
    with absent, pytest.raises(MissingExtraError, match=MISSING):
        sheets(["rules"], SheetSettings(language="el"))
