#!/usr/bin/env bash
# What: ONNX Runtime adds and multiplies integers of 64 bits as floats of 64 bits along an axis: ReduceSum of 2^53 and 1 is
#       2^53, and the sum of the bits of a board with the bits 60 and 0 has lost the bit 0. A sum beyond the range of int32
#       is the largest number of it. Add, and MatMul with ones, are exact, and so is ONNX's reference evaluator.
# Versions: onnxruntime 1.32.0, onnx 1.23.2, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who computes keys or bitboards of positions within a model, as a sum of powers of two.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
import onnxruntime
from onnx import helper
from onnx.reference import ReferenceEvaluator

for name in ("onnxruntime", "onnx", "numpy"):
    print(name, version(name))


def both(operator, *arrays, **attributes):
    """Return the results of ONNX Runtime and of ONNX's reference evaluator for one operator."""
    kinds = [helper.np_dtype_to_tensor_dtype(array.dtype) for array in arrays]
    feed = {f"x{index}": array for index, array in enumerate(arrays)}
    graph = helper.make_graph(
        [helper.make_node(operator, list(feed), ["y"], **attributes)], "one",
        [helper.make_tensor_value_info(name, kind, feed[name].shape) for name, kind in zip(feed, kinds)],
        [helper.make_tensor_value_info("y", kinds[0], None)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    pair = [int(one.run(None, feed)[0].ravel()[0]) for one in (session, ReferenceEvaluator(model))]
    print(f"{operator} of {[array.tolist() for array in arrays]}, {arrays[0].dtype}: {pair[0]}, by the reference {pair[1]}")
    return pair


bits = np.array([[2**60, 1]])
odd = np.array([[2**53 + 1, 1]])
found = [
    both("ReduceSum", np.array([[2**53, 1]])),
    both("ReduceSum", bits),
    both("ReduceProd", odd),
    both("ReduceSum", np.array([[2**31 - 1, 1]], np.int32)),
    both("MatMul", bits, np.array([[1], [1]])),
    both("Add", bits[:, :1], bits[:, 1:]),
]
exact = 2**60 + 1
sys.exit(found != [[2**53, 2**53 + 1], [2**60, exact], [2**53, 2**53 + 1], [2**31 - 1, -2**31], [exact] * 2, [exact] * 2])
PY
