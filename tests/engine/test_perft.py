"""Perft and playouts: known numbers, counts in Python, and errors."""

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import Playouts, perft, playouts
from qttt.engine.kernel import KernelError
from qttt.game import IllegalPositionError, Position, Rules
from tests import oracle
from tests.strategies import SMALL, game_of, positions, where_of

GOFF = (1, 36, 1_296, 45_432, 1_531_656, 48_684_888, 1_412_156_592)


@pytest.mark.parametrize("plies", range(len(GOFF)))
def test_known_numbers_of_paths(plies: int) -> None:
    assert perft(Position(), plies) == GOFF[plies]


@given(positions(SMALL), st.integers(0, 2))
def test_paths_match_brute_force(position: Position, plies: int) -> None:
    assert perft(position, plies) == oracle.paths(
        game_of(position.rules), where_of(position), plies
    )


@given(positions())
def test_paths_are_the_sum_over_the_moves(position: Position) -> None:
    for plies in (1, 2) if position.rules.board.size > 9 else (1, 2, 3, 4):
        after = (perft(position.play(move), plies - 1) for move in position.legal_moves)
        assert perft(position, plies) == sum(after)


@pytest.mark.nightly
def test_a_board_that_is_too_large_for_the_kernel_is_counted_in_python() -> None:
    position = Position(Rules.parse("krist rows=5 cols=13"))
    pairs = 65 * 64 // 2
    assert [perft(position, plies) for plies in (0, 1, 2)] == [1, pairs, pairs * pairs]


@pytest.mark.parametrize("rules", ["goff", "krist rows=5 cols=13"])
def test_no_game_is_so_long(rules: str) -> None:
    assert {perft(Position(Rules.parse(rules)), 10**exponent) for exponent in (4, 10, 40)} == {0}


def test_negative_plies() -> None:
    with pytest.raises(ValueError, match=r"^plies must be at least 0, not -1$"):
        perft(Position(), -1)


# ---------------------------------------------------------------------------- playouts


@given(positions(), st.integers(0, 2**64 - 1))
def test_random_games_end(position: Position, seed: int) -> None:
    done = playouts(position, 20, seed)
    assert done.games == done.x_wins + done.o_wins + done.draws == 20
    assert (done.plies == 0) == bool(position.outcome)
    assert done.plies <= 20 * 2 * position.rules.board.size
    if position.outcome:
        points = position.outcome.points
        assert (done.x_points, done.o_points) == (20 * points.x, 20 * points.o)


@given(positions(), st.integers(0, 2**64 - 1))
def test_a_game_one_ply_from_its_end_has_one_of_its_outcomes(position: Position, seed: int) -> None:
    ends = [after.outcome for after in map(position.play, position.legal_moves)]
    if not position.outcome and all(ends):
        done = playouts(position, 1, seed)
        assert (done.x_points, done.o_points) in {tuple(end.points) for end in ends if end}
        assert done.plies == 1


def test_the_same_seed_plays_the_same_games() -> None:
    one, other = (playouts(Position(), 1000, seed) for seed in (1, 2))
    assert playouts(Position(), 1000, 1) == one != other
    assert all(isinstance(field, int | float) for field in astuple(one))
    assert Playouts(*astuple(one)) == one


def test_a_board_that_is_too_large_is_not_played_out() -> None:
    with pytest.raises(
        KernelError, match=r"^the kernel supports boards of at most 64 squares, not 65$"
    ):
        playouts(Position(Rules.parse("krist rows=5 cols=13")), 1, 1)


def test_an_unreachable_position() -> None:
    position = Position()
    object.__setattr__(position, "marks", (0,))
    for call in (lambda: perft(position, 2), lambda: playouts(position, 1, 1)):
        with pytest.raises(
            IllegalPositionError, match=r"^the kernel rejects this position: no game reaches it$"
        ):
            call()
