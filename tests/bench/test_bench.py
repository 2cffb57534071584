"""The bench runs and says what it must; how fast the machine is decides nothing here."""

import json
from contextlib import redirect_stdout
from io import StringIO

import pytest

from bench.__main__ import main
from bench.figures import Figure, as_table
from bench.positions import Dice, random_game, settled
from qttt.game import Rules


@pytest.fixture(scope="module")
def report() -> str:
    """One quick run for all tests."""
    with redirect_stdout(StringIO()) as printed:
        main(["--quick", "--json"])
    return printed.getvalue()


def test_every_promise_is_measured(report: str) -> None:
    figures = {each["figure"]: each for each in json.loads(report)["figures"]}
    promised = {name: each["target"] for name, each in figures.items() if each["target"]}
    assert (
        promised.items()
        >= {
            "exact value of the empty board": 20,
            "exact values of its 36 openings": 40,
            "exact value after six marks: all within": 1,
            "paths of 6 plies, native": 800,
            "WebAssembly in wasmtime : native, counting": 1.6,
            "WebAssembly in wasmtime : native, solving": 1.6,
            "random games, native": 25,
            "random games, pure Python": 60_000,
            "import qttt": 0.1,
            "qttt --help": 0.3,
        }.items()
    )
    assert all(each["measured"] > 0 for each in figures.values())


def test_the_signature_is_among_the_figures(report: str) -> None:
    last = json.loads(report)["figures"][-1]
    assert (last["figure"], last["unit"]) == ("signature of the solver", "nodes")


def test_a_ratio_says_how_many_times_better_than_the_target() -> None:
    assert Figure("", 10, "ms", 20).ratio == 2
    assert Figure("", 40, "ms", 20).ratio == 0.5
    assert Figure("", 40, "plies/s", 20, "more").ratio == 2
    assert Figure("", 40, "nodes").ratio is None


def test_the_table() -> None:
    figures = [
        Figure("a long name", 8.125, "ms", 20),
        Figure("b", 37_826.4, "million/s", 800, "more"),
        Figure("c", 2_235_026, "nodes"),
    ]
    assert as_table(figures).splitlines() == [
        "| figure      |  measured | unit      | target | ratio |",
        "| ----------- | --------: | --------- | -----: | ----: |",
        "| a long name |      8.12 | ms        |   ≤ 20 | 2.5 × |",
        "| b           |    37,826 | million/s |  ≥ 800 |  47 × |",
        "| c           | 2,235,026 | nodes     |        |       |",
    ]


def test_the_positions_are_the_same_for_ever() -> None:
    assert [str(each) for each in settled(Rules(), 6, 3)] == [
        "7/1/6/2/45/9",
        "5/78/79/39/2/46",
        "5/2/8/6/7/9",
    ]
    lengths = [len(list(random_game(Rules(), dice))) for dice in [Dice(5)] for _ in range(4)]
    assert lengths == [10, 14, 11, 11]
