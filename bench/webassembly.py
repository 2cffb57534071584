"""The WebAssembly kernel in wasmtime, in node if it is installed, and in Pyodide."""

import json
import subprocess
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from qttt.engine.kernel import FOLDER, encode_rules
from qttt.game import Rules
from scripts.release import in_pyodide, pyodide_wheel
from scripts.web import MODULES, find_node
from tests.kernel.wasm import Wasm

from .clock import cpu_seconds, median_cpu

SCRIPT = Path(__file__).with_name("node.mjs")
ENTRIES = 1 << 18


class Times(NamedTuple):
    """CPU seconds to count six plies, and to solve the empty board."""

    counting: float
    solving: float


def in_wasmtime(runs: int) -> Times:
    wasm, rules = Wasm(), encode_rules(Rules())
    counting = median_cpu(partial(wasm.perft, rules, b"", 6), runs)
    fresh = (wasm.solver(rules, ENTRIES) for _ in range(runs))
    solving = median(cpu_seconds(partial(solver.solve, b"", 0, 0)) for solver in fresh)
    return Times(counting, solving)


def in_node(runs: int) -> Times | None:
    """Measure in node; None if it is not installed."""
    node = find_node()
    if node is None:
        return None
    command = [str(node.folder / "node"), str(SCRIPT), str(FOLDER / "qttt.wasm"), str(runs)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Times(**json.loads(done.stdout))


SOLVED = """
import time
start = time.perf_counter()
import qttt
qttt.solve(qttt.Position())
print(time.perf_counter() - start)
"""


def pyodide_seconds(runs: int) -> float | None:
    """Measure the time to import and solve in a loaded Pyodide; None if it is not installed."""
    if not (MODULES / "pyodide").exists():
        return None
    with TemporaryDirectory() as folder:
        wheel = pyodide_wheel(Path(folder))
        return median(float(in_pyodide(wheel, SOLVED)) for _ in range(runs))
