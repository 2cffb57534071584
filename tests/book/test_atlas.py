"""The atlas of rules and the survey of all boards; their tables are in docs/book/data."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from qttt import Rules
from qttt.book import atlas
from qttt.book.digest import effects, fairest
from qttt.book.tables import load_csv
from qttt.engine.enumeration import count_positions
from tests.cli.helpers import qttt
from tests.engine.judge import Judge
from tests.selection import by_day
from tests.strategies import game_of

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"
SURVEY = {row[:8]: row for row in load_csv(atlas.SURVEY, DATA)}
WIDE = {row[:8]: row for row in load_csv(atlas.WIDE, DATA)}
EVERY_LINE = atlas.lines((*atlas.boards(), *atlas.wide_boards()))
ATLAS = {row[:5]: row for row in load_csv(atlas.ATLAS, DATA)}


# --- completeness --------------------------------------------------------------------------------


def test_the_survey_has_every_set_once() -> None:
    wanted = [atlas.key_of(each) for board in atlas.boards() for each in atlas.rule_sets(board)]
    assert [*SURVEY] == wanted
    assert len(wanted) == len(set(wanted)) == 2280
    assert [row[:3] for row in load_csv(atlas.CLASSICAL, DATA)] == [
        (*board, line) for board, line in EVERY_LINE
    ]


def test_the_table_of_wide_boards_has_every_set_once() -> None:
    wanted = [atlas.key_of(each) for each in atlas.wide_rules()]
    assert [*WIDE] == wanted
    assert len(wanted) == len(set(wanted)) == 311


def test_the_atlas_has_every_set_once() -> None:
    wanted = [atlas.key_of(each)[3:] for each in atlas.atlas_rules()]
    assert [*ATLAS] == wanted
    assert len(set(wanted)) == 108


def test_tables_agree() -> None:
    for row in ATLAS.values():
        chooser, pairs, last, ends, scoring = row[:5]
        line = None if scoring == "krist" else 3
        same = (3, 3, line, chooser, pairs, last, ends, scoring)
        if scoring == "match":
            winner = ATLAS[(*row[:4], "winner")]
            assert Fraction(str(row[5])) == 2 * Fraction(str(winner[5]))
        else:
            assert SURVEY[same][8] == row[5]


def test_the_second_player_is_never_ahead() -> None:
    assert all(Fraction(str(row[8])) >= 0 for row in (*SURVEY.values(), *WIDE.values()))


def test_krists_are_drawn_on_boards_with_an_even_number_of_squares() -> None:
    preset = ("other", "allowed", "forced", "full", "krist")
    found = {
        row[:2]: str(row[8]) for row in (*SURVEY.values(), *WIDE.values()) if row[3:8] == preset
    }
    assert found == {
        (rows, cols): str(rows * cols % 2) for rows, cols in atlas.boards(range(2, 13))
    }


def test_the_numbers_of_positions_on_the_page() -> None:
    page = (DATA.parent / "rules.md").read_text("utf-8")
    for size in ("rows=2 cols=6", "rows=3 cols=4"):
        assert f"{sum(count_positions(Rules.parse(f'{size} scoring=winner'))):,}" in page


# --- recomputation -------------------------------------------------------------------------------


def computed(rules: Rules) -> tuple[object, ...]:
    return atlas.SURVEY.exact(atlas.survey_row(rules))


def stored(rules: Rules) -> tuple[object, ...]:
    return atlas.SURVEY.exact((SURVEY | WIDE)[atlas.key_of(rules)])


@pytest.mark.parametrize("board", by_day([(1, 4), (2, 3)], atlas.boards()), ids=str)
def test_values_of_the_survey(board: tuple[int, int]) -> None:
    for rules in atlas.rule_sets(board):
        assert computed(rules) == stored(rules)


BY_DAY = [Rules.parse(f"rows=2 cols=5 line={line} scoring=winner") for line in (4, 5)]


@pytest.mark.parametrize("rules", by_day(BY_DAY, atlas.wide_rules()), ids=str)
def test_values_of_wide_boards(rules: Rules) -> None:
    assert computed(rules) == stored(rules)


def test_small_boards_against_independent_rules() -> None:
    every = [each for board in ((1, 3), (2, 2)) for each in atlas.rule_sets(board)]
    for rules in Random(1).sample(every, 15):
        value = Judge(game_of(rules)).evaluate(()).value
        assert float(Fraction(str(SURVEY[atlas.key_of(rules)][8]))) == value, rules


@pytest.mark.nightly
@pytest.mark.parametrize("key", [*ATLAS], ids=" ".join)
def test_rows_of_the_atlas(key: tuple[str, ...]) -> None:
    rules = next(each for each in atlas.atlas_rules() if atlas.key_of(each)[3:] == key)
    assert atlas.atlas_row(rules) == ATLAS[key]


@pytest.mark.parametrize("case", by_day([((2, 2), 2), ((2, 5), 3)], EVERY_LINE), ids=str)
def test_values_of_the_ordinary_game(case: tuple[tuple[int, int], int]) -> None:
    assert atlas.classical_row(*case) in load_csv(atlas.CLASSICAL, DATA)


def test_an_interrupted_survey_continues(tmp_path: Path) -> None:
    assert qttt("book", "survey", "--squares", "3", "--data", tmp_path).code == 0
    file = tmp_path / "survey.csv"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + 60 + 108
    file.write_text("".join(lines[:70]), "utf-8")
    done = qttt("book", "survey", "--squares", "3", "--data", tmp_path)
    assert done.err.endswith("168 of 168 sets\n")
    again = file.read_text("utf-8").splitlines()
    assert [line.rsplit(",", 1)[0] for line in again] == [line.rsplit(",", 1)[0] for line in lines]


# --- summaries -----------------------------------------------------------------------------------


def test_effects_by_hand() -> None:
    row = next(each for each in effects(DATA).rows if each[:3] == ("chooser", "other", "closer"))
    pairs = [
        (Fraction(str(each[5])), Fraction(str(ATLAS[("closer", *key[1:])][5])))
        for key, each in ATLAS.items()
        if key[0] == "other" and key[4] != "match"
    ]
    assert row[3] == str(len(pairs))
    assert row[4] == str(sum(a != b for a, b in pairs))
    assert row[5] == f"{float(sum(b - a for a, b in pairs) / len(pairs)):+.3f}"


def test_the_fairest_rules_are_draws() -> None:
    for row in fairest(DATA).rows:
        assert ATLAS[tuple(row[:5])][5] == "0"
