"""Circuits as standalone SVG, without scripts or external resources."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, tostring

from qttt.game import Board
from qttt.notation.shapes import add
from qttt.notation.svg import FONT, Picture

from .circuit import Circuit, Gate, columns, label

ROW, NAME, GAP = 32, 34, 20
"""Height of a wire, width of its name, and space between circuits, in pixels."""

WIDTHS = {"h": 32, "x": 32, "cnot": 24, "ry": 66, "measure": 36}

INK, PAPER = "#1c1b22", "#ffffff"
# Scoped by class, since a style element applies to the whole page. Colours of the light theme are
# attributes, which all programs that show SVG understand; some apply simpler rules in any theme.
_DARK = (
    "@media(prefers-color-scheme:dark){.qc[fill]{fill:#f2f1f7;stroke:#f2f1f7}"
    ".qc>.page{fill:#17161c}.qc>g>.box{fill:#17161c}}"
)


def circuits_svg(circuits: Sequence[Circuit], board: Board) -> Picture:
    """Draw these circuits, one below the other; deterministic, byte for byte."""
    width = max((_width(circuit) for circuit in circuits), default=NAME)
    height = max(sum(len(circuit.wires) * ROW + GAP for circuit in circuits) - GAP, 1)
    title = "; ".join(_title(circuit, board) for circuit in circuits)
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "qc",
            "viewBox": f"0 0 {width} {height}",
            "width": f"{width}",
            "height": f"{height}",
            "role": "img",
            "fill": INK,
            "stroke": INK,
            "stroke-width": "1.5",
            "font-family": FONT,
            "font-size": "12",
            "font-weight": "600",
        },
    )
    add(root, "title").text = title
    add(root, "style").text = _DARK
    add(root, "rect", class_="page", width=width, height=height, fill=PAPER, stroke="none")
    top = 0
    for circuit in circuits:
        part = add(root, "g", transform=f"translate(0 {top})")
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
        _text(part, wire.name(board), NAME - 8, _y(number), "end")
        path = f"M{NAME} {_y(number)}H{_width(circuit) - 4}"
        add(part, "path", d=path, fill="none", stroke_width=1, opacity=0.5)
    left = NAME
    for gates in columns(circuit):
        for gate in gates:
            _gate(part, gate, left + _widest(gates) // 2)
        left += _widest(gates)


def _gate(part: Element, gate: Gate, x: int) -> None:
    y = _y(gate.wire)
    if gate.control is not None:
        _path(part, f"M{x} {_y(gate.control)}V{y}")
        add(part, "circle", cx=x, cy=_y(gate.control), r=4)
        add(part, "circle", cx=x, cy=y, r=9, fill="none")
        _path(part, f"M{x - 9} {y}h18M{x} {y - 9}v18")
        return
    half = 30 if gate.angle else 12
    box = {"x": x - half, "y": y - 12, "width": 2 * half, "height": 24, "rx": 4}
    add(part, "rect", class_="box", fill=PAPER, **box)
    if gate.kind == "measure":
        _path(part, f"M{x - 8} {y + 5}a8 8 0 0 1 16 0M{x} {y + 5}l6-9")
    else:
        _text(part, label(gate), x, y, "middle")


def _y(wire: int) -> int:
    return wire * ROW + ROW // 2


def _text(part: Element, text: str, x: int, y: int, anchor: str) -> None:
    add(part, "text", x=x, y=y + 4, stroke="none", text_anchor=anchor).text = text


def _path(part: Element, path: str) -> None:
    add(part, "path", d=path, fill="none")
