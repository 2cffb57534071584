"""Learned evaluators: their files, evaluations, and searches with them."""

import copy
import ctypes
import pickle
import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from qttt.engine.evaluator import (
    BYTES,
    DIGEST,
    FOLDER,
    EvaluatorError,
    LearnedEvaluator,
    evaluator_digest,
    shipped_evaluator,
)
from qttt.engine.kernel import KernelError, declare_types
from qttt.engine.kernel_api import Feature, QtttEvaluator
from qttt.engine.search import ALL_FEATURES, Candidate, Search, search
from qttt.game import Position, Rules
from tests.engine.test_search import check_sound, timeless
from tests.engine.test_search_proofs import SOLVED, check_proofs, last_positions
from tests.kernel.evaluations import random_evaluator
from tests.strategies import ALL, random_walk

KRIST = Position(Rules.preset("krist"))


def with_digest(data: bytes) -> bytes:
    return data[: DIGEST.start] + evaluator_digest(data) + data[DIGEST.stop :]


def written(folder: Path, rules: Rules, seed: int, *, is_wild: bool = False) -> LearnedEvaluator:
    """An evaluator with random weights."""
    path = folder / f"{seed}.qte"
    path.write_bytes(with_digest(random_evaluator(rules, seed, is_wild=is_wild)))
    return LearnedEvaluator(path)


@pytest.fixture(scope="module")
def krist() -> LearnedEvaluator:
    shipped = shipped_evaluator(KRIST.rules)
    assert shipped
    return shipped


# ---------------------------------------------------------------------------- files


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.qte")), ids=lambda path: path.stem)
def test_a_shipped_evaluator(path: Path) -> None:
    evaluator = LearnedEvaluator(path)
    assert path.stat().st_size == BYTES < 300_000
    assert path.stem == str(evaluator.rules)
    assert evaluator.positions > 0
    large = replace(evaluator.rules, rows=5, cols=6)
    assert shipped_evaluator(large) == shipped_evaluator(evaluator.rules)


def test_rules_without_a_shipped_evaluator() -> None:
    assert shipped_evaluator(Rules()) is None
    assert shipped_evaluator(Rules.parse("krist rows=9 cols=9")) is None


def damaged(data: bytes, at: int, number: int) -> bytes:
    """Change a byte of the head, with the matching digest."""
    return with_digest(data[:at] + bytes([number]) + data[at + 1 :])


