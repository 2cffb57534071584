"""The rules in Python and the build for large boards agree, on positions of random games."""

import random
from collections.abc import Iterable
from ctypes import sizeof
from fractions import Fraction
from typing import Any

import pytest
from wasmtime import Engine, Func, Global, Instance, Memory, Module, Store

from qttt.engine.kernel import FOLDER
from qttt.game import Player, Position, Rules
from qttt.game.outcome import find_krists, find_lines
from qttt.game.rules import SWITCH_VALUES
from scripts import bindings
from scripts.kernel import LARGE_WASM
from tests.kernel.games import game
from tests.kernel.test_survey_twin import DECIDERS, expected_loop
from tests.kernel.test_twin import TERMINATIONS
from tests.selection import by_day

RULES = (
    "krist rows=9 cols=9",
    "krist rows=16 cols=16",
    "krist rows=5 cols=26 last_square=empty chooser=closer",
    "qubic5 rows=13 cols=7 pair_loops=forbidden",
    "classic4 rows=10 cols=10 line=5",
)
COLLAPSE = 65535
PLACES_AT, RESULT_AT, PAGES = 64, 2048, 4
"""Addresses of arguments, those of the rules being 0, and how much memory they need."""
STRUCTS: dict[str, Any] = {}
exec(bindings.python(bindings.parse(bindings.HEADER.read_text("utf-8"), large=True)), STRUCTS)


class LargeWasm:
    """An instance of the build for large boards."""

    def __init__(self) -> None:
        self._store = Store(Engine())
        module = Module.from_file(self._store.engine, str(FOLDER / LARGE_WASM))
        self._exports = Instance(self._store, module, []).exports(self._store)
        memory, heap = self._exports["memory"], self._exports["__heap_base"]
        assert isinstance(memory, Memory)
        assert isinstance(heap, Global)
        memory.grow(self._store, PAGES)
        self._memory = memory
        self._base = (int(heap.value(self._store)) + 63) // 64 * 64

    def call(self, name: str, position: Position, *arguments: int) -> int:
        """Call a function whose last argument is the address of its result."""
        rules, places = encoded_rules(position.rules), encoded_places(position)
        self._memory.write(self._store, rules, self._base)
        self._memory.write(self._store, places, self._base + PLACES_AT)
        function = self._exports[name]
        assert isinstance(function, Func)
        at = (self._base, self._base + PLACES_AT, len(position.marks))
        result = function(self._store, *at, *arguments, self._base + RESULT_AT)
        assert isinstance(result, int)
        return result

    def numbers(self, name: str, position: Position, *arguments: int) -> list[int]:
        """Return the pairs of numbers that a function has written."""
        count = 4 * self.call(name, position, *arguments)
        data = self._result(count)
        return [int.from_bytes(data[i : i + 2], "little") for i in range(0, count, 2)]

    def struct(self, name: str, position: Position) -> Any:
        """Return what ``qttt_survey`` or ``qttt_ensemble`` has written."""
        struct = STRUCTS[f"Qttt{name.capitalize()}"]
        assert self.call(f"qttt_{name}", position) == 0
        return struct.from_buffer_copy(self._result(sizeof(struct)))

    def _result(self, count: int) -> bytes:
        start = self._base + RESULT_AT
        return bytes(self._memory.read(self._store, start, start + count))


@pytest.fixture(scope="module")
def large() -> LargeWasm:
    return LargeWasm()


def encoded_rules(rules: Rules) -> bytes:
    switches = (values.index(getattr(rules, name)) for name, values in SWITCH_VALUES.items())
    return bytes((rules.rows, rules.cols, rules.line or 0, *switches))


def encoded_places(position: Position) -> bytes:
    return b"".join(square.to_bytes(2, "little") for square in squares_of(position))


def squares_of(position: Position) -> list[int]:
    places = (place if isinstance(place, tuple) else (place, place) for place in position.marks)
    return [square for pair in places for square in pair]


@pytest.mark.parametrize("text", by_day(RULES[:1], RULES))
def test_large_boards_agree(text: str, large: LargeWasm) -> None:
    rng = random.Random(text)
    positions = list(game(Rules.parse(text), rng))
    for position in (
        *positions[::8],
        *filter(lambda each: each.has_loop, positions),
        positions[-1],
    ):
        compare_moves(large, position, rng)
        compare_survey(large, position)
        compare_ensemble(large, position)


def compare_moves(large: LargeWasm, position: Position, rng: random.Random) -> None:
    moves = position.legal_moves
    expected = [(move[0], move[1] if len(move) == 2 else COLLAPSE) for move in moves]
    assert large.numbers("qttt_legal", position) == [n for pair in expected for n in pair], position
    for i in rng.sample(range(len(moves)), min(2, len(moves))):
        after = large.numbers("qttt_play", position, *expected[i])
        assert after == squares_of(position.play(moves[i])), (position, moves[i])


def compare_survey(large: LargeWasm, position: Position) -> None:
    survey, rules, outcome = large.struct("survey", position), position.rules, position.outcome
    assert DECIDERS[survey.decider] == position.to_move, position
    loop = (survey.closing, marks_in(survey.loop), marks_in(survey.stems))
    assert (loop if survey.closing else None) == expected_loop(position.loop), position
    first = {mark: min(part.marks) for part in position.entanglements for mark in part.marks}
    assert {n: each for n, each in enumerate(survey.entanglement, 1) if each} == first, position
    found = (
        find_krists(rules.board, position.classical)
        if rules.line is None
        else find_lines(rules.board, rules.line, position.classical)
    )
    assert sorted(
        (Player("XO"[line.player]), bits_of(line.squares), line.time)
        for line in survey.outcome.line[: survey.outcome.lines]
    ) == sorted((line.player, tuple(sorted(line.squares)), line.time) for line in found), position
    if outcome:
        assert TERMINATIONS[survey.outcome.termination] == outcome.termination, position
        assert (survey.outcome.x / 2, survey.outcome.o / 2) == outcome.points, position
    else:
        assert survey.outcome.termination == -1, position


def bits_of(words: Iterable[int]) -> tuple[int, ...]:
    bits = sum(word << 64 * i for i, word in enumerate(words))
    return tuple(bit for bit in range(256) if bits >> bit & 1)


def marks_in(words: Iterable[int]) -> tuple[int, ...]:
    return tuple(bit + 1 for bit in bits_of(words))


def compare_ensemble(large: LargeWasm, position: Position) -> None:
    ensemble, expected = large.struct("ensemble", position), position.ensemble()
    assert ensemble.count == min(expected.count, 2**64 - 1), position
    for mark, odds in expected.odds().items():
        found = ensemble.odds[mark - 1]
        shares = (Fraction(share, found.of) for share in found.share)
        assert {s: share for s, share in zip(found.square, shares, strict=True) if share} == odds, (
            position
        )
