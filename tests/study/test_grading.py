"""Grades: the documented formula, and its monotonicity."""

from collections import Counter
from itertools import islice
from math import exp, isclose, log2

from hypothesis import given
from hypothesis import strategies as st

from qttt import read
from qttt.engine.search import PLAIN_UCT, search
from qttt.study import Difficulty, puzzles
from qttt.study.grading import GRADES, choice_probability, look_scores

counts = st.integers(2, 36)
shares = st.floats(0, 1)


@given(counts, counts, st.integers(1, 12), st.integers(1, 12), shares, shares)
def test_more_moves_more_plies_and_worse_looks_are_not_easier(
    moves: int, more: int, plies: int, longer: int, share: float, better: float
) -> None:
    hard = Difficulty(max(moves, more), max(plies, longer), min(share, better))
    easy = Difficulty(min(moves, more), min(plies, longer), max(share, better))
    assert 0 <= hard.chance <= easy.chance <= 1
    assert 1 <= easy.grade <= hard.grade <= 5


@given(counts, st.integers(1, 12), shares)
def test_grade_is_a_fifth_of_the_chance(moves: int, plies: int, share: float) -> None:
    calculated = 0.7 ** (plies / 2 * log2(moves))
    chance = 1 - (1 - calculated) * (1 - share)
    difficulty = Difficulty(moves, plies, share)
    assert isclose(difficulty.chance, chance)
    assert difficulty.grade == next((g for g in range(1, 5) if difficulty.chance >= 1 - g / 5), 5)


def test_looks_are_the_points_of_random_play_for_the_player_to_move() -> None:
    position = read("12 23 13").position
    seen = {position.name(move): look for move, look in look_scores(position).items()}
    assert set(seen) == {"@1", "@3"}
    assert seen["@1"] > seen["@3"]
    ends = read("12 12 @1 45 45 @4 78 78").position
    assert look_scores(ends)[ends.legal_moves[0]] == 0.5


def test_a_plain_search_solves_easy_puzzles_more_often() -> None:
    found: Counter[int] = Counter()
    for puzzle in islice(puzzles(seed=5), 25):
        for seed in range(20):
            move = search(puzzle.position, simulations=30, features=PLAIN_UCT, seed=seed).move
            found[puzzle.grade] += move == puzzle.solution
    solved = [found[grade] for grade in GRADES]
    assert solved == sorted(solved, reverse=True)
    assert solved[0] == 100 > 5 * solved[4]


def test_choice_follows_the_looks() -> None:
    position = read("12 12 @1").position
    seen = look_scores(position)
    chosen = {move: choice_probability(seen, move) for move in seen}
    assert isclose(sum(chosen.values()), 1)
    assert max(chosen, key=lambda m: chosen[m]) == max(seen, key=lambda m: seen[m])
    one, other = list(seen)[:2]
    assert isclose(chosen[one] / chosen[other], exp((seen[one] - seen[other]) / 0.5))
