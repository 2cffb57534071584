"""Both builds of the tree search agree: the same seed grows the same tree."""

import random

import pytest

from qttt.engine.kernel import encode_places, encode_rules
from qttt.engine.kernel_api import QtttReport
from qttt.game import Position, Rules
from tests.kernel.games import different_positions, game, random_rules
from tests.kernel.kernels import KernelTree, native
from tests.kernel.wasm import wasm

ALL_FEATURES, ENDGAME_SOLVER = 127, 8
SIZE = 1 << 20
BOARDS = (
    *("goff", "qubic3", "krist", "qubic4", "qubic5", "classic4"),
    "closer last_square=empty",
    "no-pair-loops ends=full",
    "goff rows=3 cols=5 line=4 scoring=winner",
    "krist rows=8 cols=8",
)


def contents(raw: QtttReport) -> tuple[object, ...]:
    """The contents of a report without unused array elements."""
    candidates = [
        (*each.move, each.proven, each.value, each.visits) for each in raw.candidate[: raw.moves]
    ]
    line = [tuple(move) for move in raw.line[: raw.line_length]]
    head = (raw.simulations, raw.nodes, raw.value, raw.proven, raw.full, raw.best)
    return *head, candidates, line


def both(position: Position, features: int, size: int = SIZE) -> tuple[KernelTree, KernelTree]:
    rules, places = encode_rules(position.rules), encode_places(position)
    one, other = (kernel.tree(rules, places, features, size) for kernel in (native(), wasm()))
    return one, other


@pytest.mark.parametrize("text", BOARDS)
def test_the_same_seed_grows_the_same_tree(text: str) -> None:
    grow(text, seed=1, count=6, simulations=300)


@pytest.mark.nightly
@pytest.mark.parametrize("text", BOARDS)
def test_the_same_seed_grows_the_same_large_tree(text: str) -> None:
    grow(text, seed=2, count=60, simulations=1500)


def grow(text: str, seed: int, count: int, simulations: int) -> None:
    rng = random.Random(seed)
    positions = list(different_positions(Rules.parse(text), seed, 40 + count))
    for position in rng.sample(positions, count):
        compare(
            position,
            rng.choice((ALL_FEATURES, ALL_FEATURES - ENDGAME_SOLVER, rng.randrange(128))),
            simulations,
        )


def test_the_same_seed_grows_the_same_tree_under_any_rules() -> None:
    rng = random.Random(3)
    for _ in range(15):
        positions = list(game(random_rules(rng, (9, 16, 36, 64)), rng))
        compare(rng.choice(positions), rng.randrange(128), 60)


def compare(position: Position, features: int, simulations: int) -> None:
    """Compare two searches step by step."""
    one, other = both(position, features)
    for seed, wanted in ((0, 1), (7, simulations // 2), (2**62, simulations)):
        is_open = one.run(seed, wanted)
        assert other.run(seed, wanted) == is_open
        report = one.report()
        assert contents(other.report()) == contents(report), (position, features)
        assert is_open != report.proven
        assert report.simulations == wanted if is_open else report.simulations <= wanted


def test_memory_is_full_at_the_same_node() -> None:
    """Pointers have eight bytes in one build and four in the other."""
    full = []
    for position in different_positions(Rules.preset("qubic4"), 1, 12):
        for size in range(1 << 16, (1 << 16) + 1600, 200):
            one, other = both(position, 0, size)
            assert other.run(1, 800) == one.run(1, 800)
            full.append(one.report().full)
            assert contents(other.report()) == contents(one.report()), (position, size)
    assert sum(full) > len(full) / 2


def test_a_set_stop_flag_ends_it_at_once() -> None:
    for tree in both(Position(Rules.preset("qubic5")), ALL_FEATURES):
        assert not tree.run(1, 1000, stopped=True)
        assert tree.report().simulations == 0
