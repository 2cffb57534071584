"""The computation of an evaluator as an ONNX graph, for one board."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from qttt.copies import IndependentCopies
from qttt.game import Rules

from .kernel_api import CODES, SEARCH_UNITS_PER_POINT

ONE = 1024
SQUASHED = 4096
MAX_OUTPUT = 64 * SQUASHED
RUNS = ((0, 1), (1, 0), (1, 1), (1, -1))
THREE, FOUR, BLOCK = 0, 512, 512 + 4096
Pattern = tuple[int, tuple[int, ...]]
"""The first entry of a pattern, and its squares."""
Shape = Sequence[str | int]


def patterns(rules: Rules) -> list[Pattern]:
    """Return the patterns of a board."""
    found = list[Pattern]()
    for square in range(rules.board.size):
        row, col = divmod(square, rules.cols)
        for down, right in RUNS:
            for first, length in ((THREE, 3), (FOUR, 4)):
                places = [(row + i * down, col + i * right) for i in range(length)]
                found += _on_board(rules, first, places)
        block = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
        found += _on_board(rules, BLOCK, block)
    return found


def _on_board(rules: Rules, first: int, places: list[tuple[int, int]]) -> list[Pattern]:
    if all(row < rules.rows and 0 <= col < rules.cols for row, col in places):
        return [(first, tuple(row * rules.cols + col for row, col in places))]
    return []


class GraphBuilder(IndependentCopies):
    """A graph in the making; its methods return the names of tensors of int64."""

    def __init__(self) -> None:
        self.nodes = list[onnx.NodeProto]()
        self.constants = list[onnx.TensorProto]()

    def constant(self, values: Any, kind: str = "int64") -> str:
        """Add a constant."""
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values, kind), name))
        return name

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output."""
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def table(self, values: Any) -> str:
        """Add a table of int8, which is cast."""
        return self.node("Cast", self.constant(values, "int8"), to=TensorProto.INT64)

    def total(self, tensor: str, axis: int) -> str:
        """Add the sum along an axis."""
        return self.node("ReduceSum", tensor, self.constant([axis]), keepdims=0)

    def name(self, tensor: str, name: str) -> None:
        """Make a tensor an output."""
        self.nodes.append(helper.make_node("Identity", [tensor], [name]))


def build_graph(weights: dict[str, Any], rules: Rules) -> onnx.GraphProto:
    """Return the graph of an evaluator with these weights."""
    graph, squares = GraphBuilder(), rules.board.size
    known = patterns(rules)
    index = _pattern_indices(graph, known)
    graph.name(_value(graph, weights, index, rules), "value")
    graph.name(_logits(graph, weights, index, known, rules), "logit")
    board: Shape = ["N", squares]
    inputs: dict[str, Shape] = {"entries": ["N", "E"]}
    inputs |= dict.fromkeys(("code", "tree", "size"), board)
    outputs: dict[str, Shape] = {"value": ["N"], "logit": ["N", squares, squares]}
    return helper.make_graph(
        graph.nodes, "evaluator", _infos(inputs), _infos(outputs), graph.constants
    )


def _infos(shapes: Mapping[str, Shape]) -> list[onnx.ValueInfoProto]:
    return [
        helper.make_tensor_value_info(name, TensorProto.INT64, shape)
        for name, shape in shapes.items()
    ]


def _pattern_indices(graph: GraphBuilder, known: list[Pattern]) -> str:
    """Shape (N, patterns): the rows of the tables."""
    places = [[*squares, -1][:4] for _, squares in known]
    factors = [[8**i if square >= 0 else 0 for i, square in enumerate(each)] for each in places]
    held = graph.node("Gather", "code", graph.constant(np.maximum(places, 0)), axis=1)
    scaled = graph.node("Mul", held, graph.constant(factors))
    return graph.node("Add", graph.total(scaled, 2), graph.constant([first for first, _ in known]))


