"""The learned evaluation of positions (``kernel/judge.h``) in slow Python."""

import ctypes
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import exp, isqrt

from qttt.engine.kernel import encode_rules
from qttt.engine.kernel_api import CODES, SEARCH_UNITS_PER_POINT, QtttEvaluator
from qttt.game import Move, Placement, Player, Position, Rules
from qttt.game.moves import player_of

ONE, SQUASHED = 1024, 4096
FOURS, BLOCKS, GROUPS, LEFT, TREES = 512, 4608, 8704, 8960, 9024
UNIFORM = 0.03
SMALL = bytes((byte % 19 - 9) & 255 for byte in range(256))
"""Translates random bytes into numbers from -9 to 9."""


def random_evaluator(rules: Rules, seed: int, *, is_wild: bool = False) -> bytes:
    """Return a file with random weights: small ones as in training, or of any size."""
    rng, size = random.Random(seed), ctypes.sizeof(QtttEvaluator)
    layers, entries = QtttEvaluator.bias.offset, QtttEvaluator.entry.offset
    raw = bytearray(rng.randbytes(size))
    if not is_wild:
        for at in range(layers, entries, 2):
            raw[at : at + 2] = rng.randint(-400, 400).to_bytes(2, "little", signed=True)
        raw[entries:] = raw[entries:].translate(SMALL)
    head = b"QTTTevl1" + size.to_bytes(8, "little") + bytes(8) + encode_rules(rules) + bytes(39)
    raw[: len(head)] = head
    return bytes(raw)


