"""Search at the root: no duplicate and no useless work."""

import ctypes
from collections.abc import Callable
from struct import pack, pack_into

import pytest

from qttt.engine.kernel import encode_places, encode_rules, library
from qttt.engine.kernel_api import MAX_SIMULATIONS, QtttReport
from qttt.game import Position, Rules
from tests.kernel.games import different_positions
from tests.kernel.kernels import Kernel, KernelTree, native
from tests.kernel.wasm import wasm

ALL_FEATURES, PROOFS, TRANSPOSITIONS = 127, 4, 16
SIZE = 1 << 22

kernels = pytest.mark.parametrize("build", [native, wasm], ids=["native", "wasm"])


def tree_of(kernel: Kernel, position: Position, features: int = ALL_FEATURES) -> KernelTree:
    return kernel.tree(encode_rules(position.rules), encode_places(position), features, SIZE)


@kernels
def test_an_ending_that_was_stopped_is_solved_by_the_next_call(build: Callable[[], Kernel]) -> None:
    stopped = 0
    for position in different_positions(Rules.parse("krist"), 21, 200):
        if len(position.marks) != 10 or position.has_loop:
            continue
        tree = tree_of(build(), position)
        assert not tree.run(1, 1, stopped=True)
        stopped += not tree.report().proven
        assert not tree.run(1, 1)
        assert tree.report().proven, position
    assert stopped > 5


MIRRORED = ("goff", "closer", "complete", "krist rows=3 cols=3")


@kernels
@pytest.mark.parametrize("text", MIRRORED)
def test_of_two_collapses_that_mirror_each_other_one_is_searched(
    build: Callable[[], Kernel], text: str
) -> None:
    position = Position.after((0, 2), (0, 2), rules=Rules.parse(text))
    one, other = candidates(searched(build(), position, ALL_FEATURES))
    assert one == other == (one[0], 200)
    one, other = candidates(searched(build(), position, ALL_FEATURES - TRANSPOSITIONS))
    assert one[1] + other[1] == 200


@kernels
def test_a_coin_has_two_sides_even_if_they_mirror_each_other(build: Callable[[], Kernel]) -> None:
    position = Position.after((0, 2), (0, 2), rules=Rules.parse("qubic3"))
    one, other = candidates(searched(build(), position, ALL_FEATURES))
    assert one[1] == other[1] == 100


def test_collapses_that_do_not_mirror_each_other_are_both_searched() -> None:
    position = Position.after((0, 1), (0, 1), rules=Rules())
    one, other = candidates(searched(native(), position, ALL_FEATURES))
    assert one[1] + other[1] == 200


def searched(kernel: Kernel, position: Position, features: int) -> QtttReport:
    tree = tree_of(kernel, position, features)
    tree.run(1, 200)
    report = tree.report()
    assert report.simulations == 200
    return report


def candidates(report: QtttReport) -> list[tuple[int, int]]:
    """The value and visits of each move."""
    return [(each.value, each.visits) for each in report.candidate[: report.moves]]


@pytest.mark.parametrize("features", [ALL_FEATURES, PROOFS])
def test_a_proven_move_is_not_searched_while_others_are_open(features: int) -> None:
    """And the value of the position is at least that bound for the decider."""
    seen = 0
    for text in ("classic4", "krist", "goff", "qubic4"):
        for position in list(different_positions(Rules.parse(text), 22, 300))[::2]:
            seen += check_proven_moves(position, tree_of(native(), position, features))
    assert seen > 100


def check_proven_moves(position: Position, tree: KernelTree) -> int:
    """Check all reports until the position is proven; return the numbers of proven moves."""
    seen, before = 0, dict[int, int]()
    for simulations in range(50, 600, 50):
        tree.run(simulations, simulations)
        report = tree.report()
        if report.proven:
            break
        proven = {i: c for i, c in enumerate(report.candidate[: report.moves]) if c.proven}
        for i, candidate in proven.items():
            assert before.get(i, candidate.visits) == candidate.visits, position
            assert at_least(position, report.value, candidate.value), position
        seen += len(proven)
        before = {i: candidate.visits for i, candidate in proven.items()}
    return seen


def at_least(position: Position, value: int, certain: int) -> bool:
    return {"X": value >= certain, "O": value <= certain}.get(str(position.to_move), True)


@pytest.mark.parametrize("features", [ALL_FEATURES, 0])
def test_no_visit_is_counted_beyond_32_bits(features: int) -> None:
    """A search that has all but 1000 of the simulations that are counted makes no more."""
    position = Position.after((0, 1), (5, 11), rules=Rules.parse("krist"))
    rules, places = encode_rules(position.rules), encode_places(position)
    memory, lib = ctypes.create_string_buffer(SIZE), library()
    assert lib.qttt_search_init(memory, SIZE, 1, rules, places, 2, features, None, 0) == 0
    assert lib.qttt_search_run(memory, 1, 5000, None) == 1
    before, made = report_of(memory), MAX_SIMULATIONS - 1000
    best = before.candidate[before.best]
    tally, counts = pack("Ii", best.visits, best.value), pack("QQ", 5000, 5000)
    assert memory.raw.count(tally) == memory.raw.count(counts) == 1
    pack_into("I", memory, memory.raw.index(tally), best.visits + made - 5000)
    pack_into("QQ", memory, memory.raw.index(counts), made, made)
    assert lib.qttt_search_run(memory, 1, MAX_SIMULATIONS + 10_000, None) == 1
    after = report_of(memory)
    assert (after.simulations, after.best) == (MAX_SIMULATIONS, before.best)
    assert sum(each.visits for each in after.candidate[: after.moves]) == MAX_SIMULATIONS


def report_of(memory: ctypes.Array[ctypes.c_char]) -> QtttReport:
    report = QtttReport()
    assert library().qttt_search_report(memory, ctypes.byref(report)) == 0
    return report
