"""The WebAssembly build of the kernel, run in wasmtime.

A call into wasmtime costs about 40 µs, so a small module linked to the kernel's exports
(``surveyor.wat``) makes all calls for one position at once.
"""

import ctypes
from functools import cache
from pathlib import Path

from wasmtime import Engine, Func, Global, Instance, Linker, Memory, Module, Store

from qttt.engine.kernel import FOLDER
from qttt.engine.kernel_api import (
    QtttAnalysis,
    QtttEnsemble,
    QtttEvaluation,
    QtttMoveValue,
    QtttReport,
    QtttSurvey,
)
from tests.kernel.kernels import (
    ENDING_BYTES,
    MOST_MOVES,
    MOVE_BYTES,
    NEXT_BYTES,
    Ending,
    Outlook,
    is_open,
    read_ending,
    size_of,
    split,
)

SURVEYOR = Path(__file__).with_name("surveyor.wat")

_PAGE = 65536
_RULES, _PLACES, _NEXT, _SEED, _TOTALS, _ENDING, _ANALYSIS, _MOVES, _OUTLOOK, _SOLVER = (
    *(0, 64, 256, 512, 576, 1024, 6144, 8192, 16384, 16384 + 8448 + 132 * MOST_MOVES + 4),
)


class Wasm:
    """An instance of the WebAssembly build."""

    def __init__(self) -> None:
        self._store = Store(Engine())
        module = Module.from_file(self._store.engine, str(FOLDER / "qttt.wasm"))
        linker = Linker(self._store.engine)
        self._kernel = Instance(self._store, module, [])
        linker.define_instance(self._store, "kernel", self._kernel)
        self._surveyor = linker.instantiate(
            self._store, Module(self._store.engine, SURVEYOR.read_text(encoding="utf-8"))
        )
        memory = self._kernel.exports(self._store)["memory"]
        heap = self._kernel.exports(self._store)["__heap_base"]
        assert isinstance(memory, Memory)
        assert isinstance(heap, Global)
        self._memory = memory
        self._base = (int(heap.value(self._store)) + 63) // 64 * 64
        self.reserve(self._base + _SOLVER)

    def reserve(self, end: int) -> None:
        """Grow the memory to at least this address."""
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))

    def call(self, name: str, *arguments: int) -> int:
        """Call an export of the kernel; addresses are offsets in its memory."""
        return self._run(self._kernel, name, *arguments)

    def at(self, offset: int) -> int:
        """The address of a parameter buffer."""
        return self._base + offset

    def read(self, offset: int, count: int) -> bytes:
        return bytes(self._memory.read(self._store, self.at(offset), self.at(offset) + count))

    def write(self, offset: int, data: bytes) -> None:
        self._memory.write(self._store, data, self.at(offset))

    def legal(self, rules: bytes, places: bytes) -> bytes | int:
        count = self.call("qttt_legal", *self._put(rules, places), self.at(_MOVES))
        return count if count < 0 else self.read(_MOVES, count * MOVE_BYTES)

    def play(self, rules: bytes, places: bytes, first: int, second: int) -> bytes | int:
        marks = self.call("qttt_play", *self._put(rules, places), first, second, self.at(_NEXT))
        return marks if marks < 0 else self.read(_NEXT, marks * 2)

    def outcome(self, rules: bytes, places: bytes) -> Ending | int:
        over = self.call("qttt_outcome", *self._put(rules, places), self.at(_ENDING))
        return read_ending(self.read(_ENDING, ENDING_BYTES)) if over == 1 else over

    def perft(self, rules: bytes, places: bytes, plies: int) -> int:
        return self.call("qttt_perft", *self._put(rules, places), plies, 0)

    def playouts(
        self, rules: bytes, places: bytes, seed: int, games: int
    ) -> tuple[int, int, tuple[int, ...]]:
        self.write(_SEED, seed.to_bytes(8, "little"))
        self.write(_TOTALS, bytes(40))
        plies = self.call(
            *("qttt_playouts", *self._put(rules, places)),
            *(self.at(_SEED), games, self.at(_TOTALS), 0),
        )
        totals = (ctypes.c_int64 * 5).from_buffer_copy(self.read(_TOTALS, 40))
        return plies, int.from_bytes(self.read(_SEED, 8), "little"), tuple(totals)

    def outlook(self, rules: bytes, places: bytes) -> Outlook:
        self._run(self._surveyor, "outlook", *self._put(rules, places), self.at(_OUTLOOK))
        head = self.read(_OUTLOOK, 8448)
        paths, count, over = (
            int.from_bytes(head[i:j], "little") for i, j in ((0, 8), (8, 12), (12, 16))
        )
        rows = self.read(_OUTLOOK + 8448, 132 * count)
        after = [rows[i + 4 : i + 4 + 2 * rows[i]] for i in range(0, len(rows), 132)]
        ending = read_ending(head[16:]) if over else None
        return Outlook(head[4352 : 4352 + 2 * count], tuple(after), ending, paths)

    def replies(self, rules: bytes, places: bytes) -> tuple[int, ...]:
        size = size_of(rules)
        self._run(self._surveyor, "replies", *self._put(rules, places), size, self.at(_OUTLOOK))
        count = (size + 2) * (size + 3)
        raw = self.read(_OUTLOOK + NEXT_BYTES, 4 * count)
        return tuple((ctypes.c_int32 * count).from_buffer_copy(raw))

    def survey(self, rules: bytes, places: bytes) -> QtttSurvey:
        return QtttSurvey.from_buffer_copy(
            self._read_struct("qttt_survey", rules, places, QtttSurvey)
        )

    def ensemble(self, rules: bytes, places: bytes) -> QtttEnsemble:
        return QtttEnsemble.from_buffer_copy(
            self._read_struct("qttt_ensemble", rules, places, QtttEnsemble)
        )

    def realities(self, rules: bytes, places: bytes, first: int, count: int) -> list[bytes]:
        where, to, marks = self._put(rules, places), self.at(_OUTLOOK), len(places) // 2
        listed = self.call("qttt_realities", *where, first, count, to)
        return split(self.read(_OUTLOOK, listed * marks), marks, listed)

    def refuses(self, name: str, *arguments: bytes | int) -> tuple[int, bool]:
        """Return the result of a call and whether it left its 8 KB of output unchanged."""
        rules, places, marks, *rest = arguments
        assert isinstance(rules, bytes)
        assert isinstance(places, bytes)
        self.write(_RULES, rules.ljust(64, b"\0") + places)
        self.write(_OUTLOOK, b"\xa5" * 8192)
        numbers = (int(number) for number in (marks, *rest))
        code = self.call(name, self.at(_RULES), self.at(_PLACES), *numbers, self.at(_OUTLOOK))
        return code, self.read(_OUTLOOK, 8192) == b"\xa5" * 8192

    def solver(self, rules: bytes, entries: int) -> "WasmSolver":
        return WasmSolver(self, rules, entries)

    def evaluate(self, rules: bytes, places: bytes, evaluator: bytes) -> QtttEvaluation | int:
        weights = (self.at(_SOLVER) + 7) // 8 * 8
        self.reserve(weights + len(evaluator))
        self.write(weights - self.at(0), evaluator)
        where, to = self._put(rules, places), self.at(_OUTLOOK)
        self.write(_OUTLOOK, bytes(ctypes.sizeof(QtttEvaluation)))
        error = self.call("qttt_evaluate", *where, weights, len(evaluator), to)
        return error or QtttEvaluation.from_buffer_copy(
            self.read(_OUTLOOK, ctypes.sizeof(QtttEvaluation))
        )

    def tree(
        self, rules: bytes, places: bytes, features: int, size: int, evaluator: bytes = b""
    ) -> "WasmTree":
        return WasmTree(self, rules, places, features, size, evaluator)

    def _put(self, rules: bytes, places: bytes) -> tuple[int, int, int]:
        self.write(_RULES, rules.ljust(64, b"\0") + places)
        return self.at(_RULES), self.at(_PLACES), len(places) // 2

    def _read_struct(
        self, name: str, rules: bytes, places: bytes, struct: type[ctypes.Structure]
    ) -> bytes:
        """Return the struct that an export fills for a position, as bytes."""
        size = ctypes.sizeof(struct)
        self.write(_OUTLOOK, bytes(size))
        assert self.call(name, *self._put(rules, places), self.at(_OUTLOOK)) == 0
        return self.read(_OUTLOOK, size)

    def _run(self, instance: Instance, name: str, *arguments: int) -> int:
        function = instance.exports(self._store)[name]
        assert isinstance(function, Func)
        result = function(self._store, *arguments)
        return 0 if result is None else int(result)


