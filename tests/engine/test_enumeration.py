"""Counts of games and positions, and results of random play, against brute force."""

import ctypes
import math
import random
import re
from fractions import Fraction

import pytest

from qttt.engine import Solver, UnsolvableError, playouts
from qttt.engine.enumeration import GameCounts, count_games, count_positions
from qttt.engine.kernel import encode_places, encode_rules, library
from qttt.engine.tablebase import Tablebase
from qttt.engine.verify import levels
from qttt.game import Position, Rules
from tests.engine.late import late_positions
from tests.engine.tables import SHIPPED
from tests.kernel.wasm import Wasm
from tests.selection import by_day
from tests.strategies import ON_3X3, SMALL, random_walk

TINY = (
    "goff rows=2 cols=2 line=2 scoring=winner",
    "goff rows=2 cols=2 line=2 scoring=match chooser=chance ends=full",
    "goff rows=2 cols=2 line=2 scoring=complete pair_loops=forbidden",
    "krist rows=2 cols=2 pair_loops=forbidden last_square=empty",
    "goff rows=1 cols=4 line=3 scoring=match last_square=empty",
    "goff rows=1 cols=4 line=2 scoring=winner pair_loops=forbidden ends=full",
    "krist rows=2 cols=3 marks=classical",
)
LARGER = (
    "goff rows=1 cols=5 line=2 scoring=complete ends=full",
    "goff rows=5 cols=1 line=2 scoring=winner pair_loops=forbidden",
    "goff rows=3 cols=2 line=3 scoring=match last_square=empty",
    "goff rows=1 cols=6 line=2 scoring=complete pair_loops=forbidden",
    "krist rows=2 cols=3 pair_loops=forbidden",
)
GAMES = 300_000
SIGMAS = 5


class BruteForce:
    """Counts every game from every position, with a cache.

    Positions are equal if the same marks are in the same places; a player's early marks are
    interchangeable (see ``kernel/table.c``).
    """

    def __init__(self) -> None:
        self._cache: dict[object, GameCounts] = {}

    def of(self, position: Position) -> GameCounts:
        early = 2 * (position.rules.line or position.rules.board.size)
        numbered = enumerate(position.marks, 1)
        key = tuple(sorted((str(place), n % 2 if n <= early else n) for n, place in numbered))
        if key not in self._cache:
            self._cache[key] = self._count(position)
        return self._cache[key]

    def _count(self, position: Position) -> GameCounts:
        if not position.outcome:
            return combined([self.of(position.play(move)) for move in position.legal_moves])
        value = Fraction(position.outcome.value)
        x, o, draw = int(value > 0), int(value < 0), int(value == 0)
        return GameCounts(x, o, draw, (Fraction(x), Fraction(o), Fraction(draw)), value)


def combined(after: list[GameCounts]) -> GameCounts:
    """The game counts of a position from those after each of its moves."""
    x, o, draw = (
        sum((each.probabilities[i] for each in after), Fraction()) / len(after) for i in range(3)
    )
    return GameCounts(
        sum(each.x_wins for each in after),
        sum(each.o_wins for each in after),
        sum(each.draws for each in after),
        (x, o, draw),
        sum((each.mean for each in after), Fraction()) / len(after),
    )


# ---------------------------------------------------------------------------- games


@pytest.mark.parametrize("text", TINY)
def test_every_game_of_a_tiny_board(text: str) -> None:
    position = Position(Rules.parse(text))
    assert count_games(position, entries=1 << 10) == BruteForce().of(position)


@pytest.mark.nightly
@pytest.mark.parametrize("text", LARGER)
def test_every_game_of_a_larger_board(text: str) -> None:
    position = Position(Rules.parse(text))
    assert count_games(position, entries=1 << 16) == BruteForce().of(position)


@pytest.mark.parametrize("text", ON_3X3)
def test_every_game_from_late_positions(text: str) -> None:
    for position in late_positions(Rules.parse(text), seed=1, count=4):
        assert count_games(position, entries=1 << 8) == BruteForce().of(position), position


