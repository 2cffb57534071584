from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qttt.arena import ArenaError, elo
from qttt.arena.ladder import PairResult, folder_name, pairings, ratings
from qttt.engine.levels import ladder_for
from qttt.game import PRESETS, Rules


@pytest.mark.parametrize("name", PRESETS)
def test_ladder_starts_at_random_and_has_one_family(name: str) -> None:
    ladder = ladder_for(PRESETS[name])
    assert ladder[0] == "random"
    assert not any("-" in level for level in ladder)


def test_neighbours_or_all_pairs(tmp_path: Path) -> None:
    names = ["random", "easy", "nodes=5"]
    steps = pairings(names, Rules(), 2, seed=3, folder=tmp_path)
    pairs = [(step.settings.a, step.settings.b) for step in steps]
    assert pairs == [("easy", "random"), ("nodes=5", "easy")]
    all_pairs = pairings(names, Rules(), 2, all_pairs=True)
    assert {(pair.settings.a, pair.settings.b) for pair in all_pairs} == {
        *pairs,
        ("nodes=5", "random"),
    }
    assert sorted(path.name for path in (tmp_path / "goff").iterdir()) == [
        "easy-random",
        "nodes=5-easy",
    ]


def test_names_of_folders() -> None:
    assert folder_name("krist rows=5 cols=5") == "krist_rows=5_cols=5"
    assert folder_name("exec:../engine -x") == "exec_.._engine_-x"


@pytest.mark.parametrize("names", [[], ["easy"], ["easy", "random", "easy"]])
def test_ladder_needs_two_different_players(names: list[str]) -> None:
    with pytest.raises(ArenaError) as caught:
        pairings(names, Rules(), 2)
    assert str(caught.value) == (
        f"a ladder needs at least two different players, not {', '.join(names)}"
    )


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 100), st.integers(1, 100)), min_size=1, max_size=5))
def test_fit_of_a_chain_is_the_sum_of_its_steps(steps: list[tuple[int, int]]) -> None:
    """In a chain the ratings differ by the Elo of each tournament, plus one draw."""
    results = [
        PairResult(str(i + 1), str(i), min(score, games), games)
        for i, (score, games) in enumerate(steps)
    ]
    fitted = ratings(results)
    for result in results:
        step = elo((result.score + 0.5) / (result.games + 1))
        assert fitted[result.a] - fitted[result.b] == pytest.approx(step, abs=0.01)
    assert min(fitted.values()) == 0


@settings(max_examples=20)
@given(st.permutations(["a", "b", "c", "d"]), st.lists(st.integers(0, 40), min_size=6, max_size=6))
def test_fitted_scores_equal_the_observed_ones(names: list[str], scores: list[int]) -> None:
    """At the maximum of the likelihood each player's expected score equals its score."""
    pairs = [(one, other) for i, one in enumerate(names) for other in names[i + 1 :]]
    results = [PairResult(a, b, score, 40) for (a, b), score in zip(pairs, scores, strict=True)]
    fitted = ratings(results)

    def expected(name: str) -> float:
        total = 0.0
        for result in results:
            share = 1 / (1 + 10 ** ((fitted[result.b] - fitted[result.a]) / 400))
            total += 41 * (share if name == result.a else 1 - share if name == result.b else 0)
        return total

    for name in names:
        score = sum(result.score + 0.5 for result in results if result.a == name)
        score += sum(40 - result.score + 0.5 for result in results if result.b == name)
        assert expected(name) == pytest.approx(score, abs=1e-4)
