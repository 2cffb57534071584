"""Both builds solve ordinary tic-tac-toe alike: same moves, values and counts."""

import ctypes
import random

import pytest

from qttt.engine.classical import EvalLevel
from qttt.engine.kernel import encode_places, encode_rules, library
from qttt.engine.kernel_api import QtttAnalysis, QtttChoice, SolveDepth
from qttt.game import Position, Rules
from tests.kernel.games import different_positions
from tests.kernel.wasm import wasm

BOARDS = ("classic3", "classic4", "classic4 line=3", "classic4 rows=3 cols=5 scoring=match")
ENTRIES = 1 << 12
SCRATCH = 16384
"""Address of free memory in the WebAssembly; the table comes last."""


@pytest.mark.parametrize("text", BOARDS)
def test_both_solve_alike(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(1)
    native_table, wasm_table = (ctypes.c_uint64 * ENTRIES)(), Table()
    for position in different_positions(rules, 1, 60):
        nodes, depth = rng.choice((0, 0, 1, 50)), rng.choice(list(SolveDepth))
        known, raw = encode_rules(rules), QtttAnalysis()
        places, marks = encode_places(position), len(position.marks)
        error = library().qttt_classical_solve(
            *(known, places, marks, nodes, None, depth, native_table, ENTRIES, ctypes.byref(raw)),
        )
        assert error == 0
        assert wasm_table.solve(known, places, nodes, depth) == bytes(raw), position


@pytest.mark.parametrize("text", [*BOARDS, "classic4 rows=8 cols=8"])
def test_both_choose_alike(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(2)
    for position in different_positions(rules, 2, 60):
        if position.outcome:
            continue
        level = EvalLevel(
            (rng.randint(-1000, 1000), rng.randint(-9, 9), rng.randint(0, 9)),
            depth=rng.choice((None, 1, 2, 3)),
            cutoff_nodes=rng.choice((None, 1, 200)),
            max_nodes=rng.randint(1, 5000),
        )
        for clock in (None, 0, 1, 2):
            assert choices(position, level, clock) is True, (position, level, clock)


def choices(position: Position, level: EvalLevel, clock: int | None) -> bool:
    """Whether both choose the same move with the same counts."""
    known, places, marks = encode_rules(position.rules), encode_places(position), position.marks
    raw, flag = QtttChoice(), ctypes.c_int32(clock or 0)
    error = library().qttt_classical_choose(
        *(known, places, len(marks), ctypes.byref(level.as_raw())),
        *(None if clock is None else ctypes.byref(flag), ctypes.byref(raw)),
    )
    machine = wasm()
    machine.write(0, known.ljust(64, b"\0") + places)
    machine.write(SCRATCH, bytes(level.as_raw()).ljust(64, b"\0") + bytes([clock or 0, 0, 0, 0]))
    pointer = 0 if clock is None else machine.at(SCRATCH + 64)
    found = machine.at(SCRATCH + 128)
    other = machine.call(
        "qttt_classical_choose",
        *(machine.at(0), machine.at(64), len(marks), machine.at(SCRATCH), pointer, found),
    )
    same = machine.read(SCRATCH + 128, ctypes.sizeof(QtttChoice)) == bytes(raw)
    return same and error == other == 0


class Table:
    """A transposition table in the WebAssembly's memory."""

    def __init__(self) -> None:
        self.offset = SCRATCH + 8192
        wasm().reserve(wasm().at(self.offset + 8 * ENTRIES))
        wasm().write(self.offset, bytes(8 * ENTRIES))

    def solve(self, rules: bytes, places: bytes, nodes: int, depth: int) -> bytes:
        """Return the bytes of the analysis."""
        machine, size = wasm(), ctypes.sizeof(QtttAnalysis)
        machine.write(0, rules.ljust(64, b"\0") + places)
        machine.write(SCRATCH, bytes(size))
        error = machine.call(
            "qttt_classical_solve",
            *(machine.at(0), machine.at(64), len(places) // 2, nodes, 0, depth),
            *(machine.at(self.offset), ENTRIES, machine.at(SCRATCH)),
        )
        assert error == 0
        return machine.read(SCRATCH, size)


@pytest.mark.parametrize(
    ("text", "marks", "solve", "choose"),
    [
        ("goff", (), -1, -1),
        ("classic3 scoring=goff", (), -1, 0),
        ("classic4 ends=full", (), -1, -1),
        ("classic4 rows=5", (), -3, 0),
        ("classic3", (0, 3, 1, 4, 2), 0, -2),
        ("classic3", (0, 0), -2, -2),
    ],
)
def test_invalid_input_is_rejected(
    text: str, marks: tuple[int, ...], solve: int, choose: int
) -> None:
    known, places = encode_rules(Rules.parse(text)), bytes(mark for mark in marks for _ in (0, 1))
    raw, found, level = QtttAnalysis(), QtttChoice(), EvalLevel((1, 1, 1), depth=1).as_raw()
    question = (known, places, len(marks))
    assert solve == library().qttt_classical_solve(
        *(*question, 1, None, 0, None, 0, ctypes.byref(raw))
    )
    result = library().qttt_classical_choose(
        *question, ctypes.byref(level), None, ctypes.byref(found)
    )
    assert result == choose
    for name, wrong in (("depth", -1), ("cutoff_depth", 0), ("weight", (0, 0, -1001))):
        level = EvalLevel((1, 1, 1)).as_raw()
        setattr(level, name, wrong)
        assert (
            library().qttt_classical_choose(
                *question, ctypes.byref(level), None, ctypes.byref(found)
            )
            == -1
        )
    assert bytes(found) == bytes(QtttChoice()) or choose == 0