WHOLE = shipped_evaluator(KRIST.rules).path.read_bytes()  # type: ignore[union-attr]
NO_EVALUATOR = "is not an evaluator, or has another version"
DAMAGED = {
    "empty": (b"", NO_EVALUATOR),
    "another version": (b"QTTTevl2" + WHOLE[8:], NO_EVALUATOR),
    "truncated": (WHOLE[:-1], f"has {BYTES - 1} bytes instead of {BYTES}: copy it again"),
    "longer": (WHOLE + b"\0", f"has {BYTES + 1} bytes instead of {BYTES}: copy it again"),
    "a weight": (WHOLE[:-1] + b"\x55", "is damaged: its digest does not match; copy it again"),
    "rules": (
        damaged(WHOLE, QtttEvaluator.rules.offset + 8, 9),
        "has invalid rules: unknown switch numbers",
    ),
    "size": (damaged(WHOLE, QtttEvaluator.bytes.offset, 0), "contradicts its own size: it states"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_rejected(tmp_path: Path, name: str) -> None:
    data, message = DAMAGED[name]
    path = tmp_path / "damaged.qte"
    path.write_bytes(data)
    with pytest.raises(EvaluatorError, match=f"^{re.escape(f'{path} {message}')}"):
        LearnedEvaluator(path)


def test_copies(tmp_path: Path, krist: LearnedEvaluator) -> None:
    assert copy.copy(krist) is copy.deepcopy(krist) is krist
    path = tmp_path / "krist.qte"
    path.write_bytes(krist.path.read_bytes())
    evaluator = LearnedEvaluator(path)
    pickled = pickle.dumps(evaluator)
    path.unlink()
    again = pickle.loads(pickled)
    assert (again.digest, repr(again)) == (krist.digest, f"LearnedEvaluator({str(path)!r})")
    assert again.evaluate(KRIST) == krist.evaluate(KRIST)


# ---------------------------------------------------------------------------- evaluations


def test_an_evaluation_names_the_legal_moves(krist: LearnedEvaluator) -> None:
    for position in random_walk(KRIST.rules, 3).positions:
        found = krist.evaluate(position)
        assert tuple(move for move, _ in found.priors) == position.legal_moves
        assert -1 <= found.value <= 1
        if position.outcome:
            assert found.value == position.outcome.value
        else:
            assert sum(prior for _, prior in found.priors) == pytest.approx(1)


def test_other_rules_are_rejected(krist: LearnedEvaluator) -> None:
    message = f"^{re.escape(str(krist.path))} is for krist on any board, not for goff$"
    for call in (krist.evaluate, lambda position: Search(position, evaluator=krist)):
        with pytest.raises(EvaluatorError, match=message):
            call(Position())
    with pytest.raises(KernelError, match=r"at most 64 squares, not 81$"):
        krist.evaluate(Position(Rules.parse("krist rows=9 cols=9")))


# ---------------------------------------------------------------------------- searches


@pytest.mark.parametrize("text", ALL)
def test_an_estimate_of_any_board(tmp_path: Path, text: str) -> None:
    rng, rules = random.Random(1), Rules.parse(text)
    evaluator = written(tmp_path, rules, 1, is_wild=rng.random() < 0.5)
    for position in rng.sample(random_walk(rules, 5).positions, 3):
        for features in (ALL_FEATURES, Feature(0), Feature(rng.randrange(128))):
            found = search(position, simulations=200, features=features, evaluator=evaluator)
            check_sound(found, 200)
            assert found.is_proven or found.simulations == 200


def test_a_search_depends_on_nothing_but_its_evaluator(
    tmp_path: Path, krist: LearnedEvaluator
) -> None:
    first, again = (search(KRIST, simulations=900, evaluator=krist, seed=s) for s in (1, 2))
    assert timeless(first) == timeless(again), "there are no random games"
    other = written(tmp_path, KRIST.rules, 1)
    assert search(KRIST, simulations=900, evaluator=other).candidates != first.candidates
    assert timeless(search(KRIST, simulations=900)) != timeless(first)


def test_symmetric_moves_report_the_same(krist: LearnedEvaluator) -> None:
    found = search(KRIST, simulations=3000, evaluator=krist)
    orbits: dict[frozenset[Position], list[Candidate]] = {}
    for each in found.candidates:
        after = KRIST.play(each.move)
        images = frozenset(after.transformed(s) for s in KRIST.rules.board.symmetries())
        orbits.setdefault(images, []).append(each)
    reports = [{(each.value, each.visits) for each in orbit} for orbit in orbits.values()]
    assert {len(report) for report in reports} == {1}
    assert sum(visits for ((_, visits),) in reports) == 3000


@pytest.mark.parametrize("text", SOLVED[:12])
def test_proofs_are_those_of_the_solver(tmp_path: Path, text: str) -> None:
    evaluator = written(tmp_path, Rules.parse(text), 1, is_wild=True)
    features = ALL_FEATURES & ~Feature.ENDGAME_SOLVER
    for position in last_positions(text, 6, 10):
        check_proofs(search(position, simulations=400, features=features, evaluator=evaluator))


def test_moves_without_an_edge_can_have_any_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel that stores three edges of a node leaves good moves out."""
    library = kernel_with(tmp_path, "-DMAX_EDGES=3")
    monkeypatch.setattr(sys.modules[Search.__module__], "library", lambda: library)
    for text in SOLVED:
        evaluator = written(tmp_path, Rules.parse(text), 1, is_wild=True)
        features = ALL_FEATURES & ~Feature.ENDGAME_SOLVER
        for position in last_positions(text, 8, 20):
            check_proofs(search(position, simulations=800, features=features, evaluator=evaluator))


def kernel_with(folder: Path, option: str) -> ctypes.CDLL:
    """Compile the kernel with an option of the preprocessor."""
    sources = sorted((Path(__file__).parents[2] / "kernel").glob("*.c"))
    options = ("-std=c11", "-O1", "-shared", "-fPIC", "-fno-math-errno", option)
    command = [sys.executable, "-m", "ziglang", "cc", *options, *sources, "-o", folder / "qttt.so"]
    subprocess.run([str(word) for word in command], check=True)
    return declare_types(ctypes.CDLL(str(folder / "qttt.so")))


def test_threads_agree_on_proofs(tmp_path: Path) -> None:
    rng, rules = random.Random(7), Rules.parse("qubic3 rows=2 cols=3 line=2")
    evaluator = written(tmp_path, rules, 1)
    for _ in range(30):
        position = rng.choice(random_walk(rules, rng.getrandbits(30)).positions)
        exact = search(position, simulations=1)
        features = ALL_FEATURES & ~Feature.ENDGAME_SOLVER
        found = search(
            position,
            simulations=500,
            threads=6,
            features=features,
            evaluator=evaluator,
            megabytes=0.06,
        )
        check_sound(found, 500)
        assert not (found.is_proven and exact.is_proven) or found.value == exact.value


def test_a_full_tree_still_gives_an_estimate(krist: LearnedEvaluator) -> None:
    found = search(KRIST, simulations=20_000, megabytes=0.05, evaluator=krist)
    assert found.is_memory_full
    assert found.simulations == 20_000
    check_sound(found)
    assert not search(KRIST, simulations=5000, evaluator=krist).is_memory_full


def test_too_little_memory_for_the_evaluator(krist: LearnedEvaluator) -> None:
    with pytest.raises(ValueError, match=r"megabytes=0.006 is too small for a search of"):
        Search(KRIST, megabytes=0.006, evaluator=krist)
