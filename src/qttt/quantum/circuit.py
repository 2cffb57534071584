"""The separable parts of a position as quantum circuits of five gates: H, X, Ry, CNOT, measure.

``parity.py`` adds S†, to measure in other bases.

A tree on k squares has k realities, each with a different empty square: a W state with a wire for
each square, which is 1 if the square stays empty. A pending loop has two realities: a GHZ state
with a wire for each mark, which is 0 if the mark lands on the first square of its pair and 1 for
the second. Stems land on the same square in both, so their wires are in basis states::

    O4 on 1 5   H ●          M        closes the loop: its wire is the coin, 0 is the first collapse
    X1 on 1 2     ⊕ ● X      M        lands on 2 if O4 lands on 1
    O2 on 2 5       ⊕ X      M
    X3 on 5 9         X      M        a stem: on 9 in both

The web app builds the same circuits, as tested by ``spec/golden/circuits.tsv``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import asin, sqrt
from typing import Literal, NamedTuple

from qttt.game import Board, Entanglement, Loop, Position, mark_name
from qttt.game.arguments import checked


class Wire(NamedTuple):
    """The meaning of a qubit: a square (numbered from 0), a mark, or a plain coin."""

    kind: Literal["square", "mark", "coin"]
    number: int

    def name(self, board: Board) -> str:
        """Return the name of the square or mark; a coin's qubits are c1, c2, …."""
        if self.kind == "square":
            return board.name(self.number)
        return mark_name(self.number) if self.kind == "mark" else f"c{self.number + 1}"


class Angle(NamedTuple):
    """The angle sign · arcsin √(share ⁄ of)."""

    sign: Literal[1, -1]
    share: int
    of: int

    @property
    def radians(self) -> float:
        """The angle in radians."""
        return self.sign * asin(sqrt(self.share / self.of))


class Gate(NamedTuple):
    """One gate on ``wire``; a CNOT also has a ``control``, an Ry an ``angle``."""

    kind: Literal["h", "x", "sdg", "ry", "cnot", "measure"]
    wire: int
    control: int | None = None
    angle: Angle | None = None


@dataclass(frozen=True, slots=True)
class Circuit:
    """Gates that prepare a state of some wires and then measure all of them."""

    state: Literal["W", "GHZ"]
    wires: tuple[Wire, ...]
    gates: tuple[Gate, ...]


@checked
def circuits(position: Position) -> tuple[Circuit, ...]:
    """Return the circuits of all separable parts, that of a pending loop first.

    >>> [circuit.state for circuit in circuits(Position.after((0, 1), (3, 4), (0, 1)))]
    ['GHZ', 'W']
    """
    parts = position.ensemble().parts
    trees = sorted((part for part in parts if not part.is_loop), key=lambda part: min(part.marks))
    loops = [_loop(part, loop) for part in parts if (loop := part.loop())]
    return (*loops, *(_tree(part.squares) for part in trees))


@checked
def loop_circuit(position: Position) -> Circuit:
    """Return the circuit of the pending loop. Raises ``ValueError`` if none is pending."""
    for part in position.ensemble().parts:
        if loop := part.loop():
            return _loop(part, loop)
    raise ValueError(f"no loop is pending in {position}")


@checked
def coin_circuit(qubits: int = 3) -> Circuit:
    """Return a GHZ state that belongs to no loop: a coin that can be tossed in advance."""
    wires = tuple(Wire("coin", number) for number in range(qubits))
    return Circuit("GHZ", wires, (*_chain(qubits), *_measure_all(qubits)))


def _tree(squares: Sequence[int]) -> Circuit:
    count = len(squares)
    spreading = list(_spread(0, count))
    # The first rotation of each wire precedes its other gates, so these can be done in parallel.
    first = [gate for gate in spreading if gate.angle and gate.angle.sign == 1]
    rest = [gate for gate in spreading if gate not in first]
    wires = tuple(Wire("square", square) for square in sorted(squares))
    return Circuit("W", wires, (Gate("x", 0), *first, *rest, *_measure_all(count)))


def _spread(first: int, count: int) -> Iterator[Gate]:
    """Spread the 1 of the wire ``first`` evenly over ``count`` wires, recursively.

    It is moved to the upper half with that half's probability. The two rotations cancel if there
    is no 1 to move.
    """
    if count == 1:
        return
    share = (count + 1) // 2
    target = first + share
    yield Gate("ry", target, angle=Angle(1, share, count))
    yield Gate("cnot", target, control=first)
    yield Gate("ry", target, angle=Angle(-1, share, count))
    yield Gate("cnot", first, control=target)
    yield from _spread(first, share)
    yield from _spread(target, count - share)


def _loop(part: Entanglement, loop: Loop) -> Circuit:
    """The GHZ state of the marks of the loop, with a fixed bit for each stem."""
    others = [mark for mark in loop.marks if mark != loop.closing]
    marks = [loop.closing, *others, *loop.stems]
    landing = part.collapse(min(part.marks[loop.closing]))
    ones = [wire for wire, mark in enumerate(marks) if landing[mark] == max(part.marks[mark])]
    return Circuit(
        "GHZ",
        tuple(Wire("mark", mark) for mark in marks),
        (
            *_chain(1 + len(others)),
            *(Gate("x", wire) for wire in ones),
            *_measure_all(len(marks)),
        ),
    )


def _chain(count: int) -> Iterable[Gate]:
    """Prepare a GHZ state of ``count`` wires."""
    yield Gate("h", 0)
    for wire in range(1, count):
        yield Gate("cnot", wire, control=wire - 1)


def _measure_all(count: int) -> Iterable[Gate]:
    return (Gate("measure", wire) for wire in range(count))


def columns(circuit: Circuit) -> tuple[tuple[Gate, ...], ...]:
    """Return the gates, column by column.

    A CNOT also occupies the wires that its line crosses; measurements share the last column.
    """
    placed: list[list[Gate]] = []
    free = [0] * len(circuit.wires)
    for gate in circuit.gates:
        if gate.kind == "measure":
            continue
        top, bottom = span(gate)
        column = max(free[top : bottom + 1])
        placed += [[] for _ in range(column + 1 - len(placed))]
        placed[column].append(gate)
        free[top : bottom + 1] = [column + 1] * (bottom + 1 - top)
    last = tuple(gate for gate in circuit.gates if gate.kind == "measure")
    return (*map(tuple, placed), last)


def span(gate: Gate) -> tuple[int, int]:
    """Return the first and the last wire that a gate is drawn on."""
    ends = (gate.wire, gate.wire if gate.control is None else gate.control)
    return min(ends), max(ends)


def label(gate: Gate) -> str:
    """Return the label of a gate; that of Ry has the square of the sine of its angle."""
    if gate.angle is None:
        return {"h": "H", "x": "X", "sdg": "S†", "measure": "M"}[gate.kind]
    return f"Ry {'−' * (gate.angle.sign < 0)}{gate.angle.share}/{gate.angle.of}"
