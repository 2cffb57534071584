"""Random play in the environments of other libraries.

Each function returns the steps per second of CPU time, including the observation and the legal
actions of each step. It raises ``ImportError`` if the library is not installed.
"""

import sys
import time
from importlib import import_module
from random import Random
from typing import Any

import numpy as np


def skipped(name: str, error: ImportError) -> None:
    print(f"bench: {name} was not measured: {error}; install it to compare", file=sys.stderr)


def random_table(steps: int) -> float:
    """Our environment for PettingZoo."""
    return _agents(import_module("qttt.envs.pettingzoo").QtttEnv(), steps)


def pettingzoo_tictactoe(steps: int) -> float:
    return _agents(import_module("pettingzoo.classic.tictactoe_v3").raw_env(), steps)


def _agents(env: Any, steps: int) -> float:
    draws = iter(_draws(steps))
    env.reset(seed=1)
    start = time.process_time()
    while True:
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
        elif (draw := next(draws, None)) is None:
            break
        else:
            env.step(_legal_action(seen, draw))
    return steps / (time.process_time() - start)


def random_duels(steps: int) -> float:
    """Our environment for Gymnasium against random moves; only one side's steps count."""
    env = import_module("qttt.envs.gymnasium").ComputerOpponentEnv()
    draws, (seen, _) = _draws(steps), env.reset(seed=1)
    start = time.process_time()
    for draw in draws:
        seen, _, over, _, _ = env.step(_legal_action(seen, draw))
        if over:
            seen, _ = env.reset()
    return steps / (time.process_time() - start)


def _draws(steps: int) -> list[float]:
    draws: list[float] = np.random.default_rng(1).random(steps).tolist()
    return draws


def _legal_action(seen: dict[str, Any], draw: float) -> int:
    legal = seen["action_mask"].nonzero()[0]
    return int(legal[int(draw * len(legal))])


def openspiel_tictactoe(steps: int) -> float:
    """OpenSpiel's C++ game, driven from Python."""
    return _states(import_module("pyspiel").load_game("tic_tac_toe"), steps)


def openspiel_qttt(steps: int) -> float:
    """Our game for OpenSpiel, with a Python observer."""
    spiel = import_module("pyspiel")
    import_module("qttt.envs.openspiel")
    return _states(spiel.load_game("python_qttt"), steps)


def _states(game: Any, steps: int) -> float:
    rng, state, made = Random(1), game.new_initial_state(), 0
    observer = import_module("open_spiel.python.observation").make_observation(game)
    start = time.process_time()
    while made < steps:
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        observer.set_from(state, 0)
        made += 1
    return steps / (time.process_time() - start)


def pgx_tictactoe(steps: int) -> float:
    """Batches of 1,024 games on the CPU; compilation is not counted."""
    jax, pgx = import_module("jax"), import_module("pgx")
    wrappers = import_module("pgx.experimental.wrappers")
    env, games = pgx.make("tic_tac_toe"), 1024
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def play(carry: Any, key: Any) -> Any:
        logits = jax.numpy.log(carry.legal_action_mask)
        actions = jax.random.categorical(key, logits, axis=1)
        keys = jax.random.split(key, games)
        return step(carry, actions, keys), None

    keys = jax.random.split(jax.random.PRNGKey(1), max(steps // 100, 100))
    rounds = jax.jit(lambda state: jax.lax.scan(play, state, keys)[0])
    state = rounds(jax.vmap(env.init)(jax.random.split(keys[0], games)))
    jax.block_until_ready(state.observation)
    start = time.process_time()
    jax.block_until_ready(rounds(state).observation)
    return float(games * len(keys) / (time.process_time() - start))


OTHERS = {
    "qttt in OpenSpiel": openspiel_qttt,
    "tic-tac-toe of OpenSpiel, C++": openspiel_tictactoe,
    "tic-tac-toe of PettingZoo": pettingzoo_tictactoe,
    "tic-tac-toe of Pgx": pgx_tictactoe,
}