class Reference:
    """Evaluates positions with a file of weights."""

    def __init__(self, evaluator: bytes) -> None:
        self._weights = QtttEvaluator.from_buffer_copy(evaluator)

    def value(self, position: Position) -> int:
        """The value for X in units of the search."""
        if position.outcome:
            return round(position.outcome.value * SEARCH_UNITS_PER_POINT)
        if not position.has_loop:
            return self._learned_value(position)
        one, other = (self.value(position.play(move)) for move in position.legal_moves)
        if position.to_move == "chance":
            return _divided(one + other, 2)
        return max(one, other) if position.to_move is Player.X else min(one, other)

    def priors(self, position: Position) -> list[float]:
        """The probabilities of the legal moves."""
        moves = position.legal_moves
        if position.has_loop:
            return self._collapse_priors(position, moves)
        if not moves or moves[0][0] == moves[0][-1]:
            return [1 / len(moves) for _ in moves]
        logits = self._logits(position, moves)
        shares = [exp(max(-255, logit - max(logits)) / 16) for logit in logits]
        return [(1 - UNIFORM) * each / sum(shares) + UNIFORM / len(moves) for each in shares]

    def _collapse_priors(self, position: Position, moves: tuple[Move, ...]) -> list[float]:
        if position.to_move == "chance":
            return [0.5, 0.5]
        one, other = (self.value(position.play(move)) for move in moves)
        sign = -1 if position.to_move is Player.O else 1
        halves = 2 * sign * (one - other) / _top(position)
        first = (1 - UNIFORM) * (0.5 + 0.5 * halves / (1 + halves**2) ** 0.5) + UNIFORM / 2
        return [first, 1 - first]

    def _learned_value(self, position: Position) -> int:
        weights = self._weights
        entries = [weights.entry[index] for index, _ in _patterns(position)]
        entries += [weights.entry[index] for index in _inputs(position)]
        sums = [16 * sum(column) for column in zip(*entries, strict=True)]
        units = [max(-ONE, min(ONE, s + b)) for s, b in zip(sums, weights.bias, strict=True)]
        output = weights.last_bias * ONE
        for row, bias, last in zip(weights.layer, weights.layer_bias, weights.last, strict=True):
            unit = bias * ONE + sum(w * u for w, u in zip(row, units, strict=True))
            output += last * _divided(unit if unit >= 0 else _divided(unit, 20), ONE)
        squashed = max(-64 * SQUASHED, min(64 * SQUASHED, _divided(output, ONE * ONE // SQUASHED)))
        root = isqrt(SQUASHED**2 + squashed**2)
        value = _divided(_top(position) * squashed, root)
        return value if position.turn is Player.X else -value

    def _logits(self, position: Position, moves: Sequence[Move]) -> list[int]:
        merits = Counter[frozenset[int]]()
        for index, squares in _patterns(position):
            for square, merit in zip(squares, self._weights.merit[index], strict=False):
                merits[frozenset({square})] += merit
            pairs = combinations(squares, 2)
            for pair, joint in zip(pairs, self._weights.joint[index], strict=False):
                merits[frozenset(pair)] += joint
        return [
            merits[frozenset({a})]
            + merits[frozenset({b})]
            + merits[frozenset({a, b})]
            + self._tie(position, a, b)
            for a, b in (move for move in moves if isinstance(move, Placement))
        ]

    def _tie(self, position: Position, a: int, b: int) -> int:
        """The part of a mark's logit that depends on what it connects."""
        weights, sizes = self._weights, _sizes(position)
        low, high = sorted((_codes(position)[a], _codes(position)[b]))
        is_loop = any({a, b} <= group for group in sizes)
        tie = int(weights.codes[is_loop][CODES * low + high])
        one, other = (next(len(group) for group in sizes if square in group) for square in (a, b))
        if is_loop:
            (i, j), (k, m) = (divmod(square, position.rules.cols) for square in (a, b))
            return tie + int(weights.loop[min(one, 15)][min(max(abs(i - k), abs(j - m)), 7)])
        low, high = sorted((min(one, 7), min(other, 7)))
        return tie + int(weights.join[low][high])


def _divided(number: int, by: int) -> int:
    """Divide like C, towards 0."""
    return abs(number) // by * (1 if number >= 0 else -1)


def _top(position: Position) -> int:
    points = 2 if position.rules.scoring in ("goff", "match") else 1
    return points * SEARCH_UNITS_PER_POINT


@lru_cache(2)
def _sizes(position: Position) -> Sequence[frozenset[int]]:
    """The squares of each entanglement; a free square is one alone."""
    groups = [frozenset(each.squares) for each in position.entanglements]
    entangled = frozenset().union(*groups)
    return groups + [frozenset({s}) for s in position.open_squares if s not in entangled]


@lru_cache(2)
def _codes(position: Position) -> Mapping[int, int]:
    """What each square holds, for the player to move."""
    mine = position.turn
    codes = {
        square: 1 if player_of(mark) is mine else 2 for square, mark in position.classical.items()
    }
    leads = dict.fromkeys(position.open_squares, Fraction(0))
    for mark, odds in position.ensemble().odds().items():
        for square, share in odds.items():
            if square in leads:
                leads[square] += share if player_of(mark) is mine else -share
    entangled = {s for each in position.entanglements for s in each.squares}
    for square, lead in leads.items():
        codes[square] = _grade(lead) if square in entangled else 0
    return codes


def _grade(lead: Fraction) -> int:
    if lead >= Fraction(11, 20):
        return 3
    if lead >= Fraction(3, 20):
        return 4
    if lead > -Fraction(3, 20):
        return 5
    return 6 if lead > -Fraction(11, 20) else 7


def _inputs(position: Position) -> Iterator[int]:
    board = position.rules.board.size
    yield LEFT + min(board - len(position.marks), 63)
    yield TREES + min(len(_sizes(position)), 63)
    for each in position.entanglements:
        own = sum(player_of(mark) is position.turn for mark in each.marks)
        yield GROUPS + 16 * min(len(each.squares), 15) + min(own, 15)


@lru_cache(2)
def _patterns(position: Position) -> Sequence[tuple[int, tuple[int, ...]]]:
    """The index and the squares of each pattern."""
    return [*_all_patterns(position)]


def _all_patterns(position: Position) -> Iterator[tuple[int, tuple[int, ...]]]:
    rows, cols, codes = position.rules.rows, position.rules.cols, _codes(position)

    def of(first: int, cells: list[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
        if all(0 <= row < rows and 0 <= col < cols for row, col in cells):
            squares = tuple(row * cols + col for row, col in cells)
            yield first + sum(codes[s] * CODES**i for i, s in enumerate(squares)), squares

    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = [(row + i * down, col + i * right) for i in range(4)]
                yield from of(0, run[:3])
                yield from of(FOURS, run)
            yield from of(BLOCKS, [(row + i, col + j) for i in (0, 1) for j in (0, 1)])
