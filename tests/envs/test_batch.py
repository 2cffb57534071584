"""A batch follows the rules, and each of its games equals that of a batch of one."""

import random
from dataclasses import fields

import numpy as np
import pytest

from qttt.engine.kernel import KernelError
from qttt.envs import TERMINAL, Batch, SingleGame, action_of, move_of, places_of
from qttt.envs.arrays import Arrays, checked_places
from qttt.game import Collapse, IllegalMoveError, Placement, Position, Rules
from tests.envs.walks import SEATS, game, lead_of, legal_of, observation_of
from tests.kernel.games import random_rules
from tests.strategies import ALL, PRESETS

GAMES = 24


def test_arrays_start_with_a_line_of_the_cache() -> None:
    batches = [Batch(Rules.parse("goff"), games) for games in range(1, 20)]
    arrays = [getattr(batch.arrays, each.name) for batch in batches for each in fields(Arrays)]
    assert [array.ctypes.data % 64 for array in arrays] == [0] * len(arrays)


@pytest.mark.parametrize("text", ALL)
def test_a_batch_follows_the_rules(text: str) -> None:
    compare_with_the_rules(Rules.parse(text), random.Random(1))


def test_a_batch_follows_random_rules() -> None:
    rng = random.Random(2)
    for _ in range(15):
        compare_with_the_rules(random_rules(rng, (6, 9, 12, 16, 20)), rng)


def compare_with_the_rules(rules: Rules, rng: random.Random) -> None:
    """Step random games together until every game has ended."""
    batch = Batch(rules, GAMES, auto_reset=False, ask_chance=True)
    games = [list(game(rules, rng)) for _ in range(GAMES)]
    positions = [Position(rules)] * GAMES
    for ply in range(max(map(len, games))):
        actions = [action_of(rules.board, each[ply][1]) if ply < len(each) else 0 for each in games]
        batch.step(actions)
        for i, each in enumerate(games):
            played = ply < len(each)
            if played:
                positions[i] = each[ply][0].play(each[ply][1])
            compare_row(batch, i, positions[i], lead_of(positions[i]) if played else 0.0)
    assert set(batch.arrays.players) == {TERMINAL}


def compare_row(batch: Batch, i: int, position: Position, lead: float) -> None:
    arrays = batch.arrays
    assert batch.position(i) == position
    assert np.array_equal(arrays.places[i], places_of([position], batch.rules)[0])
    assert np.array_equal(arrays.observations[i], observation_of(position))
    assert np.array_equal(arrays.legal[i], legal_of(position))
    assert arrays.players[i] == SEATS[position.to_move]
    assert arrays.done[i] == (position.outcome is not None)
    assert arrays.rewards[i].tolist() == [lead, -lead]


@pytest.mark.parametrize("text", PRESETS)
def test_each_game_of_a_batch_equals_a_single_game(text: str) -> None:
    """Including automatic resets and coins."""
    rules = Rules.preset(text)
    batch = Batch(rules, GAMES, seed=5, first=100)
    singles = [SingleGame(rules, seed=5, first=100 + i) for i in range(GAMES)]
    ended = 0
    for _ in range(3 * rules.board.size):
        actions = batch.sample().copy()
        arrays = batch.step(actions)
        for i, single in enumerate(singles):
            assert single.sample() == actions[i]
            before = single.position
            single.step(int(actions[i]))
            assert_follows(before, int(actions[i]), single.position)
            assert tuple(arrays.rewards[i]) == single.rewards
            assert arrays.done[i] == single.is_over
            if single.is_over:
                single.reset()
                ended += 1
            compare_rows(batch, i, single)
    assert ended >= GAMES


def assert_follows(before: Position, action: int, after: Position) -> None:
    """Check a step by the rules in Python, with either outcome of a coin."""
    played = before.play(move_of(before, action))
    sides = [played]
    if played.chooser == "chance":
        sides = [played.play(move) for move in played.legal_moves]
    assert after in sides


def compare_rows(batch: Batch, i: int, single: SingleGame) -> None:
    assert np.array_equal(batch.arrays.observations[i], single.observation)
    assert np.array_equal(batch.arrays.legal[i], single.legal)
    assert np.array_equal(batch.arrays.places[i], single.places)
    assert batch.arrays.players[i] == single.player


def test_threads_and_neighbours_change_nothing() -> None:
    rules = Rules.preset("qubic3")
    one, two = Batch(rules, 101, seed=3), Batch(rules, 101, seed=3, threads=3)
    few = Batch(rules, 7, seed=3, first=50)
    for _ in range(60):
        actions = one.sample()
        assert np.array_equal(two.sample(), actions)
        assert np.array_equal(few.sample(), actions[50:57])
        one.step(actions), two.step(actions), few.step(actions[50:57])
        for name in ("observations", "legal", "players", "done", "rewards", "places"):
            array = getattr(one.arrays, name)
            assert np.array_equal(array, getattr(two.arrays, name))
            assert np.array_equal(array[50:57], getattr(few.arrays, name))


