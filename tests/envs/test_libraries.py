"""The environments pass the conformance tests of their libraries."""

import pickle
import random
import re
import sys
from copy import deepcopy
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import qttt.envs.gymnasium as duels
from qttt.engine import UnsolvableError, solve
from qttt.envs import pettingzoo as tables
from qttt.game import IllegalMoveError, Position, Rules, RulesError
from qttt.notation.text import board_text
from tests.envs.test_single import WRONG_TYPES
from tests.selection import by_day
from tests.strategies import ALL, PRESETS

unknown_by_name = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
"""PettingZoo's test warns of every environment with a mask that it does not know by name."""

every_preset = pytest.mark.parametrize("preset", PRESETS)


# --- Gymnasium -------------------------------------------------------------------------------


@every_preset
def test_gymnasium_accepts_every_preset(preset: str) -> None:
    check_env(gymnasium.make(f"qttt/{preset}-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_gymnasium_accepts_every_render_mode(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("qttt/goff-v0", render_mode=mode, player="X")
    check_env(env.unwrapped)
    env.reset(seed=1)
    env.step(1)
    printed = capsys.readouterr().out
    assert ("X₁" in printed) == (mode == "human")
    shown = env.render()
    if mode == "ansi":
        assert "X₁" in str(shown)
    if mode == "rgb_array":
        assert isinstance(shown, np.ndarray)
        assert shown.shape == (480, 480, 3)


@pytest.mark.parametrize("player", ["X", "O", None])
def test_whole_games_against_the_computer(player: str | None) -> None:
    env = gymnasium.make("qttt/goff-v0", opponent="thesis-medium", player=player)
    rng, sides = random.Random(1), set()
    for seed in range(6):
        seen, info = env.reset(seed=seed)
        sides.add(info["player"])
        over, reward = False, 0.0
        while not over:
            assert reward == 0.0
            action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, reward, over, truncated, info = env.step(action)  # type: ignore[assignment]
            assert not truncated
            assert set(np.unique(seen["observation"][-1])) == {int(info["player"] == "X")} or over
        assert not seen["action_mask"].any()
    assert sides == ({player} if player else {"X", "O"})


def test_a_seed_repeats_a_duel() -> None:
    def played(seed: int) -> list[bytes]:
        env = duels.ComputerOpponentEnv("qubic3", opponent="easy")
        seen, _ = env.reset(seed=seed)
        boards = []
        for _ in range(3):
            boards.append(seen["observation"].tobytes())
            seen, _, over, _, _ = env.step(np.int64(seen["action_mask"].argmax()))
            if over:
                break
        return boards

    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in range(8)}) > 4


def test_resets_continue_the_random_numbers_of_a_seed_or_of_a_new_generator() -> None:
    env, twin = (duels.ComputerOpponentEnv("qubic3") for _ in range(2))

    def openings() -> list[tuple[str, bytes]]:
        games = [env.reset() for _ in range(12)]
        return [(info["player"], seen["observation"].tobytes()) for seen, info in games]

    env.reset(seed=5)
    first, second = openings(), openings()
    assert first != second
    env.reset(seed=5)
    assert openings() == first
    env.reset()
    env.np_random, twin.np_random = (np.random.default_rng(7) for _ in range(2))
    replaced, env = openings(), deepcopy(twin)
    assert openings() == replaced


def test_an_illegal_action_ends_a_duel() -> None:
    env = duels.ComputerOpponentEnv(player="X")
    env.reset(seed=1)
    *_, info = env.step(np.int64(8))
    assert info == {"player": "X", "error": ""}
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(0))
    assert (reward, over) == (duels.ILLEGAL_REWARD, True)
    assert info["error"].startswith("11 is not legal in -: a quantum mark needs")


def test_a_duel_needs_a_reset_before_and_after() -> None:
    env = duels.ComputerOpponentEnv(player="X")
    message = r"^the game has ended or not begun: call reset\(\)$"
    with pytest.raises(ResetNeeded, match=message):
        env.step(np.int64(8))
    env.reset(seed=1)
    env.step(np.int64(0))
    with pytest.raises(ResetNeeded, match=message):
        env.step(np.int64(8))
    env.reset()
    assert not env.step(np.int64(8))[2]


