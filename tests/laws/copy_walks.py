"""Random walks on objects and their copies, interleaved; objects are deleted at random.

As a program: ``python -m tests.laws.copy_walks FOLDER SEED ACTIONS`` walks with the kernel library
in a folder, which can be one with sanitizers.
"""

import copy
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.engine import kernel
from qttt.envs import Batch, SingleGame
from qttt.envs.gymnasium import ComputerOpponentEnv
from qttt.envs.pettingzoo import QtttEnv
from qttt.envs.pettingzoo import env as wrapped_env
from qttt.envs.values import ValueOracle

STEPS = 60
"""The length of a walk."""

COPIES: tuple[Callable[[Any], Any], ...] = (
    copy.copy,
    copy.deepcopy,
    *(lambda each, n=n: pickle.loads(pickle.dumps(each, n)) for n in range(6)),
)


class Walker(NamedTuple):
    """How to create an object, to move it by one step, and to describe what it does next."""

    start: Callable[[], Any]
    step: Callable[[Any], object]
    state: Callable[[Any], Any]
    copies: tuple[Callable[[Any], Any], ...] = COPIES


def _start_environment(make: Callable[[], Any]) -> Any:
    environment = make()
    environment.reset(seed=3)
    return environment


def _step_batch(batch: Batch) -> object:
    return batch.step(batch.sample())


def _batch_state(batch: Batch) -> Any:
    arrays = [getattr(batch.arrays, name).tobytes() for name in batch.arrays.__slots__]
    return arrays, [batch.streams(i) for i in range(batch.games)]


def _step_game(game: SingleGame) -> None:
    if game.is_over:
        game.reset()
    else:
        game.step(game.sample())


def _game_state(game: SingleGame) -> Any:
    return game.observation.tobytes(), game.legal_actions, game.batch.streams(0)


def _step_alone(environment: ComputerOpponentEnv) -> None:
    action = np.flatnonzero(environment.action_masks())[-1]
    if environment.step(action)[2]:
        environment.reset()


def _step_pair(environment: Any) -> None:
    if not environment.agents:
        environment.reset()
    seen, _, over, _, _ = environment.last()
    environment.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))


def _pair_state(environment: Any) -> Any:
    inner = environment.unwrapped
    seen = environment.last()[0] if environment.agents else {}
    return [each.tobytes() for each in seen.values()], {**inner.rewards}, _game_state(inner._game)


def _oracle() -> list[Any]:
    return [ValueOracle("closer"), Batch("closer", 3, seed=2)]


def _step_oracle(pair: list[Any]) -> None:
    _step_batch(pair[1])


def _oracle_state(pair: list[Any]) -> Any:
    oracle, batch = pair
    return oracle.solve(batch.arrays.places).action_values.tobytes()


WALKERS = {
    "Batch": Walker(lambda: Batch("qubic3", 5, seed=1, threads=2), _step_batch, _batch_state),
    "Batch on 8×8": Walker(
        lambda: Batch("krist rows=8 cols=8", 2, seed=1, first=3, auto_reset=False),
        _step_batch,
        _batch_state,
    ),
    "SingleGame": Walker(lambda: SingleGame("qubic3", seed=1), _step_game, _game_state),
    "Gymnasium": Walker(
        lambda: _start_environment(lambda: ComputerOpponentEnv("qubic3")),
        _step_alone,
        lambda environment: _game_state(environment._game),
    ),
    "PettingZoo": Walker(
        lambda: _start_environment(lambda: QtttEnv("qubic3")), _step_pair, _pair_state
    ),
    "PettingZoo, wrapped": Walker(
        lambda: _start_environment(lambda: wrapped_env("qubic3")),
        _step_pair,
        _pair_state,
        COPIES[1:],  # a shallow copy of its wrappers shares the environment
    ),
    "ValueOracle": Walker(_oracle, _step_oracle, _oracle_state, COPIES[1:]),
}


def interleave(walker: Walker, rng: Random, actions: int) -> None:
    """Step, copy and delete objects at random; each must be where an undisturbed one would be."""
    undisturbed, states = walker.start(), []
    for _ in range(STEPS):
        states.append(walker.state(undisturbed))
        walker.step(undisturbed)
    herd = [(walker.start(), 0)]
    for _ in range(actions):
        at = rng.randrange(len(herd))
        thing, steps = herd[at]
        if rng.random() < 0.5 and steps + 1 < STEPS:
            walker.step(thing)
            herd[at] = (thing, steps + 1)
        elif rng.random() < 0.5:
            herd.append((rng.choice(walker.copies)(thing), steps))
        else:
            del herd[at], thing
            herd = herd or [(walker.start(), 0)]
        for thing, steps in herd[-3:]:
            assert walker.state(thing) == states[steps]


if __name__ == "__main__":
    kernel.FOLDER = Path(sys.argv[1])
    generator = Random(int(sys.argv[2]))
    for each in WALKERS.values():
        interleave(each, generator, int(sys.argv[3]))