def test_a_seed_repeats_a_batch_and_another_does_not() -> None:
    def played(batch: Batch) -> list[str]:
        for _ in range(7):
            batch.step(batch.sample())
        return [str(batch.position(i)) for i in range(batch.games)]

    batch = Batch(games=50, seed=1)
    first = played(batch)
    assert played(Batch(games=50, seed=1)) == first
    assert played(Batch(games=50, seed=2)) != first
    batch.reset()
    assert played(batch) != first
    batch.reset(seed=1)
    assert played(batch) == first
    assert len(set(first)) > 40


def test_samples_are_uniform_over_all_legal_actions() -> None:
    looped = Position.after((0, 1), (1, 2), (0, 2))
    for position, count in ((Position(), 36), (looped, 2)):
        batch = Batch(games=9000, seed=4)
        for i in range(batch.games):
            batch.load(i, position)
        drawn = np.bincount(batch.sample(), minlength=45)
        assert np.array_equal(drawn > 0, legal_of(position))
        assert abs(drawn[drawn > 0] - 9000 / count).max() < 5 * (9000 / count) ** 0.5


def test_a_coin_is_fair() -> None:
    batch = Batch(Rules.preset("qubic3"), games=4000, seed=6)
    for _ in range(2):
        batch.step(np.ones(4000, np.int64))
    landed = batch.arrays.places[:, 1, 0]
    assert set(landed) == {0, 1}
    assert abs(landed.mean() - 0.5) < 5 * 0.5 / 4000**0.5


def test_a_position_can_be_loaded_and_copied() -> None:
    rng = random.Random(7)
    source, target = Batch(games=30, auto_reset=False), Batch(games=2)
    for i in range(30):
        position = rng.choice(list(game(Rules(), rng)))[0]
        source.load(i, position)
        compare_row(source, i, position, 0.0)
        target.copy_from(1, source, i)
        compare_row(target, 1, position, 0.0)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    batch = Batch(games=3, seed=1)
    batch.step([1, 2, 3])
    before = [batch.position(i) for i in range(3)]
    with pytest.raises(IllegalMoveError, match="55 is not legal in 14: a quantum mark") as caught:
        batch.step([1, 2, action_of(Rules().board, Placement(4, 4))])
    assert caught.value.__notes__ == ["This is action 30 for game 2."]
    with pytest.raises(ValueError, match=r"^no action 45: a 3×3 board has actions 0 to 44"):
        batch.step([1, 45, 2])
    with pytest.raises(ValueError, match=r"^no action -1: a 3×3 board has actions 0 to 44"):
        batch.step([-1, 1, 2])
    assert [batch.position(i) for i in range(3)] == before


def test_invalid_arguments() -> None:
    batch, larger = Batch(games=2), Batch(Rules.preset("krist"))
    with pytest.raises(
        ValueError, match=r"^actions must be integers of shape \(2,\), not float64 of \(2,\)$"
    ):
        batch.step([0.5, 1])
    with pytest.raises(ValueError, match=r"^actions must be .* not int64 of \(3,\)$"):
        batch.step([1, 2, 3])
    with pytest.raises(IndexError, match=r"^no game 2: this batch has games 0 to 1$"):
        batch.position(2)
    with pytest.raises(ValueError, match=r"^this batch plays goff, not krist$"):
        batch.load(0, Position(Rules.preset("krist")))
    with pytest.raises(ValueError, match=r"^this batch plays goff, not krist$"):
        batch.copy_from(0, larger, 0)
    with pytest.raises(ValueError, match=r"^games must be at least 1, not 0$"):
        Batch(games=0)
    with pytest.raises(ValueError, match=r"^threads must be at least 1, not 0$"):
        Batch(threads=0)
    with pytest.raises(KernelError, match="at most 64 squares"):
        Batch(Rules.parse("krist rows=9 cols=9"))
    with pytest.raises(ValueError, match="assignment destination is read-only"):
        batch.arrays.legal[0, 0] = True


def test_invalid_places() -> None:
    with pytest.raises(
        ValueError,
        match=r"^places must be uint8 of shape \(positions, 9, 2\), not int64 of \(1, 9, 2\)$",
    ):
        checked_places(np.zeros((1, 9, 2), np.int64), Rules())
    with pytest.raises(ValueError, match=r"^- is a position of krist, not of goff$"):
        places_of([Position(Rules.preset("krist"))], Rules())


def test_every_move_is_an_action_and_back() -> None:
    for text in ALL:
        rules, rng = Rules.parse(text), random.Random(9)
        for position, move in game(rules, rng):
            assert move_of(position, action_of(rules.board, move)) == move
    with pytest.raises(ValueError, match=r"^Collapse\(square=9\) is not on a board of 3×3$"):
        action_of(Rules().board, Collapse(9))
