"""Surveys and ensembles: the rules in Python and both kernels agree.

A survey has the decider, the pending loop, the entanglements and the lines; an ensemble has the
number of realities, the *n*-th reality, and the odds of each mark.
"""

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice, pairwise

import pytest

from qttt.engine.kernel import encode_places, encode_rules
from qttt.engine.kernel_api import Decider, QtttEnsemble, QtttOdds, QtttSurvey
from qttt.game import Player, Position, Rules
from qttt.game.ensemble import Landing, Loop
from qttt.game.outcome import find_krists, find_lines
from tests.kernel.games import TINY, different_positions, game, random_rules
from tests.kernel.kernels import Kernel, native
from tests.kernel.test_twin import TERMINATIONS, squares_in
from tests.kernel.wasm import wasm
from tests.strategies import PRESETS

DECIDERS = (Player.X, Player.O, "chance", None)
"""In the order of ``qttt.h``."""

QUOTAS = {**dict.fromkeys(PRESETS, 150), **dict.fromkeys(TINY, 5), "krist rows=8 cols=8": 100}
MAX_LISTED = 500
"""Limit of realities to compare in full; of more, only slices are compared."""


@pytest.mark.parametrize("text", QUOTAS)
def test_surveys_agree_with_the_rules(text: str) -> None:
    compare(different_positions(Rules.parse(text), 11, QUOTAS[text]))


def test_surveys_agree_under_any_rules() -> None:
    rng = random.Random(12)
    positions = (p for _ in iter(int, 1) for p in game(random_rules(rng), rng))
    compare(islice(positions, 1000))


@pytest.mark.nightly
@pytest.mark.parametrize("text", QUOTAS)
def test_many_surveys_agree_with_the_rules(text: str) -> None:
    compare(different_positions(Rules.parse(text), 13, 40 * QUOTAS[text]))


def compare(positions: Iterable[Position]) -> None:
    rng = random.Random(14)
    for position in positions:
        rules, places = encode_rules(position.rules), encode_places(position)
        survey, ensemble = native().survey(rules, places), native().ensemble(rules, places)
        assert bytes(wasm().survey(rules, places)) == bytes(survey), position
        assert bytes(wasm().ensemble(rules, places)) == bytes(ensemble), position
        compare_survey(position, survey)
        compare_lines(position, survey)
        compare_odds(position, ensemble)
        for kernel in (native(), wasm()):
            compare_realities(position, ensemble.count, kernel, rng)


def compare_survey(position: Position, survey: QtttSurvey) -> None:
    assert DECIDERS[survey.decider] == position.to_move, position
    assert actual_loop(survey) == expected_loop(position.loop), position
    first = {mark: min(part.marks) for part in position.entanglements for mark in part.marks}
    actual = {mark: first for mark, first in enumerate(survey.entanglement, 1) if first}
    assert actual == first, position


def actual_loop(survey: QtttSurvey) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
    marks, stems = (bits_of(bits) for bits in (survey.loop, survey.stems))
    assert bool(marks) == bool(survey.closing)
    return (survey.closing, marks, stems) if marks else None


def expected_loop(loop: Loop | None) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
    return None if loop is None else (loop.closing, loop.marks, loop.stems)


def bits_of(bits: int) -> tuple[int, ...]:
    return tuple(mark for mark in range(1, 65) if bits >> (mark - 1) & 1)


def compare_lines(position: Position, survey: QtttSurvey) -> None:
    outcome, rules, classical = survey.outcome, position.rules, position.classical
    if rules.line is None:
        lines = find_krists(rules.board, classical)
    else:
        lines = find_lines(rules.board, rules.line, classical)
    assert sorted(
        (Player[Decider(line.player).name], sorted(squares_in(line.squares)), line.time)
        for line in outcome.line[: outcome.lines]
    ) == sorted((line.player, sorted(line.squares), line.time) for line in lines), position
    if position.outcome is None:
        assert outcome.termination == -1, position
    else:
        assert TERMINATIONS[outcome.termination] == position.outcome.termination, position
        assert (outcome.x / 2, outcome.o / 2) == position.outcome.points, position


def compare_odds(position: Position, ensemble: QtttEnsemble) -> None:
    marks, expected = len(position.marks), position.ensemble()
    assert ensemble.count == expected.count, position
    actual = {mark: actual_odds(odds) for mark, odds in enumerate(ensemble.odds[:marks], 1)}
    assert actual == expected.odds(), position


def actual_odds(odds: QtttOdds) -> dict[int, Fraction]:
    """Convert odds; check that the fractions are in lowest terms and sum to one."""
    (a, b), (in_a, in_b) = odds.square, odds.share
    assert in_a + in_b == odds.of
    assert (a < b) == (in_b > 0)
    assert Fraction(in_a, odds.of).denominator == odds.of
    return {a: Fraction(in_a, odds.of), b: Fraction(in_b, odds.of)} if in_b else {a: Fraction(1)}


def compare_realities(position: Position, count: int, kernel: Kernel, rng: random.Random) -> None:
    ensemble = position.ensemble()
    rules, places = encode_rules(position.rules), encode_places(position)
    first, length = rng.randrange(min(count, MAX_LISTED)), rng.randrange(8)
    actual = kernel.realities(rules, places, first, length)
    expected = islice(ensemble, first, first + length)
    assert actual == [squares_of(reality) for reality in expected], (position, first)
    last = kernel.realities(rules, places, count - 1, 2)
    assert last == [squares_of(last_of(position))], position
    assert kernel.realities(rules, places, count, 1) == []


def last_of(position: Position) -> Landing:
    """The last reality: the last one of each entanglement."""
    ensemble = position.ensemble()
    landing = dict(ensemble.classical)
    for part in ensemble.parts:
        landing.update(list(part.realities())[-1])
    return landing


def squares_of(landing: Landing) -> bytes:
    return bytes(square for _, square in sorted(landing.items()))


def test_every_reality_is_listed_once() -> None:
    for position in different_positions(Rules(), 15, 300):
        rules, places = encode_rules(position.rules), encode_places(position)
        expected = [squares_of(reality) for reality in position.ensemble()]
        assert native().realities(rules, places, 0, 10_000) == expected, position


def test_the_greatest_number_of_realities() -> None:
    """20 trees of three squares and one of four, on 64 squares."""
    squares = iter(range(64))
    moves: list[tuple[int, int]] = []
    for size in (*[3] * 20, 4):
        tree = [next(squares) for _ in range(size)]
        moves += pairwise(tree)
    position = Position.after(*moves, rules=Rules.parse("krist rows=8 cols=8"))
    rules, places = encode_rules(position.rules), encode_places(position)
    for kernel in (native(), wasm()):
        count = kernel.ensemble(rules, places).count
        assert count == position.ensemble().count == 4 * 3**20
        assert kernel.realities(rules, places, count - 1, 5) == [squares_of(last_of(position))]
        assert kernel.realities(rules, places, 2**64 - 1, 5) == []
        assert kernel.realities(rules, places, 0, -1) == []
