"""Learned evaluators: values of positions and priors of moves by the weights of a file.

``kernel/judge.h`` describes what they see, and ``QtttEvaluator`` in ``kernel/qttt.h`` the file. The
kernel evaluates a position in less than 1 µs; a search with an evaluator asks it instead of playing
random games.
"""

import ctypes
import hashlib
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from qttt.game import PRESETS, Move, Position, Rules
from qttt.game.arguments import checked, checked_class

from .kernel import (
    check_board,
    check_result,
    decode_move,
    encode_places,
    encode_rules,
    is_supported,
    library,
)
from .kernel_api import MAX_MOVES, SEARCH_UNITS_PER_POINT, QtttEvaluation, QtttEvaluator
from .tablebase import decode_rules

__all__ = ["EvaluatorError", "LearnedEvaluation", "LearnedEvaluator", "shipped_evaluator"]

FOLDER = Path(__file__).parent / "_evaluators"
MAGIC = b"QTTTevl1"
BYTES = ctypes.sizeof(QtttEvaluator)
DIGEST = slice(QtttEvaluator.digest.offset, QtttEvaluator.bias.offset)


class EvaluatorError(ValueError):
    """The file is not an evaluator, is damaged, or has other rules."""


@dataclass(frozen=True, slots=True)
class LearnedEvaluation:
    """The evaluation of a position, without search.

    - ``value``: the expectation of X's points minus O's; exact if the game is over.
    - ``priors``: the legal moves with the probability that each is best, in their order.
    """

    value: float
    priors: tuple[tuple[Move, float], ...]


@checked_class
class LearnedEvaluator:
    """An evaluator, read from its file.

    The file's digest (BLAKE2b-256) is checked. An evaluator is immutable, so copies are the same
    object. A pickle has the whole file.

    - ``path``: of the file; ``digest``: in hexadecimal.
    - ``rules``: of its training; ``positions``: their number.

    Raises:
        EvaluatorError: The file is damaged or not an evaluator.
        OSError: The file cannot be read.
    """

    path: Path
    rules: Rules
    positions: int
    digest: str

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._read(Path(path), Path(path).read_bytes())

    def _read(self, path: Path, data: bytes) -> None:
        self.path = path
        raw = _checked(data, self.path)
        self._weights = (ctypes.c_uint64 * (BYTES // 8)).from_buffer_copy(data)
        self.rules = decode_rules(bytes(raw.rules))
        self.positions = int(raw.positions)
        self.digest = data[DIGEST].hex()

    def __repr__(self) -> str:
        return f"LearnedEvaluator({str(self.path)!r})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.path, self.data)

    @property
    def data(self) -> bytes:
        """The file."""
        return bytes(self._weights)

    def fits(self, rules: Rules) -> bool:
        """Whether it was trained with these rules, on a board of any size."""
        return _fits(self.rules, rules)

    def evaluate(self, position: Position) -> LearnedEvaluation:
        """Evaluate ``position``.

        Raises:
            EvaluatorError: It does not fit the rules.
            KernelError: The board has more than 64 squares.
        """
        weights, size = weights_for(self, position.rules)
        raw, places = QtttEvaluation(), encode_places(position)
        moves = (ctypes.c_uint8 * (2 * MAX_MOVES))()
        where = encode_rules(position.rules), places, len(position.marks)
        check_result(position, library().qttt_evaluate(*where, weights, size, ctypes.byref(raw)))
        count = check_result(position, library().qttt_legal(*where, moves))
        named = (decode_move(moves[2 * i], moves[2 * i + 1]) for i in range(count))
        return LearnedEvaluation(
            raw.value / SEARCH_UNITS_PER_POINT, tuple(zip(named, raw.prior, strict=False))
        )


def weights_for(
    evaluator: LearnedEvaluator, rules: Rules
) -> tuple[ctypes.Array[ctypes.c_uint64], int]:
    """Return the file in memory and its size, for the kernel.

    Raises:
        EvaluatorError: It does not fit the rules.
        KernelError: The board has more than 64 squares.
    """
    check_board(rules)
    if not evaluator.fits(rules):
        raise EvaluatorError(
            f"{evaluator.path} is for {evaluator.rules} on any board, not for {rules}"
        )
    return evaluator._weights, BYTES


def _unpickled(kind: type[LearnedEvaluator], path: Path, data: bytes) -> LearnedEvaluator:
    evaluator = kind.__new__(kind)
    evaluator._read(path, data)
    return evaluator


@checked
def shipped_evaluator(rules: Rules) -> LearnedEvaluator | None:
    """Return the evaluator in this package that ``fits`` these rules, if any.

    Its file is read once, even if it is damaged.
    """
    trained = trained_for(rules)
    shipped = _shipped(FOLDER / f"{trained}.qte", trained) if trained else None
    if isinstance(shipped, str):
        raise EvaluatorError(shipped)
    return shipped


def trained_rules() -> tuple[Rules, ...]:
    """Return the rules that the evaluators in this package were trained with.

    Each file has the name of its preset, so a damaged one affects no other rules. The folder is
    listed once.
    """
    return _presets_in(FOLDER)


@cache
def _presets_in(folder: Path) -> tuple[Rules, ...]:
    names = (path.stem for path in sorted(folder.glob("*.qte")))
    return tuple(PRESETS[name] for name in names if name in PRESETS)


def trained_for(rules: Rules) -> Rules | None:
    """Return the rules that the evaluator for these rules was trained with; reads no file."""
    return next((trained for trained in trained_rules() if _fits(trained, rules)), None)


def _fits(trained: Rules, rules: Rules) -> bool:
    return is_supported(rules) and encode_rules(rules)[2:] == encode_rules(trained)[2:]


@cache
def _shipped(path: Path, trained: Rules) -> LearnedEvaluator | str:
    """Return the evaluator, or what is wrong with the file."""
    try:
        evaluator = LearnedEvaluator(path)
    except EvaluatorError as error:
        return str(error)
    if evaluator.rules != trained:
        return f"{path} is for {evaluator.rules}, not for {trained}: copy it again"
    return evaluator


def evaluator_digest(data: bytes) -> bytes:
    """Return the BLAKE2b-256 of a file without its digest field."""
    rest = data[: DIGEST.start] + data[DIGEST.stop :]
    return hashlib.blake2b(rest, digest_size=DIGEST.stop - DIGEST.start).digest()


def sealed(data: bytes) -> bytes:
    """Return a file with its digest."""
    return data[: DIGEST.start] + evaluator_digest(data) + data[DIGEST.stop :]


def _checked(data: bytes, path: Path) -> QtttEvaluator:
    if data[: len(MAGIC)] != MAGIC:
        raise EvaluatorError(f"{path} is not an evaluator, or has another version")
    if len(data) != BYTES:
        raise EvaluatorError(f"{path} has {len(data)} bytes instead of {BYTES}: copy it again")
    if evaluator_digest(data) != data[DIGEST]:
        raise EvaluatorError(f"{path} is damaged: its digest does not match; copy it again")
    raw = QtttEvaluator.from_buffer_copy(data)
    try:
        decode_rules(bytes(raw.rules))
    except ValueError as error:
        raise EvaluatorError(f"{path} has invalid rules: {error}") from error
    if raw.bytes != BYTES:
        raise EvaluatorError(f"{path} contradicts its own size: it states {raw.bytes} bytes")
    return raw
