"""The rules in Python, the shared library and the WebAssembly agree.

On positions of random games all three have the same legal moves in the same order, the same
positions after them, the same refusals, the same outcome and the same number of paths.
"""

import random
from collections.abc import Iterable
from itertools import islice

import pytest

from qttt.engine.kernel import encode_places, encode_rules
from qttt.engine.kernel_api import Decider
from qttt.game import (
    Collapse,
    IllegalMoveReason,
    Move,
    Placement,
    Player,
    Position,
    Rules,
    Termination,
)
from tests.kernel.games import OTHERS, TINY, different_positions, encoded, game, random_rules
from tests.kernel.kernels import COLLAPSE, Outlook, conceivable, native
from tests.kernel.wasm import wasm
from tests.strategies import PRESETS

REASONS = (
    IllegalMoveReason.OFF_BOARD,
    IllegalMoveReason.GAME_OVER,
    IllegalMoveReason.LOOP_PENDING,
    IllegalMoveReason.NO_LOOP,
    IllegalMoveReason.NOT_ON_LOOP,
    IllegalMoveReason.NOT_OPEN,
    IllegalMoveReason.ONE_SQUARE,
    IllegalMoveReason.TWO_SQUARES,
    IllegalMoveReason.PAIR_LOOP,
)
"""In the order of ``qttt.h``."""

TERMINATIONS = (Termination.LINE, Termination.FULL, Termination.BLOCKED)

FEWER = {"classic3": 800, "classic4": 600, "krist": 600, "qubic4": 600, "qubic5": 300}
QUOTAS = {
    **{text: FEWER.get(text, 1000) for text in PRESETS},
    **dict.fromkeys(OTHERS, 100),
    **dict.fromkeys(TINY, 5),
}
"""Number of different positions tested per set of rules."""

OF_RANDOM_RULES = 500
AT_NIGHT = 120
"""How many times more are compared at night."""


def test_the_quotas_add_up() -> None:
    assert AT_NIGHT * sum(QUOTAS.values()) >= 1_000_000


@pytest.mark.parametrize("text", QUOTAS)
def test_implementations_agree(text: str) -> None:
    compare(different_positions(Rules.parse(text), 1, QUOTAS[text]))


def test_implementations_agree_under_any_rules() -> None:
    rng = random.Random(2)
    positions = (p for _ in iter(int, 1) for p in game(random_rules(rng), rng))
    compare(islice(positions, OF_RANDOM_RULES))


@pytest.mark.nightly
@pytest.mark.parametrize("text", QUOTAS)
def test_implementations_agree_on_a_million_positions(text: str) -> None:
    compare(different_positions(Rules.parse(text), 3, AT_NIGHT * QUOTAS[text]))


@pytest.mark.nightly
def test_implementations_agree_under_thousands_of_rules() -> None:
    rng = random.Random(4)
    positions = (p for _ in iter(int, 1) for p in game(random_rules(rng), rng))
    compare(islice(positions, 2 * AT_NIGHT * OF_RANDOM_RULES))


def compare(positions: Iterable[Position]) -> None:
    rng = random.Random(5)
    for position in positions:
        rules, places = encode_rules(position.rules), encode_places(position)
        outlook = native().outlook(rules, places)
        assert wasm().outlook(rules, places) == outlook, position
        compare_outlook(position, outlook, rng)
        if rng.randrange(position.rules.board.size) == 0:
            replies = native().replies(rules, places)
            assert wasm().replies(rules, places) == replies, position
            compare_replies(position, replies, rng)


def compare_outlook(position: Position, outlook: Outlook, rng: random.Random) -> None:
    moves = position.legal_moves
    assert outlook.moves == bytes(number for move in moves for number in encoded(move)), position
    chosen = range(len(moves)) if len(moves) < 40 else rng.sample(range(len(moves)), 10)
    children = {i: position.play(moves[i]) for i in chosen}
    for i, child in children.items():
        assert outlook.after[i] == encode_places(child), (position, moves[i])
    assert ending_of(position) == actual_ending(outlook), position
    if len(moves) < 16:
        assert outlook.paths == sum(len(child.legal_moves) for child in children.values()), position


def ending_of(position: Position) -> tuple[object, ...] | None:
    if position.outcome is None:
        return None
    lines = {(line.player, frozenset(line.squares), line.time) for line in position.outcome.lines}
    return *position.outcome.points, position.outcome.termination, len(lines), lines


def actual_ending(outlook: Outlook) -> tuple[object, ...] | None:
    ending = outlook.ending
    if ending is None:
        return None
    lines = {
        (Player[Decider(line.player).name], squares_in(line.squares), line.time)
        for line in ending.lines
    }
    termination = TERMINATIONS[ending.termination]
    return ending.x / 2, ending.o / 2, termination, len(ending.lines), lines


def squares_in(bits: int) -> frozenset[int]:
    return frozenset(square for square in range(64) if bits >> square & 1)


def compare_replies(position: Position, replies: tuple[int, ...], rng: random.Random) -> None:
    by_move = dict(zip(conceivable(position.rules.board.size), replies, strict=True))
    for first, second in by_move if len(by_move) < 200 else rng.sample(list(by_move), 200):
        move: Move = Collapse(first) if second == COLLAPSE else Placement(first, second)
        assert by_move[first, second] == reply_of(position, move), (position, move)


def reply_of(position: Position, move: Move) -> int:
    """The kernel's result: the number of marks after a legal move, or an error code."""
    reason = position.illegal_reason(move)
    if reason is None:
        return len(position.marks) + isinstance(move, Placement)
    return -10 - REASONS.index(reason)
