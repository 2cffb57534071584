"""Both builds of the solver agree: same values, plies, line and number of nodes."""

import random
from pathlib import Path

import pytest

from qttt.engine.kernel import encode_places, encode_rules
from qttt.engine.kernel_api import QtttAnalysis
from qttt.engine.tablebase import FOLDER, Tablebase
from qttt.game import Rules
from tests.kernel.games import different_positions
from tests.kernel.kernels import native
from tests.kernel.wasm import wasm
from tests.strategies import SMALL

DEPTHS = range(5)
DISTANCES = 2


@pytest.mark.parametrize("text", SMALL)
def test_the_solver_is_node_identical(text: str) -> None:
    same_searches(text, seed=1, count=12)


@pytest.mark.nightly
@pytest.mark.parametrize("text", SMALL)
def test_the_solver_is_node_identical_at_length(text: str) -> None:
    same_searches(text, seed=2, count=400)


@pytest.mark.parametrize("text", ["goff", "complete", "closer"])
def test_the_solver_is_node_identical_on_the_empty_board(text: str) -> None:
    rules = encode_rules(Rules.parse(text))
    one, other = native().solver(rules, 1 << 16), wasm().solver(rules, 1 << 16)
    assert contents(one.solve(b"", 0, DISTANCES)) == contents(other.solve(b"", 0, DISTANCES))


def test_a_set_stop_flag_ends_the_search_at_once() -> None:
    rules = encode_rules(Rules())
    one, other = native().solver(rules, 1 << 12), wasm().solver(rules, 1 << 12)
    for depth in DEPTHS:
        stopped = one.solve(b"", 0, depth, stopped=True)
        assert stopped.nodes < 400
        assert not stopped.exact
        assert contents(other.solve(b"", 0, depth, stopped=True)) == contents(stopped)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.qtb")), ids=lambda path: path.name)
def test_tables_agree(path: Path) -> None:
    """A probe and a search with a table attached, on random positions."""
    table = Tablebase(path)
    number = encode_rules(table.rules)
    one, other = native().solver(number, 1 << 12), wasm().solver(number, 1 << 12)
    assert one.attach(path.read_bytes()) == other.attach(path.read_bytes()) == 0
    probed = 0
    for position in different_positions(table.rules, 3, 1500):
        places = encode_places(position)
        entry, same = one.probe(places), other.probe(places)
        assert (entry is None) == (same is None) == (len(position.marks) > table.marks)
        if entry is not None and same is not None:
            probed += 1
            assert (entry.value, entry.plies) == (same.value, same.plies), position
    assert probed > 100
    for depth in DEPTHS:
        assert contents(one.solve(b"", 0, depth)) == contents(other.solve(b"", 0, depth))


def same_searches(text: str, seed: int, count: int) -> None:
    """Both solvers get the same calls in the same order, so that their tables stay equal."""
    rules, rng = Rules.parse(text), random.Random(seed)
    many = list(different_positions(rules, seed, 40 * count))
    late = [p for p in many if 2 * len(p.marks) >= rules.board.size]
    positions = rng.sample(late, min(count, len(late)))
    number = encode_rules(rules)
    one, other = native().solver(number, 1 << 12), wasm().solver(number, 1 << 12)
    for position in positions:
        places, depth = encode_places(position), rng.choice(DEPTHS)
        for nodes in (100, 0):
            asked = contents(one.solve(places, nodes, depth))
            assert contents(other.solve(places, nodes, depth)) == asked, (position, nodes, depth)
    assert len(positions) >= min(count, 4)


def contents(raw: QtttAnalysis) -> dict[str, object]:
    """The contents of an analysis without unused array elements."""
    moves = [(*move.move, move.exact, move.plies, move.value) for move in raw.move[: raw.moves]]
    line = [tuple(move) for move in raw.line[: raw.line_length]]
    head = {name: getattr(raw, name) for name in ("nodes", "value", "exact")}
    return {**head, "moves": moves, "line": line}
