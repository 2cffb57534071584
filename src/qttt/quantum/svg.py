"""Circuits as standalone SVG, without scripts or external resources."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from qttt.game import Board
from qttt.notation.svg import FONT, Picture

from .circuit import Circuit, Gate, columns, label

ROW, NAME, GAP = 32, 34, 20
"""Height of a wire, width of its name, and space between circuits, in pixels."""

WIDTHS = {"h": 32, "x": 32, "cnot": 24, "ry": 66, "measure": 36}

# Rules are scoped by class, since a style element applies to the whole page.
_CSS = (
    ".qc{color:#1c1b22}.qc .page,.qc .box{fill:#fff}"
    "@media(prefers-color-scheme:dark){.qc{color:#f2f1f7}.qc .page,.qc .box{fill:#17161c}}"
    f".qc text{{font:600 12px {FONT};fill:currentColor;text-anchor:middle}}"
    ".qc .name{text-anchor:end}"
    ".qc path,.qc circle,.qc .box{stroke:currentColor;stroke-width:1.5}"
    ".qc path,.qc circle{fill:none}"
    ".qc .wire{stroke-width:1;opacity:.5}"
    ".qc .control{fill:currentColor}"
)


def circuits_svg(circuits: Sequence[Circuit], board: Board) -> Picture:
    """Draw these circuits, one below the other; deterministic, byte for byte."""
    width = max((_width(circuit) for circuit in circuits), default=NAME)
    height = sum(len(circuit.wires) * ROW + GAP for circuit in circuits) - GAP
    title = "; ".join(_title(circuit, board) for circuit in circuits)
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "qc",
            "viewBox": f"0 0 {width} {max(height, 1)}",
            "width": f"{width}",
            "role": "img",
        },
    )
    SubElement(root, "title").text = title
    SubElement(root, "style").text = _CSS
    SubElement(root, "rect", {"class": "page", "width": "100%", "height": "100%"})
    top = 0
    for circuit in circuits:
        part = SubElement(root, "g", {"transform": f"translate(0 {top})"})
        _draw(part, circuit, board)
        top += len(circuit.wires) * ROW + GAP
    return Picture(tostring(root, encoding="unicode"))


def _title(circuit: Circuit, board: Board) -> str:
    names = ", ".join(wire.name(board) for wire in circuit.wires)
    return f"The {circuit.state} state of {names}"


def _width(circuit: Circuit) -> int:
    return NAME + sum(_widest(gates) for gates in columns(circuit)) + 4


def _widest(gates: Sequence[Gate]) -> int:
    return max(WIDTHS[gate.kind] for gate in gates)


def _draw(part: Element, circuit: Circuit, board: Board) -> None:
    for number, wire in enumerate(circuit.wires):
        _text(part, wire.name(board), NAME - 8, _y(number), "name")
        _path(part, f"M{NAME} {_y(number)}H{_width(circuit) - 4}", "wire")
    left = NAME
    for gates in columns(circuit):
        for gate in gates:
            _gate(part, gate, left + _widest(gates) // 2)
        left += _widest(gates)


def _gate(part: Element, gate: Gate, x: int) -> None:
    y = _y(gate.wire)
    if gate.control is not None:
        _path(part, f"M{x} {_y(gate.control)}V{y}")
        _circle(part, x, _y(gate.control), 4, "control")
        _circle(part, x, y, 9)
        _path(part, f"M{x - 9} {y}h18M{x} {y - 9}v18")
        return
    half = 30 if gate.angle else 12
    box = {"x": f"{x - half}", "y": f"{y - 12}", "width": f"{2 * half}", "height": "24", "rx": "4"}
    SubElement(part, "rect", {**box, "class": "box"})
    if gate.kind == "measure":
        _path(part, f"M{x - 8} {y + 5}a8 8 0 0 1 16 0M{x} {y + 5}l6-9")
    else:
        _text(part, label(gate), x, y)


def _y(wire: int) -> int:
    return wire * ROW + ROW // 2


def _text(part: Element, text: str, x: int, y: int, kind: str = "") -> None:
    place = {"x": f"{x}", "y": f"{y + 4}"}
    SubElement(part, "text", {**place, **({"class": kind} if kind else {})}).text = text


def _path(part: Element, path: str, kind: str = "") -> None:
    SubElement(part, "path", {"d": path, **({"class": kind} if kind else {})})


def _circle(part: Element, x: int, y: int, radius: int, kind: str = "") -> None:
    place = {"cx": f"{x}", "cy": f"{y}", "r": f"{radius}"}
    SubElement(part, "circle", {**place, **({"class": kind} if kind else {})})
