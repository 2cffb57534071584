"""Python and both kernels reject the same positions and rules; nothing is written then."""

import ctypes
import random
from collections.abc import Iterator
from itertools import islice

import pytest

from qttt.engine.kernel import encode_rules, library
from qttt.game import IllegalPositionError, Place, Position, Rules, RulesError
from qttt.game.rules import SWITCH_VALUES
from tests.kernel.games import encoded, game, random_rules
from tests.kernel.kernels import native
from tests.kernel.wasm import wasm

BAD_RULES, BAD_POSITION = -1, -2


def test_the_same_places_are_rejected() -> None:
    compare_acceptance(random.Random(6), 5_000)


@pytest.mark.nightly
def test_the_same_places_are_rejected_a_million_times() -> None:
    compare_acceptance(random.Random(7), 1_000_000)


def compare_acceptance(rng: random.Random, tries: int) -> None:
    accepted = sum(accepted_by_all(*each) for each in islice(disturbed_games(rng), tries))
    assert tries // 5 < accepted < tries - tries // 5


def disturbed_games(rng: random.Random) -> Iterator[tuple[Rules, tuple[Place, ...]]]:
    """Positions with some places changed, some of them reachable."""
    while True:
        rules = random_rules(rng)
        positions = list(game(rules, rng))
        for _ in range(50):
            yield rules, disturbed(rng.choice(positions), rng)


def disturbed(position: Position, rng: random.Random) -> tuple[Place, ...]:
    marks = list(position.marks)
    for _ in range(rng.randrange(3)):
        i = rng.randrange(len(marks) + 1)
        j = i + rng.choice((0, 1, 1, 1, 2))
        marks[i:j] = [any_place(position.rules.board.size, rng)]
    return tuple(marks)


def any_place(size: int, rng: random.Random) -> Place:
    """A square or a pair, sometimes off the board or in the wrong order."""
    a, b = (rng.randrange(size + (rng.random() < 0.1)) for _ in range(2))
    if a == b or rng.random() < 0.3:
        return a
    return (a, b) if a < b or rng.random() < 0.1 else (b, a)


def accepted_by_all(rules: Rules, marks: tuple[Place, ...]) -> bool:
    pairs = (place if isinstance(place, tuple) else (place, place) for place in marks)
    numbers, places = encode_rules(rules), bytes(square for pair in pairs for square in pair)
    result = native().legal(numbers, places)
    assert wasm().legal(numbers, places) == result, (rules, marks)
    try:
        position = Position(rules, marks)
    except IllegalPositionError:
        assert result == BAD_POSITION, (rules, marks)
        return False
    assert result == bytes(number for move in position.legal_moves for number in encoded(move))
    return True


def test_the_same_rules_are_rejected() -> None:
    rng = random.Random(9)
    sound = sum(same_rules(bytes(any_rules(rng))) for _ in range(10_000))
    assert 700 < sound < 9_300


def any_rules(rng: random.Random) -> list[int]:
    """Nine bytes that are often valid rules; a few are random."""
    switches = (rng.randrange(len(SWITCH_VALUES[name])) for name in SWITCH_VALUES)
    sides = (rng.choice((0, 1, 2, 3, 3, 3, 4, 5, 8, 26, 27)) for _ in range(2))
    numbers = [*sides, rng.choice((0, 0, 1, 2, 3, 3, 4, 5, 8, 26)), *switches]
    if rng.random() < 0.5:
        numbers[3:6] = [0, 0, 0]
    if rng.random() < 0.2:
        numbers[rng.randrange(9)] = rng.randrange(256)
    return numbers


def same_rules(numbers: bytes) -> bool:
    result = native().legal(numbers, b"")
    assert wasm().legal(numbers, b"") == result, numbers
    refused = result == BAD_RULES
    assert refused == (read_rules(numbers) is None), numbers
    return not refused


def read_rules(numbers: bytes) -> Rules | None:
    """Decode nine bytes; None if Python rejects the rules or the board is too large."""
    rows, cols, line, *switches = numbers
    try:
        named = {
            name: SWITCH_VALUES[name][n] for name, n in zip(SWITCH_VALUES, switches, strict=True)
        }
        rules = Rules(rows, cols, line or None, **named)  # type: ignore[arg-type]
    except (IndexError, RulesError):
        return None
    return rules if rules.board.size <= 64 else None


