"""The wheel for Pyodide, installed and used there: the npm package ``pyodide``, in Node."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qttt import Level, Position, Rules, choose_move, perft, puzzles, read, review
from qttt.engine.search import search
from qttt.notation.svg import board_svg
from scripts import web
from scripts.release import in_pyodide, pyodide_wheel
from tests.docs.notebooks import NAMES, path_of

HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(
    web.find_node() is None or not (web.MODULES / "pyodide").exists(),
    reason="no Pyodide here; to enable: make test",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pyodide_wheel(tmp_path_factory.mktemp("wheel"))


def run(wheel: Path, program: str, *files: Path) -> Any:
    """Run a program of this folder in Pyodide, and return the JSON of its last line."""
    shown = in_pyodide(wheel, (HERE / program).read_text("utf-8"), *files)
    return json.loads(shown.splitlines()[-1])


def test_kernel_in_pyodide_is_the_twin_of_the_rules(wheel: Path) -> None:
    found = run(wheel, "twins.py")
    pending = read("12 25 59 15").position
    krist = search(Position(Rules.preset("krist")), simulations=500, seed=1)
    game = read("12 25 59 15 @5 36 36 @3")
    assert found["seconds"] > 0
    assert found["timed"] > 0
    assert found["positions"] > 100
    assert {key: found[key] for key in found.keys() - {"seconds", "timed", "positions"}} == {
        "value": 0.5,
        "perft": perft(Position(), 4),
        "svg": str(board_svg(pending)),
        "circuits": 1,
        "odds": "True",
        "search": [str(krist.move), krist.value, krist.simulations],
        "level": str(choose_move(pending, Level.HARD, Random(1))),
        "losses": [step.loss for step in review(game).steps],
        "puzzle": str(next(puzzles(seed=1)).position),
        "table": 4,
    }


@pytest.mark.nightly
def test_doctests_and_notebooks_run_in_pyodide(wheel: Path) -> None:
    found = run(wheel, "doctests.py", *map(path_of, NAMES))
    assert found["failed"] == 0
    assert found["examples"] > 80
    # `physics` and `parity` continue with the simulator QX, `learning` begins with NumPy.
    assert found["notebooks"] == {
        "tour": [17, 17],
        "physics": [10, 16],
        "parity": [6, 9],
        "learning": [0, 17],
    }