@pytest.mark.parametrize("text", SMALL)
def test_game_counts_are_the_sum_over_the_moves(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(2)
    walks = [random_walk(rules, rng.randrange(2**32), mood="trees") for _ in range(3)]
    for position in {rng.choice(walk.positions[-6:-1]) for walk in walks}:
        after = [count_games(position.play(move), entries=1 << 8) for move in position.legal_moves]
        assert count_games(position, entries=1 << 8) == combined(after), position


def test_less_memory_changes_nothing() -> None:
    position = Position(Rules.parse(TINY[2]))
    found = {count_games(position, entries) for entries in (0, 3, 4, 5, 100, 1 << 16)}
    assert len(found) == 1


def test_the_games_of_ordinary_tic_tac_toe() -> None:
    found = count_games(Position(Rules.preset("classic3")))
    assert (found.games, found.x_wins, found.o_wins, found.draws) == (255168, 131184, 77904, 46080)
    assert found.probabilities == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def compare_with_random_games(position: Position) -> None:
    found, seen = count_games(position), playouts(position, GAMES, seed=2026)
    wins = (seen.x_wins, seen.o_wins, seen.draws)
    for probability, count in zip(map(float, found.probabilities), wins, strict=True):
        error = math.sqrt(probability * (1 - probability) / GAMES)
        assert abs(count / GAMES - probability) <= SIGMAS * error
    x, o, _ = map(float, found.probabilities)
    error = math.sqrt((4 * x + 4 * o) / GAMES)  # the difference is at most two points
    assert abs((seen.x_points - seen.o_points) / GAMES - found.mean) <= SIGMAS * error


@pytest.mark.parametrize("text", ["goff", "no-pair-loops", "qubic3 last_square=empty"])
def test_random_play_matches_sampled_games(text: str) -> None:
    compare_with_random_games(Position(Rules.parse(text), ((0, 1), (1, 2), (3, 5), (4, 8))))


@pytest.mark.nightly
@pytest.mark.parametrize("text", ON_3X3)
def test_random_play_matches_sampled_games_from_the_start(text: str) -> None:
    compare_with_random_games(Position(Rules.parse(text)))


# ---------------------------------------------------------------------------- positions


def test_positions_match_the_shipped_table() -> None:
    assert count_positions(Rules())[:5] == Tablebase(SHIPPED).header.counts


def test_positions_match_published_counts() -> None:
    assert count_positions(Rules())[5:7] == (472_938, 3_872_977)


def enumerated(rules: Rules, marks: int) -> tuple[int, ...]:
    return tuple(len(level) for level in levels(rules, marks))


@pytest.mark.parametrize("text", by_day(SMALL[::3], SMALL))
def test_positions_match_enumeration(text: str) -> None:
    rules = Rules.parse(text)
    maximum = 2 if rules.board.size > 5 and rules.is_quantum else rules.board.size - 1
    assert count_positions(rules)[: maximum + 1] == enumerated(rules, maximum)


@pytest.mark.nightly
@pytest.mark.parametrize("text", [*SMALL, *LARGER])
def test_positions_match_enumeration_with_more_marks(text: str) -> None:
    rules = Rules.parse(text)
    maximum = 3 if rules.board.size > 6 else rules.board.size - 1
    assert count_positions(rules)[: maximum + 1] == enumerated(rules, maximum)


# -------------------------------------------------------------------- errors, and the browser build


def test_boards_that_are_too_large() -> None:
    message = "a board of 4×4 has 16 squares; the exact solver supports at most 9"
    with pytest.raises(UnsolvableError, match=f"^{re.escape(message)}$"):
        count_games(Position(Rules.preset("krist")))
    message = "a board of 5×5 has 25 squares; positions are counted on boards of at most 16"
    with pytest.raises(UnsolvableError, match=f"^{re.escape(message)}$"):
        count_positions(Rules.preset("qubic5"))


def test_invalid_arguments_of_the_kernel() -> None:
    solver, memory = Solver(Rules(), entries=0).memory, (ctypes.c_uint64 * 64)()
    found = (ctypes.c_uint8 * 104)(*[0xA5] * 104)
    unaligned = ctypes.addressof(memory) + 4
    for error, *arguments in (
        (-4, memory, b"", 0, memory, 512),
        (-4, None, b"", 0, memory, 512),
        (-4, solver, b"", 0, unaligned, 504),
        (-2, solver, b"\0\0", 1, memory, 512),
        (-2, solver, b"\0\1", -1, memory, 512),
    ):
        assert library().qttt_enumerate(*arguments, None, found) == error
    assert set(found) == {0xA5}


@pytest.mark.parametrize("text", [TINY[2], LARGER[1], LARGER[2]])
def test_browsers_count_the_same(text: str) -> None:
    rules, wasm, at = encode_rules(Rules.parse(text)), Wasm(), 1 << 20
    wasm.reserve(wasm.at(2 * at))
    wasm.write(at, rules)
    solver, bytes_of = wasm.at(at + 64), wasm.call("qttt_solver_bytes", 0)
    memory, found = wasm.at(at + 2**19), at + 2**19 + 112 * 1024
    assert wasm.call("qttt_solver_init", solver, bytes_of, wasm.at(at)) == 0
    arguments = (solver, wasm.at(at), 0, memory, 112 * 1024, 0, wasm.at(found))
    assert wasm.call("qttt_enumerate", *arguments) == 0
    native = (ctypes.c_uint8 * 104)()
    cache = (ctypes.c_uint64 * (14 * 1024))()
    mine = Solver(Rules.parse(text), entries=0).memory
    places = encode_places(Position(Rules.parse(text)))
    assert library().qttt_enumerate(mine, places, 0, cache, 112 * 1024, None, native) == 0
    assert wasm.read(found, 104) == bytes(native)
