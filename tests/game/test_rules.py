"""The switches, the presets, and contradictory combinations."""

import itertools
from dataclasses import FrozenInstanceError

import pytest

from qttt.game import PRESETS, Rules, RulesError
from tests import oracle
from tests.oracle import Game
from tests.strategies import game_of

VALUES = {
    "marks": ("quantum", "classical"),
    "pair_loops": ("allowed", "forbidden"),
    "chooser": ("other", "closer", "chance"),
    "last_square": ("forced", "empty"),
    "ends": ("line", "full"),
    "scoring": ("goff", "winner", "complete", "match", "krist"),
}


def test_presets_are_those_of_the_specification() -> None:
    assert set(PRESETS) == set(oracle.PRESETS)
    for name, game in oracle.PRESETS.items():
        assert game_of(Rules.preset(name)) == game
        assert PRESETS[name] == Rules.preset(name)


def test_the_defaults_are_goff() -> None:
    assert Rules() == Rules.preset("goff")
    assert game_of(Rules()) == Game()


@pytest.mark.parametrize("name", sorted(oracle.PRESETS))
def test_a_preset_is_written_as_its_name(name: str) -> None:
    assert str(Rules.preset(name)) == name
    assert Rules.parse(name) == Rules.preset(name)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 26])
def test_krist_has_a_size(size: int) -> None:
    rules = Rules.preset("krist", size)
    assert (rules.rows, rules.cols) == (size, size)
    assert game_of(rules) == oracle.PRESETS["krist"]._replace(rows=size, cols=size)


def test_the_fixed_size_of_a_preset_is_accepted() -> None:
    assert Rules.preset("goff", 3) == Rules()
    assert Rules.preset("qubic5", 5) == Rules.preset("qubic5")


def test_board_and_kind_of_marks() -> None:
    assert Rules.parse("krist rows=2 cols=5").board.size == 10
    assert Rules().is_quantum
    assert not Rules.preset("classic3").is_quantum


@pytest.mark.parametrize("board", [(3, 3), (2, 2), (1, 3)])
@pytest.mark.parametrize("line", [None, 1, 2, 3, 4])
def test_exactly_the_contradictions_are_rejected(board: tuple[int, int], line: int | None) -> None:
    for values in itertools.product(*VALUES.values()):
        game = Game(*board, line, *values)
        try:
            accepted = game_of(Rules(**game._asdict())) == game
        except RulesError:
            accepted = False
        assert accepted == oracle.is_sound(game), game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("goff rows=0", "rows must be an integer from 1 to 26, not 0"),
        ("krist cols=27", "cols must be an integer from 1 to 26, not 27"),
        ("krist rows=1 cols=1", "a 1×1 board has one square, but at least two are needed"),
        ("goff scoring=winner line=1", "line must be an integer of at least 2, or None, not 1"),
        ("goff scoring=winner line=4", "line=4 does not fit on a 3×3 board"),
        ("goff rows=4", "scoring='goff' is defined on a 3×3 board only, not on 4×3"),
        ("goff line=2", "scoring='goff' needs line=3, not line=2"),
        ("goff line=None scoring=match", "scoring='match' needs a line length, not line=None"),
        ("krist ends=line", "scoring='krist' needs ends='full', not ends='line'"),
        ("krist line=3", "scoring='krist' counts runs and needs line=None, not line=3"),
        (
            "classic3 chooser=closer",
            "marks='classical' has no collapses and does not allow chooser='closer'",
        ),
        (
            "classic3 pair_loops=forbidden",
            "marks='classical' has no collapses and does not allow pair_loops='forbidden'",
        ),
        (
            "classic3 last_square=empty",
            "marks='classical' has no collapses and does not allow last_square='empty'",
        ),
        ("goff marks=red", "marks must be one of quantum, classical, not 'red'"),
        ("goff pair_loops=no", "pair_loops must be one of allowed, forbidden, not 'no'"),
        ("goff chooser=me", "chooser must be one of other, closer, chance, not 'me'"),
        ("goff last_square=1", "last_square must be one of forced, empty, not '1'"),
        ("goff ends=never", "ends must be one of line, full, not 'never'"),
        (
            "goff scoring=fair",
            "scoring must be one of goff, winner, complete, match, krist, not 'fair'",
        ),
        ("goff rows=three", "rows must be an integer below 1000, not 'three'"),
        (
            "goff colour=red",
            "unknown switch 'colour': choose from rows, cols, line, marks, pair_loops, chooser, "
            "last_square, ends, scoring",
        ),
        (
            "chess",
            f"unknown preset 'chess': choose from {', '.join(PRESETS)}",
        ),
    ],
)
def test_each_error_has_its_message(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("value", ["3", 3.0, True, None])
def test_a_side_must_be_a_whole_number(value: object) -> None:
    with pytest.raises(RulesError, match="rows must be an integer from 1 to 26"):
        Rules(rows=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["3", 3.0, True, -1])
def test_a_line_must_be_a_whole_number(value: object) -> None:
    with pytest.raises(RulesError, match="line must be an integer of at least 2"):
        Rules(line=value, scoring="winner")  # type: ignore[arg-type]


def test_only_krist_has_sizes() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("qubic4", 5)
    message = "preset 'qubic4' is played on 4×4 only; size applies to 'krist'"
    assert str(caught.value) == message


def test_unknown_presets_are_rejected() -> None:
    with pytest.raises(RulesError, match="unknown preset 'Goff': choose from goff, complete"):
        Rules.preset("Goff")


def test_extra_spaces_are_ignored_and_empty_text_means_goff() -> None:
    assert Rules.parse("  krist  cols=5\trows=5 ") == Rules.preset("krist", 5)
    assert Rules.parse("scoring=winner") == Rules(scoring="winner")
    assert Rules.parse("") == Rules()


def test_rules_are_values() -> None:
    rules = Rules(chooser="closer")
    assert rules == Rules.preset("closer") != Rules()
    assert hash(rules) == hash(Rules.preset("closer"))
    assert repr(rules) == "Rules(chooser='closer')"
    with pytest.raises(FrozenInstanceError):
        rules.rows = 4  # type: ignore[misc]