# ---------------------------------------------------------------------------- nothing is written


GOFF = encode_rules(Rules())
PENDING = bytes((0, 1, 1, 4, 0, 4))
UNTOUCHED = b"\xa5" * 8192

REFUSED = [
    pytest.param("qttt_legal", (GOFF, b"", -1), BAD_POSITION, id="fewer than no marks"),
    pytest.param("qttt_legal", (GOFF, b"", -(2**31)), BAD_POSITION, id="the fewest marks"),
    pytest.param("qttt_legal", (GOFF, b"", 10), BAD_POSITION, id="more marks than squares"),
    pytest.param("qttt_legal", (GOFF, b"", 2**31 - 1), BAD_POSITION, id="the most marks"),
    pytest.param("qttt_legal", (GOFF, b"\0\t", 1), BAD_POSITION, id="off the board"),
    pytest.param("qttt_legal", (GOFF, b"\1\0", 1), BAD_POSITION, id="the larger first"),
    pytest.param("qttt_legal", (bytes(9), b"", 0), BAD_RULES, id="no board"),
    pytest.param("qttt_outcome", (GOFF, b"\0\0", 1), BAD_POSITION, id="a lone classical mark"),
    pytest.param("qttt_outcome", (bytes(9), b"", 0), BAD_RULES, id="no rules for an outcome"),
    pytest.param("qttt_outcome", (GOFF, b"", 0), 0, id="no outcome yet"),
    pytest.param("qttt_survey", (GOFF, b"\0\0", 1), BAD_POSITION, id="no position to survey"),
    pytest.param("qttt_survey", (bytes(9), b"", 0), BAD_RULES, id="no rules for a survey"),
    pytest.param("qttt_ensemble", (GOFF, b"\0\0", 1), BAD_POSITION, id="no position to weigh"),
    pytest.param("qttt_ensemble", (bytes(9), b"", 0), BAD_RULES, id="no rules for an ensemble"),
    pytest.param("qttt_realities", (GOFF, b"\0\0", 1, 0, 9), BAD_POSITION, id="no realities"),
    pytest.param("qttt_realities", (bytes(9), b"", 0, 0, 9), BAD_RULES, id="realities of nothing"),
    pytest.param("qttt_realities", (GOFF, b"\0\1", 1, 2, 9), 0, id="beyond the last reality"),
    pytest.param("qttt_play", (GOFF, b"", 0, -1, 0), -10, id="OFF_BOARD"),
    pytest.param("qttt_play", (GOFF, b"", 0, 2**31 - 1, -(2**31)), -10, id="far off the board"),
    pytest.param("qttt_play", (GOFF, PENDING, 3, 0, 1), -12, id="LOOP_PENDING"),
    pytest.param("qttt_play", (GOFF, b"", 0, 0, 255), -13, id="NO_LOOP"),
    pytest.param("qttt_play", (GOFF, PENDING, 3, 1, 255), -14, id="NOT_ON_LOOP"),
    pytest.param("qttt_play", (GOFF, b"", 0, 0, 0), -16, id="ONE_SQUARE"),
]


@pytest.mark.parametrize(("name", "arguments", "code"), REFUSED)
def test_an_error_writes_nothing(name: str, arguments: tuple[bytes | int, ...], code: int) -> None:
    buffer = ctypes.create_string_buffer(UNTOUCHED, len(UNTOUCHED))
    assert getattr(library(), name)(*arguments, buffer) == code
    assert buffer.raw == UNTOUCHED
    assert wasm().refuses(name, *arguments) == (code, True)


@pytest.mark.parametrize(
    ("rules", "places", "code"), [(bytes(9), b"", BAD_RULES), (GOFF, b"\0\0", BAD_POSITION)]
)
def test_perft_and_playouts_reject_too(rules: bytes, places: bytes, code: int) -> None:
    for kernel in (native(), wasm()):
        assert kernel.perft(rules, places, 3) == code
        assert kernel.playouts(rules, places, 77, 5) == (code, 77, (0,) * 5)


@pytest.mark.parametrize("plies", [-1, -(2**31)])
def test_there_are_no_paths_of_fewer_than_no_plies(plies: int) -> None:
    for kernel in (native(), wasm()):
        assert kernel.perft(GOFF, b"", plies) == 0
