"""docs/six-tools.md: every program runs in an environment of its own and gives the right shares."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from qttt.notation import read
from qttt.quantum import Circuit, circuits, cqasm3, loop_circuit, openqasm2, openqasm3
from qttt.quantum.parity import measured_in
from tests.quantum.simulator import probabilities

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "six-tools.md").read_text("utf-8")
TOOLS: dict[str, str] = dict(
    re.findall(r"^## (\w+)\n\n```py\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
)
ROWS = dict(re.findall(r"^\| (\w+) \| ([^|]*\d[^|]*) \|", TEXT, re.MULTILINE))
"""The packages of each tool with their versions, as in the table."""
STEM, GHZ = (loop_circuit(read(moves).position) for moves in ("12 25 59 15", "12 23 13"))
BASES = {
    "xxx": dict.fromkeys(("011", "101", "110", "000"), 0.25),
    "yxy": dict.fromkeys(("011", "101", "110", "000"), 0.25),
    "xyx": dict.fromkeys((f"{number:03b}" for number in range(8)), 0.125),
}
SHOTS = 1000


def cases() -> list[tuple[Circuit, Mapping[str, float]]]:
    """Circuits with the exact probabilities of their outcomes."""
    trees = [circuits(read(moves).position)[0] for moves in ("12", "12 23", "12 25 59 34 46")]
    plain = [*trees, loop_circuit(read("12 12").position), STEM]
    return [
        *((circuit, probabilities(circuit)) for circuit in plain),
        *((measured_in(GHZ, bases), odds) for bases, odds in BASES.items()),
    ]


def test_the_page_has_six_tools_with_versions() -> None:
    assert len(TOOLS) == 6
    assert ROWS.keys() == TOOLS.keys()


@pytest.fixture
def python(tool: str, tmp_path: Path) -> Path:
    """Create an environment with the versions of the table and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    folder = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    pinned = [each.replace(" ", "==") for each in ROWS[tool].split(", ")]
    python = folder / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *pinned], check=True)
    return python


@pytest.mark.nightly
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_gives_the_right_shares(tool: str, python: Path, tmp_path: Path) -> None:
    for circuit, odds in cases():
        (tmp_path / "circuit.qasm").write_text(openqasm3(circuit), "utf-8")
        (tmp_path / "circuit2.qasm").write_text(openqasm2(circuit), "utf-8")
        (tmp_path / "circuit.cq").write_text(cqasm3(circuit), "utf-8")
        command = [str(python), "-W", "ignore", "-c", TOOLS[tool]]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        counts: dict[str, int] = ast.literal_eval(done.stdout.splitlines()[-1])
        assert set(counts) <= set(odds)
        assert sum(counts.values()) == SHOTS
        for bits, probability in odds.items():
            spread = (SHOTS * probability * (1 - probability)) ** 0.5
            assert abs(counts.get(bits, 0) - SHOTS * probability) < 6 * spread + 1
