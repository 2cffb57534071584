"""Checks the golden data against both builds of the kernel, without the rules in Python."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from qttt.engine.kernel import encode_rules
from qttt.engine.kernel_api import UNITS_PER_POINT
from qttt.game import Rules
from tests import oracle
from tests.golden.tables import rows
from tests.kernel.kernels import COLLAPSE, Ending, Kernel, Line, native
from tests.kernel.wasm import wasm

Row = dict[str, str]
PERFT, COLLAPSES, GAMES, VALUES = (
    rows(f"{name}.tsv") for name in ("perft", "collapses", "games", "values")
)
TERMINATIONS = ("line", "full", "blocked")

kernels = pytest.mark.parametrize("build", [native, wasm], ids=["native", "wasm"])


@cache
def rules_of(text: str) -> bytes:
    return encode_rules(Rules.parse(text))


def places_of(row: Row, column: str = "position") -> bytes:
    where = oracle.parse_position(oracle.parse_rules(row["rules"]), row[column])
    return bytes(square for spots in where for square in (min(spots), max(spots)))


def play(kernel: Kernel, row: Row, places: bytes, token: str) -> bytes:
    """Play a legal move; return the places."""
    kind, first, second = oracle.parse_move(oracle.parse_rules(row["rules"]), token)
    second = COLLAPSE if kind == "collapse" else second
    after = kernel.play(rules_of(row["rules"]), places, first, second)
    assert isinstance(after, bytes), row
    return after


@kernels
@pytest.mark.parametrize("text", sorted({row["rules"] for row in PERFT}))
def test_perft(build: Callable[[], Kernel], text: str) -> None:
    for row in PERFT:
        if row["rules"] == text:
            paths = build().perft(rules_of(text), places_of(row), int(row["depth"]))
            assert paths == int(row["count"]), row


@kernels
def test_collapses(build: Callable[[], Kernel]) -> None:
    for row in COLLAPSES:
        after = play(build(), row, places_of(row), row["collapse"])
        assert after == places_of(row, "after"), row


@kernels
def test_games(build: Callable[[], Kernel]) -> None:
    for row in GAMES:
        places = b""
        for token in row["moves"].split(" "):
            assert build().outcome(rules_of(row["rules"]), places) == 0, row
            places = play(build(), row, places, token)
        assert places == places_of(row), row
        check_ending(row, build().outcome(rules_of(row["rules"]), places))


def check_ending(row: Row, ending: Ending | int) -> None:
    assert isinstance(ending, Ending)
    assert TERMINATIONS[ending.termination] == row["termination"], row
    assert f"{ending.x / 2:g}-{ending.o / 2:g}" == row["result"], row
    texts = sorted(line_text(row, line) for line in ending.lines)
    assert texts == sorted(row["lines"].split(";") if row["lines"] != "-" else []), row


def line_text(row: Row, line: Line) -> str:
    game = oracle.parse_rules(row["rules"])
    names = (
        oracle.square_name(game, square) for square in game.squares if line.squares >> square & 1
    )
    return f"{'XO'[line.player]}{line.time}:{','.join(names)}"


@kernels
@pytest.mark.parametrize("text", sorted({row["rules"] for row in VALUES}))
def test_values(build: Callable[[], Kernel], text: str) -> None:
    solver = build().solver(rules_of(text), 1 << 18)
    for row in VALUES:
        if row["rules"] == text:
            analysis = solver.solve(places_of(row), 0, 0)
            assert analysis.exact, row
            assert Fraction(analysis.value, UNITS_PER_POINT) == Fraction(row["value"]), row