def _value(graph: GraphBuilder, weights: dict[str, Any], index: str, rules: Rules) -> str:
    padded = np.vstack([weights["entry"], np.zeros((1, weights["entry"].shape[1]), "int8")])
    table = graph.table(padded)
    parts = [
        graph.total(graph.node("Gather", table, rows, axis=0), 1) for rows in (index, "entries")
    ]
    total = graph.node("Mul", graph.node("Add", *parts), graph.constant(ONE // 64))
    clipped = _clip(graph, graph.node("Add", total, graph.constant(weights["bias"])), ONE)
    layer = graph.node("MatMul", clipped, graph.constant(weights["layer"].T))
    bias = graph.constant(weights["layer_bias"].astype("int64") * ONE)
    unit = graph.node("Add", layer, bias)
    leaky = graph.node("Div", unit, graph.constant(20))
    is_negative = graph.node("Less", unit, graph.constant(0))
    active = graph.node("Where", is_negative, leaky, unit)
    scaled = graph.node("Div", active, graph.constant(ONE))
    last = graph.node("Mul", scaled, graph.constant(weights["last"]))
    bias = graph.constant(int(weights["last_bias"]) * ONE)
    output = graph.node("Add", graph.total(last, 1), bias)
    shrunk = graph.node("Div", output, graph.constant(ONE * ONE // SQUASHED))
    return _squashed(graph, _clip(graph, shrunk, MAX_OUTPUT), rules)


def _clip(graph: GraphBuilder, tensor: str, limit: int) -> str:
    return graph.node("Clip", tensor, graph.constant(-limit), graph.constant(limit))


def _squashed(graph: GraphBuilder, output: str, rules: Rules) -> str:
    """The output divided by the root of 1 plus its square, as a share of the greatest lead."""
    square = graph.node("Mul", output, output)
    total = graph.node("Add", square, graph.constant(SQUASHED * SQUASHED))
    double = graph.node("Cast", total, to=TensorProto.DOUBLE)  # exact below 2**53
    root = graph.node("Floor", graph.node("Sqrt", double))
    whole = graph.node("Cast", root, to=TensorProto.INT64)
    top = graph.constant(rules.max_lead * SEARCH_UNITS_PER_POINT)
    return graph.node("Div", graph.node("Mul", output, top), whole)


def _logits(
    graph: GraphBuilder, weights: dict[str, Any], index: str, known: list[Pattern], rules: Rules
) -> str:
    size = rules.board.size
    of_square = [[*squares, size][:4] for _, squares in known]
    of_pair = [
        [*(a * size + b for a, b in _sorted_pairs(squares)), *[size * size] * 3][:6]
        for _, squares in known
    ]
    merits = _scattered(graph, weights["merit"], index, of_square, size)
    pairs = _scattered(graph, weights["joint"], index, of_pair, size * size)
    square = graph.node("Reshape", pairs, graph.constant([-1, size, size]))
    parts = [*_both(graph, merits), square, *_ties(graph, weights, rules)]
    total = parts[0]
    for part in parts[1:]:
        total = graph.node("Add", total, part)
    return total


def _sorted_pairs(squares: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(min(pair), max(pair)) for pair in combinations(squares, 2)]


def _scattered(
    graph: GraphBuilder, table: Any, index: str, places: list[list[int]], size: int
) -> str:
    """Shape (N, size): sums of the patterns' merits at their places; the place ``size`` is none."""
    merits = graph.node("Gather", graph.table(table), index, axis=0)
    flat = graph.node("Flatten", merits, axis=1)
    where = graph.node("Expand", graph.constant(np.ravel(places)), graph.node("Shape", flat))
    count = graph.node("Shape", flat, start=0, end=1)
    shape = graph.node("Concat", count, graph.constant([size + 1]), axis=0)
    zeros = graph.node("Expand", graph.constant(0), shape)
    sums = graph.node("ScatterElements", zeros, where, flat, axis=1, reduction="add")
    ends = (graph.constant([value]) for value in (0, size, 1))
    return graph.node("Slice", sums, *ends)


def _both(graph: GraphBuilder, tensor: str) -> tuple[str, str]:
    """Shapes (N, S, 1) and (N, 1, S): of the first and second square of a pair."""
    first = graph.node("Unsqueeze", tensor, graph.constant([2]))
    return first, graph.node("Unsqueeze", tensor, graph.constant([1]))


def _ties(graph: GraphBuilder, weights: dict[str, Any], rules: Rules) -> tuple[str, str]:
    """Shape (N, S, S): the weights for the codes and the entanglements that a mark connects."""
    is_loop = graph.node("Equal", *_both(graph, "tree"))
    codes, sizes = _both(graph, "code"), _both(graph, "size")
    pair = graph.node("Min", *codes), graph.node("Max", *codes)
    loops = graph.node("Cast", is_loop, to=TensorProto.INT64)
    row = _index_of(graph, loops, _index_of(graph, *pair, CODES), CODES * CODES)
    of_codes = graph.node("Gather", graph.table(weights["codes"].ravel()), row, axis=0)
    steps = [divmod(square, rules.cols) for square in range(rules.board.size)]
    gaps = [[min(7, max(abs(r - s), abs(c - d))) for s, d in steps] for r, c in steps]
    size = graph.node("Min", sizes[0], graph.constant(15))
    loop = _index_of(graph, size, graph.constant(gaps), 8)
    limited = [graph.node("Min", each, graph.constant(7)) for each in sizes]
    join = _index_of(graph, graph.node("Min", *limited), graph.node("Max", *limited), 8)
    tables = (
        graph.node("Gather", graph.table(weights[name].ravel()), rows, axis=0)
        for name, rows in (("loop", loop), ("join", join))
    )
    return of_codes, graph.node("Where", is_loop, *tables)


def _index_of(graph: GraphBuilder, row: str, column: str, width: int) -> str:
    return graph.node("Add", graph.node("Mul", row, graph.constant(width)), column)
