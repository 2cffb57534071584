"""Tables of Mermin's parity game on positions: see ``qttt.quantum.parity``."""

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

from qttt.game import Position
from qttt.notation import read
from qttt.quantum import Device, quantum_state
from qttt.quantum.parity import (
    ParityGame,
    classical_bound,
    classical_formula,
    expectation,
    flip_threshold,
    loop_game,
    tree_game,
    visibility_threshold,
    winning_probability,
)

from .tables import Column, DataTable, Row

BOUNDS = DataTable(
    "parity_bounds",
    "Mermin's parity game by number of players.",
    "qttt book quantum",
    (
        Column("players", "integer", "number of players, the marks of a loop"),
        Column("strategies", "integer", "deterministic classical strategies, 4 to that power"),
        Column("classical", "text", "best probability of winning of all of them, a fraction"),
        Column("searched", "text", "whether all were tested; otherwise by the formula"),
        Column("ghz", "text", "probability of winning on the GHZ state, a fraction"),
        Column("visibility", "text", "weight in white noise above which the bound is beaten"),
        Column("flips", "number", "probability of a wrong answer up to which it is beaten"),
    ),
)
RUNS = DataTable(
    "parity_runs",
    "Rounds of the parity game on the QX simulator, with fixed seeds.",
    "qttt book quantum",
    (
        Column("moves", "text", "moves to the position"),
        Column("state", "text", "GHZ: a pending loop; W: a tree of three squares"),
        Column("players", "integer", "number of players"),
        Column("expected", "text", "exact probability of winning, a fraction"),
        Column("classical", "text", "classical bound, a fraction"),
        Column("rounds", "integer", "rounds played, each with a random question"),
        Column("won", "integer", "rounds won"),
        Column("p_value", "number", "greatest classical probability of winning as many"),
        Column("backend", "text", "the simulator"),
    ),
)
LOOPS = ("12 25 59 15", "12 23 36 16", "12 23 36 65 54 14")
TREE = "12 23"
ROUNDS = 400
SEARCHED = 6
"""Number of players up to which every classical strategy is tested."""


def bounds(most: int = 9) -> Iterator[Row]:
    """Yield the rows of the bounds, up to the longest loop on 3×3."""
    for players in range(3, most + 1):
        is_searched = players <= SEARCHED
        bound = classical_bound(players) if is_searched else classical_formula(players)
        yield (
            players,
            4**players,
            str(bound),
            "yes" if is_searched else "no",
            "1",
            str(visibility_threshold(players)),
            round(flip_threshold(players), 6),
        )


def run_on(device: Device, rounds: int = ROUNDS) -> Iterator[Row]:
    """Yield the rows of rounds on a device: some loops, then a tree."""
    for moves in (*LOOPS, TREE):
        position = read(moves).position
        game = loop_game(position) if position.has_loop else tree_game(position)
        result = game.play(device, rounds, Random(1))
        yield (
            moves,
            game.circuit.state,
            game.players,
            str(expected(game, position)),
            str(classical_formula(game.players)),
            rounds,
            result.won,
            float(f"{result.p_value:.3g}"),
            device.backend,
        )


def expected(game: ParityGame, position: Position) -> object:
    """Return the exact probability of winning."""
    kind = game.circuit.state
    factor = next(part for part in quantum_state(position).factors if part.kind == kind)
    return winning_probability(factor, game.bases)


def best_angles_for_tree(steps: int = 200) -> tuple[float, float, float]:
    """Return the best probability of winning on a tree of three squares, and the two angles.

    All players measure cos *a* Z + sin *a* X, with one angle for each question. A grid and then
    ever smaller steps find the maximum.
    """
    tree = quantum_state(read(TREE).position).factors[0]
    zzz, zxx = float(expectation(tree, "zzz")), float(expectation(tree, "zxx"))

    def mean(a: float, b: float, c: float) -> float:
        mixed = cos(a) * sin(b) * sin(c) + sin(a) * cos(b) * sin(c) + sin(a) * sin(b) * cos(c)
        return zzz * cos(a) * cos(b) * cos(c) + zxx * mixed

    def chance(a: float, b: float) -> float:
        return 0.5 + abs(mean(a, a, a) - 3 * mean(a, b, b)) / 8

    grid = [(2 * pi * i / steps, 2 * pi * k / steps) for i in range(steps) for k in range(steps)]
    best, width = max(grid, key=lambda angles: chance(*angles)), 2 * pi / steps
    while width > 1e-9:
        near = [(best[0] + i * width, best[1] + k * width) for i in (-1, 0, 1) for k in (-1, 0, 1)]
        better = max(near, key=lambda angles: chance(*angles))
        best, width = better, width if better != best else width / 2
    return chance(*best), *best
