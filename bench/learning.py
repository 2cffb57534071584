"""Environments for reinforcement learning: steps of random play, and table look-ups."""

import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from statistics import median
from typing import Any

import numpy as np

from qttt.envs import Batch, SingleGame
from qttt.envs.values import ValueOracle
from qttt.game import Rules

from .clock import median_cpu
from .figures import Figure
from .others import OTHERS, random_duels, random_table, skipped

MILLION = 1e6
GAMES = 1024


def learning(quick: bool) -> Iterator[Figure]:
    """Measure our environments and those of other libraries; CPU time of one core."""
    runs, steps = (3, 20_000) if quick else (9, 200_000)
    yield from batches(runs, 50 if quick else 1000)
    yield from singles(runs, steps)
    yield from probes(runs, 100_000 if quick else 1_000_000)
    yield from others(runs, steps // 20)


def batches(runs: int, rounds: int) -> Iterator[Figure]:
    """Play random games in batches, including the choice of actions."""
    for text, target in (("goff", 10), ("krist", None), ("qubic5", None)):
        batch = Batch(Rules.preset(text), GAMES)
        seconds = median_cpu(partial(play_in_step, batch, rounds), runs)
        name = f"batch of {GAMES:,} games, {text}"
        yield Figure(name, GAMES * rounds / seconds / MILLION, "million steps/s", target, "more")
    gain = two_threads(rounds // 5, runs)
    yield Figure("batch of 65,536 games, two threads : one", gain, "times as many")


def play_in_step(batch: Batch, rounds: int) -> None:
    for _ in range(rounds):
        batch.step(batch.sample())


def two_threads(rounds: int, runs: int) -> float:
    """Return the speed-up in wall-clock time."""
    one, two = (Batch(games=1 << 16, threads=threads) for threads in (1, 2))
    return median(_wall(one, rounds) / _wall(two, rounds) for _ in range(runs))


def _wall(batch: Batch, rounds: int) -> float:
    start = time.perf_counter()
    play_in_step(batch, rounds)
    return time.perf_counter() - start


def singles(runs: int, steps: int) -> Iterator[Figure]:
    """Play single games, driven from Python."""
    game = SingleGame()
    game.reset(seed=1)
    recorded = list(islice(_random_actions(SingleGame(seed=1)), steps))
    seconds = median_cpu(partial(replay, game, recorded), runs)
    yield Figure("single game: step", steps / seconds / MILLION, "million steps/s", 1.4, "more")
    seconds = median_cpu(partial(random_single, steps), runs)
    yield Figure("single game: random play", steps / seconds, "steps/s")


def _random_actions(game: SingleGame) -> Iterator[int]:
    while True:
        action = game.sample()
        yield action
        if game.step(action) == 3:
            game.reset()


def replay(game: SingleGame, actions: list[int]) -> None:
    """Replay recorded actions, without reading observations."""
    game.reset(seed=1)
    step, reset = game.step, game.reset
    for action in actions:
        if step(action) == 3:
            reset()


def random_single(steps: int) -> None:
    game, draws = SingleGame(), iter(np.random.default_rng(1).random(steps).tolist())
    for draw in draws:
        legal = game.legal_actions
        if game.step(legal[int(draw * len(legal))]) == 3:
            game.reset()


def probes(runs: int, count: int) -> Iterator[Figure]:
    """Look up positions of random games of up to four marks, as an array."""
    batch, values, seen = Batch(games=count // 4), ValueOracle(), []
    for _ in range(4):
        batch.step(batch.sample())
        seen.append(batch.arrays.places.copy())
    places = np.concatenate(seen)
    seconds = median_cpu(partial(values.probe, places), runs)
    speed = len(places) / seconds / MILLION
    yield Figure("positions looked up from an array", speed, "million/s", 2, "more")


def others(runs: int, steps: int) -> Iterator[Figure]:
    """Measure ordinary tic-tac-toe of other libraries, and our game behind their interfaces."""
    ours: dict[str, Any] = {
        "qttt in PettingZoo": random_table,
        "qttt in Gymnasium": random_duels,
    }
    for name, play in {**ours, **OTHERS}.items():
        try:
            taken = [play(steps) for _ in range(min(runs, 3))]
        except ImportError as error:
            skipped(name, error)
            continue
        yield Figure(f"{name}: random play", median(taken), "steps/s")