class WasmSolver:
    """A solver in the instance's memory; a new one replaces the previous one."""

    def __init__(self, wasm: Wasm, rules: bytes, entries: int) -> None:
        self._wasm = wasm
        size = wasm.call("qttt_solver_bytes", entries)
        self._memory = (wasm.at(_SOLVER) + 7) // 8 * 8
        self._end = self._memory + size
        wasm.reserve(self._end)
        wasm.write(_RULES, rules)
        assert wasm.call("qttt_solver_init", self._memory, size, wasm.at(_RULES)) == 0

    def solve(
        self, places: bytes, nodes: int, depth: int, *, stopped: bool = False
    ) -> QtttAnalysis:
        wasm = self._wasm
        wasm.write(_SEED, b"\1\0\0\0")
        stop = wasm.at(_SEED) if stopped else 0
        wasm.write(_PLACES, places)
        wasm.write(_ANALYSIS, bytes(ctypes.sizeof(QtttAnalysis)))
        error = wasm.call(
            "qttt_solve",
            *(self._memory, wasm.at(_PLACES), len(places) // 2, nodes, stop, depth),
            wasm.at(_ANALYSIS),
        )
        assert error == 0
        return QtttAnalysis.from_buffer_copy(wasm.read(_ANALYSIS, ctypes.sizeof(QtttAnalysis)))

    def attach(self, table: bytes) -> int:
        """Attach a table, which is stored after the solver."""
        wasm = self._wasm
        wasm.reserve(self._end + len(table))
        wasm.write(self._end - wasm.at(0), table)
        return wasm.call("qttt_solver_attach", self._memory, self._end, len(table))

    def probe(self, places: bytes) -> QtttMoveValue | None:
        wasm = self._wasm
        wasm.write(_PLACES, places)
        wasm.write(_ANALYSIS, bytes(ctypes.sizeof(QtttMoveValue)))
        marks, to = len(places) // 2, wasm.at(_ANALYSIS)
        known = wasm.call("qttt_probe", self._memory, wasm.at(_PLACES), marks, to)
        assert known in (0, 1)
        raw = QtttMoveValue.from_buffer_copy(wasm.read(_ANALYSIS, ctypes.sizeof(QtttMoveValue)))
        return raw if known else None


class WasmTree:
    """A tree in the instance's memory, after report and evaluator; a new one replaces it."""

    def __init__(
        self, wasm: Wasm, rules: bytes, places: bytes, features: int, size: int, evaluator: bytes
    ) -> None:
        self._wasm = wasm
        self._report = (wasm.at(_SOLVER) + 7) // 8 * 8
        weights = self._report + (ctypes.sizeof(QtttReport) + 7) // 8 * 8
        self._memory = weights + (len(evaluator) + 7) // 8 * 8
        wasm.reserve(self._memory + size)
        wasm.write(weights - wasm.at(0), evaluator)
        where = wasm._put(rules, places)
        learned = (weights if evaluator else 0, len(evaluator))
        tree = (self._memory, size, 0)
        assert wasm.call("qttt_search_init", *tree, *where, features, *learned) == 0

    def run(self, seed: int, simulations: int, *, stopped: bool = False) -> bool:
        self._wasm.write(_SEED, b"\1\0\0\0")
        stop = self._wasm.at(_SEED) if stopped else 0
        return is_open(self._wasm.call("qttt_search_run", self._memory, seed, simulations, stop))

    def report(self) -> QtttReport:
        size, offset = ctypes.sizeof(QtttReport), self._report - self._wasm.at(0)
        self._wasm.write(offset, bytes(size))
        assert self._wasm.call("qttt_search_report", self._memory, self._report) == 0
        return QtttReport.from_buffer_copy(self._wasm.read(offset, size))


@cache
def wasm() -> Wasm:
    return Wasm()