@pytest.mark.parametrize("text", WRONG_TYPES)
def test_an_action_of_a_wrong_type_changes_no_duel(text: str) -> None:
    env, table = duels.ComputerOpponentEnv(player="X"), tables.QtttEnv()
    env.reset(seed=1)
    table.reset(seed=1)
    for step in (env.step, table.step):
        with pytest.raises(TypeError, match=f"^an action is an integer, not {re.escape(text)} of"):
            step(WRONG_TYPES[text])
    with pytest.raises(ValueError, match=r"^no action 45: a 3×3 board has actions 0 to 44$"):
        env.step(np.int64(45))
    assert not env.step(np.int64(8))[2]
    assert str(table.position) == "-"


def test_masks_are_found_through_wrappers() -> None:
    env = gymnasium.make("qttt/goff-v0", player="X")
    seen, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, seen["action_mask"])


def test_invalid_arguments() -> None:
    with pytest.raises(ValueError, match=r"^player must be 'X', 'O' or None, not 'Y'$"):
        duels.ComputerOpponentEnv(player="Y")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^unknown render mode 'svg': choose from human, ansi, "):
        duels.ComputerOpponentEnv(render_mode="svg")
    with pytest.raises(UnsolvableError, match="no level 'optimal' on 4×4"):
        duels.ComputerOpponentEnv("krist", opponent="optimal")
    with pytest.raises(RulesError, match="unknown preset 'chess'"):
        duels.ComputerOpponentEnv("chess")


# --- PettingZoo ------------------------------------------------------------------------------


@every_preset
@unknown_by_name
def test_pettingzoo_accepts_every_preset(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(tables.env(preset), num_cycles=100)
    seed_test(lambda: tables.env(preset), num_cycles=40)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_accepts_every_render_mode(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **options: tables.env("goff", **options))
    assert "X₁" in capsys.readouterr().out


@every_preset
def test_agents_decide_in_the_order_of_the_rules(preset: str) -> None:
    table = tables.QtttEnv(preset)
    table.reset(seed=3)
    twice, ends = 0, {}
    while table.agents:
        agent = table.agent_selection
        seen, reward, over, _, _ = table.last()
        if over:
            ends[agent] = reward
            table.step(None)
            continue
        assert reward == 0
        other = tables.AGENTS[1 - tables.AGENTS.index(agent)]
        assert not table.observe(other)["action_mask"].any()
        table.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        twice += table.agent_selection == agent
    outcome = table.position.outcome
    assert outcome
    lead = outcome.points.x - outcome.points.o
    assert ends == {"player_0": lead, "player_1": -lead}
    assert (twice > 0) == (table.rules.is_quantum and table.rules.chooser != "chance")


def test_an_illegal_action_in_pettingzoo() -> None:
    table = tables.QtttEnv()
    table.reset()
    with pytest.raises(IllegalMoveError, match="11 is not legal"):
        table.step(0)
    kind = tables.env()
    kind.reset()
    kind.step(0)
    assert kind.terminations == {"player_0": True, "player_1": True}
    assert kind.rewards == {"player_0": -1, "player_1": 0}


def test_environments_without_a_seed_toss_other_coins() -> None:
    ends = set()
    for _ in range(20):
        table = tables.QtttEnv("qubic3")
        table.reset()
        for action in (1, 1):
            table.step(action)
        ends.add(str(table.position))
    assert ends == {"1/2", "2/1"}


def test_pettingzoo_makes_every_preset() -> None:
    for preset in PRESETS:
        table = pettingzoo.make("aec", f"qttt/{preset}-v0", render_mode="ansi")
        table.reset(seed=1)
        assert str(table.unwrapped.rules) == preset


# --- OpenSpiel -------------------------------------------------------------------------------

on_windows = pytest.mark.skipif(
    sys.platform == "win32", reason="OpenSpiel does not support Windows"
)


RULES_OF_OPENSPIEL = by_day(
    [*PRESETS, "krist rows=3 cols=3", "krist marks=classical"],
    [*ALL, "goff chooser=chance", "krist rows=3 cols=4", "krist cols=2", "qubic4 line=3"],
)


SMALL_TREES = [
    "krist rows=1 cols=3 chooser=chance",
    "krist rows=1 cols=3",
    "krist rows=2 cols=2",
    "goff rows=2 cols=2 line=2 scoring=winner",
]


def spiel(rules: str) -> Any:
    import pyspiel

    import_module("qttt.envs.openspiel")
    return pyspiel.load_game("python_qttt", {"rules": rules})


@on_windows
@pytest.mark.parametrize("rules", RULES_OF_OPENSPIEL)
def test_openspiel_accepts_all_rules(rules: str, capfd: pytest.CaptureFixture[str]) -> None:
    import pyspiel

    game = spiel(rules)
    loaded = pyspiel.load_game(str(game))
    for each in (loaded, deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (str(each), each.rules) == (str(game), Rules.parse(rules))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for twin in (read, deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone()):
        twin.apply_action(twin.legal_actions()[-1])
        assert twin.history()[:-1] == state.history()
        assert str(twin) != str(state)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@on_windows
def test_switches_are_parameters_of_openspiel() -> None:
    import pyspiel

    assert spiel("krist").rules == pyspiel.load_game("python_qttt(rules=krist)").rules
    game = pyspiel.load_game("python_qttt(rules=krist,rows=3,cols=3,last_square=empty)")
    assert game.rules == Rules.parse("krist rows=3 cols=3 last_square=empty")
    with pytest.raises(RulesError, match="rows is given twice"):
        pyspiel.load_game("python_qttt", {"rules": "krist rows=3", "rows": 4})
    with pytest.raises(RulesError, match="chooser must be one of"):
        pyspiel.load_game("python_qttt(chooser=nobody)")


@on_windows
def test_a_state_is_the_position() -> None:
    state = spiel("qubic3").new_initial_state()
    state.apply_action(1)
    state.apply_action(1)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 0.5), (9, 0.5)]
    assert state.action_to_string(9) == "@2"
    twin = state.clone()
    twin.apply_action(9)
    assert (str(state.game.position), str(twin.game.position)) == ("12/12", "1/2")
    assert str(state) == board_text(state.game.position, unicode=False)


