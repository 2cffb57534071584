"""The constructor accepts exactly the positions that some game reaches."""

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qttt.game import IllegalPositionError, Position, Rules
from tests import oracle, oracle_search
from tests.oracle import Marks
from tests.selection import first_by_day
from tests.strategies import ALL, ON_3X3, game_of, marks_of, random_walk, rule_sets, walks

SWITCHES = tuple(
    f"pair_loops={pairs} last_square={last} ends={ends}"
    for pairs in ("allowed", "forbidden")
    for last in ("forced", "empty")
    for ends in ("line", "full")
)


def every_game_on(rows: int, cols: int, line: int) -> list[str]:
    """All combinations of the switches that affect which positions are reachable."""
    board = f"rows={rows} cols={cols}"
    return [
        *(f"goff {board} line={line} scoring=winner {switches}" for switches in SWITCHES),
        f"classic3 {board} line={line}",
        f"classic3 {board} line={line} ends=full",
        f"krist {board}",
        f"krist {board} marks=classical",
    ]


def places(squares: range) -> list[int | tuple[int, int]]:
    return [*squares, *itertools.combinations(squares, 2)]


def as_where(marks: Marks) -> oracle.Where:
    return tuple(frozenset([mark] if isinstance(mark, int) else mark) for mark in marks)


def is_accepted(rules: Rules, marks: Marks) -> bool:
    try:
        Position(rules, marks)
    except IllegalPositionError:
        return False
    return True


def disagreements(text: str, max_marks: int) -> Iterator[tuple[str, Marks]]:
    """Marks for which the constructor and the set of all reachable positions disagree."""
    rules = Rules.parse(text)
    reached = {marks_of(where) for where in oracle_search.reached(game_of(rules), max_marks)}
    for n in range(max_marks + 1):
        for marks in itertools.product(places(rules.board.squares), repeat=n):
            if is_accepted(rules, marks) != (marks in reached):
                yield text, marks


@pytest.mark.parametrize("text", every_game_on(1, 2, 2) + every_game_on(2, 1, 2))
def test_two_squares(text: str) -> None:
    assert not list(disagreements(text, 3))


@pytest.mark.parametrize("line", [2, 3])
def test_three_squares(line: int) -> None:
    for text in every_game_on(1, 3, line):
        assert not list(disagreements(text, 4))


@pytest.mark.parametrize("text", every_game_on(2, 2, 2))
def test_two_by_two(text: str) -> None:
    assert not list(disagreements(text, 4))


@pytest.mark.parametrize("text", ["goff rows=2 line=3 scoring=winner", "krist rows=2 cols=2"])
def test_more_marks_than_squares_are_rejected(text: str) -> None:
    rules = Rules.parse(text)
    for walk in (random_walk(rules, seed) for seed in range(20)):
        full = walk.last.marks
        if len(full) == rules.board.size:
            for place in places(rules.board.squares):
                assert not is_accepted(rules, (*full, place))


@pytest.mark.parametrize("text", first_by_day(4, [(text,) for text in every_game_on(2, 3, 3)]))
def test_two_by_three(text: str) -> None:
    assert not list(disagreements(text, 3))


@pytest.mark.nightly
@pytest.mark.parametrize("text", every_game_on(2, 2, 2))
def test_two_by_two_and_a_mark_too_many(text: str) -> None:
    assert not list(disagreements(text, 5))


@pytest.mark.nightly
@pytest.mark.parametrize("text", every_game_on(1, 4, 2) + every_game_on(1, 4, 3)[:10])
def test_four_in_a_row(text: str) -> None:
    assert not list(disagreements(text, 4))


@pytest.mark.nightly
@pytest.mark.parametrize("text", every_game_on(2, 3, 3) + every_game_on(2, 3, 2)[:8])
def test_two_by_three_with_four_marks(text: str) -> None:
    assert not list(disagreements(text, 4))


@st.composite
def changed(draw: st.DrawFn, texts: tuple[str, ...], max_marks: int) -> tuple[Rules, Marks]:
    """Marks of a reachable position, with two of them exchanged or one moved."""
    walk = draw(walks(texts))
    position = draw(
        st.sampled_from([each for each in walk.positions if len(each.marks) <= max_marks])
    )
    marks = list(position.marks) or [draw(st.integers(0, 1))]
    indices = st.integers(0, len(marks) - 1)
    i, j = draw(indices), draw(indices)
    marks[i], marks[j] = marks[j], marks[i]
    if i == j or draw(st.booleans()):
        marks[i] = draw(st.sampled_from(places(position.rules.board.squares)))
    return position.rules, tuple(marks)


@st.composite
def invented(draw: st.DrawFn, texts: tuple[str, ...]) -> tuple[Rules, Marks]:
    """Random marks: some classical, each on its own square, the others on two open squares."""
    rules = draw(rule_sets(texts))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    squares = rng.sample(rules.board.squares, k=rules.board.size)
    classical = draw(st.integers(0, rules.board.size))
    floating = draw(st.integers(0, rules.board.size - classical))
    marks: list[int | tuple[int, int]] = [*squares[:classical]]
    if rules.board.size - classical >= 2:
        pairs = [sorted(rng.sample(squares[classical:], 2)) for _ in range(floating)]
        marks += [(a, b) for a, b in pairs]
    rng.shuffle(marks)
    return rules, tuple(marks)


def agree_with_theorem(rules: Rules, marks: Marks) -> None:
    expected = oracle_search.fits_the_theorem(game_of(rules), as_where(marks))
    assert is_accepted(rules, marks) == expected


@given(invented(ALL))
def test_invented_positions(drawn: tuple[Rules, Marks]) -> None:
    agree_with_theorem(*drawn)


@given(changed(ALL, 99))
def test_changed_positions_on_any_board(drawn: tuple[Rules, Marks]) -> None:
    agree_with_theorem(*drawn)


@pytest.mark.parametrize("text", every_game_on(1, 3, 2) + every_game_on(2, 2, 2))
def test_the_theorem_is_true_on_small_boards(text: str) -> None:
    game = oracle.parse_rules(text)
    reached = oracle_search.reached(game)
    for n in range(5):
        for marks in itertools.product(places(game.squares), repeat=n):
            where = as_where(marks)
            assert oracle_search.fits_the_theorem(game, where) == (where in reached), where


def agree(rules: Rules, marks: Marks) -> None:
    assert is_accepted(rules, marks) == oracle_search.is_reachable(game_of(rules), as_where(marks))


SMALLER = (
    "krist rows=2 cols=2",
    "goff rows=1 cols=6 line=3 scoring=match",
    "goff rows=2 line=3 scoring=winner",
    "goff rows=2 line=2 pair_loops=forbidden scoring=complete",
    "goff rows=5 cols=1 line=2 pair_loops=forbidden scoring=complete",
)


@given(changed(ON_3X3, 4))
def test_changed_positions_on_3x3(drawn: tuple[Rules, Marks]) -> None:
    agree(*drawn)


@given(changed(SMALLER, 5))
def test_changed_positions_on_small_boards(drawn: tuple[Rules, Marks]) -> None:
    agree(*drawn)


@pytest.mark.nightly
@settings(max_examples=300)
@given(changed((*SMALLER, *ON_3X3), 6))
def test_changed_positions_with_more_marks(drawn: tuple[Rules, Marks]) -> None:
    agree(*drawn)
