"""Choice among equal best moves, and the pitfalls of a move."""

import random
from collections.abc import Callable
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from qttt.engine import Analysis, Level, SolveDepth, choose_move, solve
from qttt.engine.perfect import CANDIDATES, hardest_to_answer, pitfalls
from qttt.game import Collapse, Placement, Player, Position, Rules
from tests.engine import minimax
from tests.strategies import SMALL, random_walk, rule_sets

SEEDS = st.integers(0, 2**32 - 1)


def decided(position: Position) -> bool:
    """Whether a player is to move, late enough for minimax in Python."""
    return isinstance(position.to_move, Player) and len(position.open_squares) <= 4


def is_tie(position: Position) -> bool:
    """Whether a few moves are equal, and not by symmetry."""
    symmetries = set(position.rules.board.symmetries())
    fixing = [symmetry for symmetry in symmetries if position.transformed(symmetry) == position]
    best = len(minimax.solve(position).best)
    return 1 < best <= CANDIDATES and bool(position.marks) and len(fixing) == 1


def from_games(accept: Callable[[Position], bool]) -> st.SearchStrategy[Position]:
    """Late positions of random games that satisfy ``accept``."""
    return (
        st.tuples(rule_sets(SMALL), SEEDS)
        .map(
            lambda drawn: [
                position for position in random_walk(*drawn).positions if decided(position)
            ]
        )
        .map(lambda positions: [position for position in positions if accept(position)])
        .filter(bool)
        .flatmap(st.sampled_from)
    )


late = from_games(lambda _: True)
ties = from_games(is_tie)


class CountingSolver:
    """Counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, position: Position, *, depth: SolveDepth = SolveDepth.DISTANCES) -> Analysis:
        self.calls += 1
        return solve(position, depth=depth)


@given(late)
def test_perfect_moves_are_best_moves(position: Position) -> None:
    found = solve(position, depth=SolveDepth.QUICKEST)
    truth = minimax.solve(position)
    assert found.value == truth.value
    assert found.best == truth.best


@given(ties, SEEDS)
def test_equal_moves_with_the_most_pitfalls_are_chosen(position: Position, seed: int) -> None:
    analysis = minimax.solve(position)
    chosen = hardest_to_answer(analysis, random.Random(seed), solve=minimax.solve)
    share = {move: pitfalls(position, move, solve=minimax.solve) for move in analysis.best}
    assert chosen == tuple(m for m in analysis.best if share[m] == max(share.values()))


@given(late, st.sampled_from(range(4)))
def test_symmetric_moves_have_the_same_pitfalls(position: Position, index: int) -> None:
    assume(position.marks and not position.has_loop)
    symmetry = position.rules.board.symmetries()[index]
    move = position.legal_moves[0]
    image = Placement(symmetry[move[0]], symmetry[move[-1]])
    after = position.play(move)
    assume(after.to_move not in ("chance", position.to_move))
    mapped = pitfalls(position.transformed(symmetry), image, solve=minimax.solve)
    assert mapped == pitfalls(position, move, solve=minimax.solve)


@given(late, SEEDS)
def test_the_cost_of_a_perfect_move_is_bounded(position: Position, seed: int) -> None:
    solver = CountingSolver()
    choose_move(position, Level.OPTIMAL, random.Random(seed), solve=solver)
    assert solver.calls <= 1 + 2 * CANDIDATES


def test_the_cost_is_bounded_where_many_moves_are_equal() -> None:
    many = Position.after((3, 7), (4, 5), (0, 3), (2, 4), (5, 8), rules=Rules.preset("complete"))
    assert len(solve(many).best) > 2 * CANDIDATES
    solver = CountingSolver()
    choose_move(many, Level.OPTIMAL, random.Random(1), solve=solver)
    assert solver.calls == 1 + CANDIDATES


def test_openings_are_not_compared() -> None:
    solver = CountingSolver()
    analysis = solve(Position(Rules.preset("complete")), depth=SolveDepth.VALUES)
    assert hardest_to_answer(analysis, random.Random(1), solve=solver) == analysis.best
    assert solver.calls == 0


def test_optimal_opens_with_both_winning_pairs() -> None:
    drawn = {choose_move(Position(), Level.OPTIMAL, random.Random(seed)) for seed in range(20)}
    assert drawn == {Placement(0, 8), Placement(2, 6)}


# --- pitfalls, counted by hand -------------------------------------------------------------------

ROW = Rules.parse("goff rows=1 cols=3 line=3 scoring=winner ends=full")


def test_no_pitfalls_if_the_game_is_over_or_all_replies_are_equal() -> None:
    position = Position.after((0, 1), (0, 1), Collapse(0), rules=ROW)
    assert pitfalls(position, Placement(2, 2), solve=minimax.solve) == 0
    assert pitfalls(Position(ROW), Placement(0, 1), solve=minimax.solve) == 0


def test_pitfalls_of_a_loop_are_the_wrong_collapses() -> None:
    assert pitfalls(Position.after((7, 8), (2, 8), (1, 2)), Placement(7, 8)) == Fraction(1, 2)


def test_pitfalls_of_a_coin_are_the_mean_of_its_sides() -> None:
    position = Position(Rules.preset("qubic3"), (6, 7, 8, 5, (1, 4), (2, 3)))
    sides = [wrong_share(position.play(Placement(2, 3)).play(Collapse(s))) for s in (2, 3)]
    assert sides == [Fraction(2, 3), Fraction(1, 3)]
    assert pitfalls(position, Placement(2, 3)) == Fraction(1, 2)


@given(late, SEEDS)
def test_pitfalls_are_the_share_of_choices_that_lose_value(position: Position, seed: int) -> None:
    move = random.Random(seed).choice(position.legal_moves)
    after = position.play(move)
    found = pitfalls(position, move, solve=minimax.solve)
    if after.outcome:
        assert found == 0
    elif after.to_move == "chance":
        sides = [after.play(side) for side in after.legal_moves]
        shares = [0 if side.outcome else wrong_share(side) for side in sides]
        assert found == sum(shares) / 2
    elif after.to_move == position.to_move:
        own = minimax.solve(after).best[0]
        assert found == pitfalls(after, own, solve=minimax.solve)
    else:
        assert found == wrong_share(after)


def wrong_share(position: Position) -> Fraction:
    """The share of legal moves that lose value, computed from the values."""
    values = [minimax.truth(position.play(move))[0] for move in position.legal_moves]
    value, _ = minimax.truth(position)
    return 1 - Fraction(values.count(value), len(values))