@on_windows
def test_openspiel_observation() -> None:
    from open_spiel.python.observation import make_observation

    state = spiel("goff").new_initial_state()
    seen = make_observation(state.get_game())
    state.apply_action(1)
    seen.set_from(state, 0)
    assert np.array_equal(seen.tensor, state.game.observation.ravel())
    assert seen.string_from(state, 0) == str(Position.after((0, 1)))


@on_windows
@pytest.mark.nightly
def test_mcts_of_openspiel_beats_random_play() -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    game, rng, points = spiel("qubic3"), np.random.RandomState(2), 0.0
    for number in range(6):
        state, seat = game.new_initial_state(), number % 2
        evaluator = RandomRolloutEvaluator(1, rng)
        searching = MCTSBot(game, 2, 200, evaluator, random_state=rng)
        bots = {seat: searching, 1 - seat: UniformRandomBot(1 - seat, rng)}
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        points += state.returns()[seat]
    assert points > 0


@on_windows
@pytest.mark.parametrize("rules", by_day(SMALL_TREES[:1], SMALL_TREES))
def test_solvers_of_openspiel_find_our_values(rules: str) -> None:
    from open_spiel.python.algorithms.cfr import CFRSolver
    from open_spiel.python.algorithms.exploitability import nash_conv
    from open_spiel.python.algorithms.minimax import expectiminimax

    game, start = spiel(rules), Position(Rules.parse(rules))
    value, _ = expectiminimax(game.new_initial_state(), 20, lambda state: 0, 0)
    assert value == pytest.approx(solve(start).value)
    if start.rules.board.size < 4:  # on 2×2 it takes minutes
        solver = CFRSolver(game)
        for _ in range(20):
            solver.evaluate_and_update_policy()
        assert nash_conv(game, solver.average_policy()) < 0.1
