"""Evaluators in other formats give the same numbers."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.engine.evaluator import EvaluatorError, LearnedEvaluator, shipped_evaluator
from qttt.engine.export import export_onnx, export_safetensors, onnx_inputs, tensors
from qttt.engine.kernel_api import ENTRIES, SEARCH_UNITS_PER_POINT
from qttt.game import Placement, Player, Position, Rules
from tests.engine.test_evaluator import written
from tests.selection import by_day
from tests.strategies import random_walk

SHIPPED = shipped_evaluator(Rules.preset("krist"))
BOARDS = [
    *("krist", "goff", "qubic5", "krist rows=2 cols=3", "krist rows=3 cols=7"),
    *("krist rows=8 cols=8", "complete", "qubic3 rows=1 cols=4 line=2"),
]
UNIFORM = 0.03


def test_safetensors_hold_all_weights(tmp_path: Path) -> None:
    from safetensors import safe_open

    assert SHIPPED
    path = tmp_path / "krist.safetensors"
    export_safetensors(SHIPPED, path)
    with safe_open(path, framework="numpy") as file:
        found = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        assert file.metadata() == {
            "rules": "krist",
            "positions": str(SHIPPED.positions),
            "digest": SHIPPED.digest,
        }
    expected = tensors(SHIPPED)
    assert found.keys() == expected.keys()
    for name, array in found.items():
        assert array.dtype == expected[name].dtype
        assert array.tobytes() == expected[name].tobytes()
        assert array.tobytes() in SHIPPED.data
    assert found["entry"].shape == (ENTRIES, 16)


@pytest.mark.parametrize("text", by_day(["krist"], BOARDS))
@pytest.mark.parametrize("is_wild", [False, True])
def test_onnxruntime_computes_what_the_kernel_computes(
    tmp_path: Path, text: str, is_wild: bool
) -> None:
    rules = Rules.parse(text)
    evaluator = written(tmp_path, rules, 1, is_wild=is_wild)
    positions = [
        position
        for seed in range(4)
        for position in random_walk(rules, seed).positions
        if not position.has_loop and position.outcome is None
    ]
    session = opened(evaluator, rules, tmp_path / "model.onnx")
    value, logit = session.run(["value", "logit"], onnx_inputs(positions))
    for position, lead, logits in zip(positions, value, logit, strict=True):
        found = evaluator.evaluate(position)
        sign = 1 if position.to_move is Player.X else -1
        assert found.value * SEARCH_UNITS_PER_POINT == sign * lead
        check_priors(position, logits, [prior for _, prior in found.priors])


def check_priors(position: Position, logits: Any, priors: list[float]) -> None:
    moves = [move for move in position.legal_moves if isinstance(move, Placement)]
    if any(move[0] == move[1] for move in moves):
        return
    chosen = np.array([logits[min(move), max(move)] for move in moves])
    gaps = np.minimum(chosen.max() - chosen, 255)
    shares = np.exp(-gaps / 16) / np.exp(-gaps / 16).sum()
    mixed = (1 - UNIFORM) * shares + UNIFORM / len(moves)
    assert mixed == pytest.approx(np.array(priors), abs=1e-5)


def opened(evaluator: LearnedEvaluator, rules: Rules, path: Path) -> Any:
    import onnxruntime

    export_onnx(evaluator, rules, path)
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def test_a_model_has_metadata_and_checked_inputs(tmp_path: Path) -> None:
    assert SHIPPED
    rules = Rules.parse("krist rows=5 cols=5")
    session = opened(SHIPPED, rules, tmp_path / "krist.onnx")
    assert session.get_modelmeta().custom_metadata_map == {
        "board": "krist rows=5 cols=5",
        "rules": "krist",
        "positions": str(SHIPPED.positions),
        "digest": SHIPPED.digest,
    }
    shapes = {each.name: each.shape for each in session.get_inputs()}
    board = ["N", 25]
    assert shapes == {"code": board, "tree": board, "size": board, "entries": ["N", "E"]}


def test_errors(tmp_path: Path) -> None:
    assert SHIPPED
    with pytest.raises(EvaluatorError, match=r"is for krist on any board, not for goff$"):
        export_onnx(SHIPPED, Rules(), tmp_path / "goff.onnx")
    with pytest.raises(ValueError, match=r"^12/12 has a loop: collapse it first$"):
        onnx_inputs([Position.after((0, 1), (0, 1))])
    with pytest.raises(ValueError, match=r"^there are no positions: give at least one$"):
        onnx_inputs([])
    with pytest.raises(ValueError, match=r"^positions of goff and krist do not fit one model: "):
        onnx_inputs([Position(), Position(Rules.preset("krist"))])
    finished = random_walk(Rules(), 1).positions[-1]
    with pytest.raises(ValueError, match=r" is finished: its value is the difference of points$"):
        onnx_inputs([Position(), finished])
    with pytest.raises(TypeError, match=r"^positions\[0\] must be a Position, not "):
        onnx_inputs(["12"])  # type: ignore[list-item]
    assert not [*tmp_path.iterdir()]


def test_the_inputs_of_an_empty_board() -> None:
    found = onnx_inputs([Position()])
    assert not found["code"].any()
    assert (found["size"] == 1).all()
    assert found["tree"].tolist() == [[*range(9)]]
