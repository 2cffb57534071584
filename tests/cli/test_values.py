"""`qttt values`; docs/values.md is its output."""

from fractions import Fraction
from pathlib import Path

import pytest

from qttt.book import summaries as computation
from qttt.cli import values
from qttt.engine import solve
from qttt.engine.enumeration import GameCounts
from qttt.game import Position, Rules
from tests.cli.helpers import error_of, qttt
from tests.selection import by_day

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "values.md").read_text("utf-8")


def rows(text: str) -> dict[str, list[list[str]]]:
    """Return the stripped cells of every row in every table, by section."""
    sections = (section.partition("\n") for section in text.split("\n## ")[1:])
    return {
        title: [
            [cell.strip() for cell in line.split("|")]
            for line in body.splitlines()
            if line.startswith("|") and not line.startswith("| --")
        ]
        for title, _, body in sections
    }


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip counting games, which is slow."""
    shares = (Fraction(0), Fraction(0), Fraction(1))
    monkeypatch.setattr(
        computation, "_game_counts", lambda rules: GameCounts(0, 0, 1, shares, Fraction(0))
    )


def printed(*rules: str) -> str:
    done = qttt("values", *rules)
    assert done.code == 0
    return done.out


# --- the document ----------------------------------------------------------------------------


def test_every_rule_set_is_in_the_document() -> None:
    """Otherwise write it again: ``qttt values > docs/values.md``."""
    for table in rows(DOCUMENT).values():
        assert [*dict.fromkeys(row[1] for row in table if row[1] != "rules")] == [*values.RULES]


@pytest.mark.usefixtures("uncounted")
@pytest.mark.nightly
def test_document_has_the_current_values_and_positions() -> None:
    part, _, _ = printed().partition("## Games")
    assert DOCUMENT.startswith(part)


@pytest.mark.parametrize("text", by_day(["classic3"], ["goff", "classic3"]))
def test_document_has_the_current_numbers_of_games(text: str) -> None:
    documented, computed = rows(DOCUMENT), rows(printed(text))
    for title in ("Games", "Random play"):
        assert [row for row in documented[title] if row[1] in ("rules", text)] == computed[title]


@pytest.mark.nightly
def test_document_is_what_is_printed() -> None:
    assert printed() == DOCUMENT


# --- output ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize(("text", "moves"), [("closer", 36), ("qubic3", 36), ("classic3", 9)])
def test_symmetric_openings_have_one_value(text: str, moves: int) -> None:
    rules = Rules.parse(text)
    openings = {opening.name: opening for opening in computation.summarize(rules).openings}
    assert sum(opening.orbit_size for opening in openings.values()) == moves
    for choice in solve(Position(rules)).moves:
        images = {
            tuple(sorted(turned[s] for s in choice.move)) for turned in rules.board.symmetries()
        }
        first = openings["-".join(dict.fromkeys(str(square + 1) for square in min(images)))]
        assert first.orbit_size == len(images)
        assert (float(first.value), first.plies) == (choice.value, choice.plies)


def test_json() -> None:
    text = "goff rows=1 cols=4 line=2 pair_loops=forbidden chooser=closer scoring=winner"
    openings = [("a1-b1", 2, "0", None), ("a1-c1", 2, "0", None), ("a1-d1", 1, "-1", 5)]
    names = ("opening", "alike", "value", "plies")
    assert qttt("values", text, "--json").json == {
        "values": [
            {
                "rules": text,
                "value": "0",
                "plies": None,
                "best": ["a1-b1", "a1-c1", "b1-c1"],
                "openings": [
                    dict(zip(names, opening, strict=True))
                    for opening in (*openings, ("b1-c1", 1, "0", None))
                ],
                "positions": [1, 4, 16, 29],
                "games": {"x": 312, "o": 104, "equal": 208},
                "random": {"mean": "1/3", "x": "1/2", "o": "1/6", "equal": "1/3"},
            }
        ]
    }


def test_boards_are_grouped_by_their_openings() -> None:
    sections = rows(printed("krist rows=2 cols=2", "krist rows=1 cols=4"))
    heads = [row[2:-1] for row in sections["Perfect play"] if row[1] == "rules"]
    assert heads[1:] == [
        ["a1-b1 ×4", "a1-b2 ×2"],
        ["a1-b1 ×2", "a1-c1 ×2", "a1-d1 ×1", "b1-c1 ×1"],
    ]


def test_progress() -> None:
    done = qttt("values", "krist rows=1 cols=2", "krist rows=1 cols=3")
    assert done.err == "1 of 2 rules, krist rows=1 cols=2\n2 of 2 rules, krist rows=1 cols=3\n"


# --- errors ----------------------------------------------------------------------------------


def test_errors_before_the_computation() -> None:
    message = "a board of 4×4 has 16 squares; the exact solver supports at most 9"
    assert error_of("values", "goff", "krist") == message
    assert error_of("values", "gof").startswith("unknown preset 'gof': choose from ")
