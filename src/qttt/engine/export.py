"""Evaluators in other formats: safetensors, and ONNX with the whole computation.

Needs the extra ``weights``. The ONNX model computes in integers, as the kernel does (``judge.c``,
``judge_prior.c``), and gives the same values of unfinished positions.
"""

import ctypes
import os
from collections.abc import Sequence
from typing import Any

from qttt.extras import requires_extra
from qttt.game import Position, Rules
from qttt.game.arguments import check_type, checked
from qttt.notation.files import replace_file

from .evaluator import LearnedEvaluator, weights_for
from .kernel import check_result, encode_places, encode_rules, library
from .kernel_api import ENTRIES, QtttEvaluator, QtttSight

__all__ = ["export_onnx", "export_safetensors", "onnx_inputs", "tensors"]

TENSORS = (
    *("bias", "layer", "layer_bias", "last", "last_bias"),
    *("entry", "merit", "joint", "codes", "loop", "join"),
)
"""The fields of ``QtttEvaluator`` that are weights."""
ONNX_OPSET, ONNX_IR = 18, 10


@checked
def tensors(evaluator: LearnedEvaluator) -> dict[str, Any]:
    """Return the weights as NumPy arrays of int16 and int8; scales are in ``kernel/qttt.h``."""
    with requires_extra("weights"):
        import numpy as np
    raw = QtttEvaluator.from_buffer_copy(evaluator.data)
    return {name: np.array(getattr(raw, name), _dtype(name)) for name in TENSORS}


def _dtype(name: str) -> str:
    is_word = getattr(QtttEvaluator, name).offset < QtttEvaluator.entry.offset
    return "int16" if is_word else "int8"


@checked
def export_safetensors(evaluator: LearnedEvaluator, path: str | os.PathLike[str]) -> None:
    """Write the weights to a file, with rules, positions and digest as metadata."""
    with requires_extra("weights"):
        from safetensors.numpy import save
    replace_file(path, save(tensors(evaluator), _metadata(evaluator)))


def _metadata(evaluator: LearnedEvaluator) -> dict[str, str]:
    return {
        "rules": str(evaluator.rules),
        "positions": str(evaluator.positions),
        "digest": evaluator.digest,
    }


@checked
def export_onnx(evaluator: LearnedEvaluator, rules: Rules, path: str | os.PathLike[str]) -> None:
    """Write a model for the board of ``rules`` to a file.

    With N positions and S squares, its inputs are those of ``onnx_inputs``, and its outputs, of
    int64:

    - ``value``, shape (N,): points for the player to move minus those of the other, in units of
      1/131,072.
    - ``logit``, shape (N, S, S): of a mark on two different open squares, the smaller one first,
      in units of 1/16. The search adds 3 % of equal parts to their softmax over the legal moves.

    Raises:
        EvaluatorError: The evaluator does not fit the rules.
        KernelError: The board has more than 64 squares.
    """
    with requires_extra("weights"):
        import onnx

        from .onnx_graph import build_graph

    weights_for(evaluator, rules)
    graph = build_graph(tensors(evaluator), rules)
    model = onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid("", ONNX_OPSET)], ir_version=ONNX_IR
    )
    onnx.helper.set_model_props(model, _metadata(evaluator) | {"board": str(rules)})
    onnx.checker.check_model(model)
    replace_file(path, model.SerializeToString())


@checked
def onnx_inputs(positions: Sequence[Position]) -> dict[str, Any]:
    """Return the inputs of the model for unfinished positions of its board without a pending loop.

    Arrays of int64, with N positions and S squares:

    - ``code``, shape (N, S): what a square holds, as the player to move sees it: free (0), a mark
      of the player (1) or the opponent (2), or entangled, from *mostly the player's* (3) to *mostly
      the opponent's* (7).
    - ``tree``, shape (N, S): the same number for squares of the same entanglement only.
    - ``size``, shape (N, S): the number of squares of the entanglement, or 1.
    - ``entries``, shape (N, E): rows of ``entry`` to add; the row after the last one is zero.

    Raises:
        KernelError: The board has more than 64 squares.
        ValueError: There are no positions, they differ in their rules, or one is finished or has a
            pending loop.
    """
    with requires_extra("weights"):
        import numpy as np
    _check_positions(positions)
    sights = [_sight(position) for position in positions]
    squares, width = positions[0].rules.board.size, max(sight.inputs for sight in sights)
    return {
        "code": np.array([sight.code[:squares] for sight in sights], "int64"),
        "tree": np.array([sight.root[:squares] for sight in sights], "int64"),
        "size": np.array([sight.size[:squares] for sight in sights], "int64"),
        "entries": np.array(
            [
                [*sight.input[: sight.inputs], *[ENTRIES] * (width - sight.inputs)]
                for sight in sights
            ],
            "int64",
        ),
    }


def _check_positions(positions: Sequence[Position]) -> None:
    if not positions:
        raise ValueError("there are no positions: give at least one")
    for number, position in enumerate(positions):
        check_type(f"positions[{number}]", position, Position)
        if position.rules != positions[0].rules:
            raise ValueError(
                f"positions of {positions[0].rules} and {position.rules} do not fit one model: "
                "give those of each to its own"
            )
        if position.outcome:
            raise ValueError(f"{position} is finished: its value is the difference of points")
        if position.has_loop:
            raise ValueError(f"{position} has a loop: collapse it first")


def _sight(position: Position) -> QtttSight:
    sight = QtttSight()
    where = encode_rules(position.rules), encode_places(position), len(position.marks)
    check_result(position, library().qttt_see(*where, ctypes.byref(sight)))
    return sight
