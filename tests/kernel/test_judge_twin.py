"""Evaluations by learned weights: both builds, and a reference in Python."""

import ctypes
import random

import pytest

from qttt.engine.kernel import encode_places, encode_rules
from qttt.engine.kernel_api import Error, QtttEvaluation, QtttEvaluator
from qttt.game import Position, Rules
from tests.kernel.evaluations import Reference, random_evaluator
from tests.kernel.games import different_positions, game, random_rules
from tests.kernel.kernels import native
from tests.kernel.test_search_twin import contents
from tests.kernel.wasm import wasm

BOARDS = (
    *("goff", "qubic3", "krist", "qubic4", "qubic5", "classic4"),
    *(
        "closer last_square=empty",
        "no-pair-loops ends=full",
        "goff rows=3 cols=5 line=4 scoring=winner",
    ),
    *("krist rows=8 cols=8", "krist rows=2 cols=2", "krist rows=1 cols=7"),
)
PRECISION = 1e-5
"""Priors are 32-bit floats."""


def evaluate(position: Position, evaluator: bytes) -> QtttEvaluation:
    """Evaluate with both builds, which agree to the last bit."""
    arguments = encode_rules(position.rules), encode_places(position), evaluator
    one, other = native().evaluate(*arguments), wasm().evaluate(*arguments)
    assert isinstance(one, QtttEvaluation)
    assert isinstance(other, QtttEvaluation)
    assert bytes(one) == bytes(other)
    return one


def check(position: Position, evaluator: bytes) -> None:
    found, reference = evaluate(position, evaluator), Reference(evaluator)
    assert found.value == reference.value(position), position
    priors = reference.priors(position) if position.outcome is None else []
    assert found.prior[: found.moves] == pytest.approx(priors, abs=PRECISION), position


@pytest.mark.parametrize("text", BOARDS)
def test_evaluations_are_those_of_the_reference(text: str) -> None:
    rules = Rules.parse(text)
    positions = [*different_positions(rules, 1, 200)]
    for i, position in enumerate(random.Random(2).sample(positions, min(len(positions), 8))):
        check(position, random_evaluator(rules, i, is_wild=i % 2 == 0))


@pytest.mark.nightly
def test_evaluations_under_any_rules_are_those_of_the_reference() -> None:
    rng = random.Random(3)
    for i in range(300):
        rules = random_rules(rng)
        check(rng.choice([*game(rules, rng)]), random_evaluator(rules, i, is_wild=i % 2 == 0))


@pytest.mark.parametrize("text", BOARDS)
def test_the_same_seed_grows_the_same_tree(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(4)
    for i, position in enumerate(rng.sample([*different_positions(rules, 5, 150)], 4)):
        evaluator = random_evaluator(rules, i, is_wild=i % 2 == 0)
        where = encode_rules(rules), encode_places(position), rng.randrange(128)
        one, other = (kernel.tree(*where, 1 << 20, evaluator) for kernel in (native(), wasm()))
        for seed, wanted in ((0, 1), (7, 150), (2**62, 300)):
            assert one.run(seed, wanted) == other.run(seed, wanted)
            assert contents(one.report()) == contents(other.report()), position


KRIST = encode_rules(Rules.preset("krist"))
WHOLE = random_evaluator(Rules.preset("krist"), 1)
DAMAGED = {
    "empty": (WHOLE[:0], Error.BAD_EVALUATOR),
    "truncated": (WHOLE[:-1], Error.BAD_EVALUATOR),
    "too long": (WHOLE + b"\0", Error.BAD_EVALUATOR),
    "another version": (b"QTTTevl2" + WHOLE[8:], Error.BAD_EVALUATOR),
    "another length": (WHOLE[:8] + bytes(8) + WHOLE[16:], Error.BAD_EVALUATOR),
    "other rules": (random_evaluator(Rules.preset("qubic4"), 1), Error.BAD_RULES),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_evaluator_is_refused(name: str) -> None:
    evaluator, error = DAMAGED[name]
    for kernel in (native(), wasm()):
        assert kernel.evaluate(KRIST, b"", evaluator) == error


def test_an_evaluator_fits_its_rules_on_boards_of_any_size() -> None:
    small = random_evaluator(Rules.parse("krist rows=3 cols=3"), 1)
    assert isinstance(native().evaluate(KRIST, b"", small), QtttEvaluation)
    assert ctypes.sizeof(QtttEvaluator) < 300_000
