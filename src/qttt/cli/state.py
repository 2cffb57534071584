"""Quantum states for ``qttt show --state`` and ``--overlap``."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import NamedTuple

from qttt.game import Board, Position, mark_name
from qttt.notation import read
from qttt.quantum import Amplitude, Factor, QuantumState, Term, overlap, quantum_state

from .errors import CliError, cli_error
from .output import OutputStyle

Table = Sequence[Sequence[str]]


def parse_other_position(text: str, position: Position) -> Position:
    """Parse the position to compare with. Raises ``CliError`` if there is no overlap."""
    try:
        other = read(text, position.rules).position
        overlap(position, other)
    except ValueError as error:
        problem = cli_error(error) or CliError("usage", str(error))
        raise CliError(
            problem.kind, f"--overlap: {problem.message}", problem.line, problem.column
        ) from error
    return other


class StateReport(NamedTuple):
    """The state of a position, if ``with_state``, and its overlap with ``other``, if any."""

    position: Position
    with_state: bool
    other: Position | None

    def page(self, style: OutputStyle) -> Iterator[str]:
        """Format the row of the overlap, then the state."""
        if self.other is not None:
            yield _overlap_row(self.position, self.other, style)
        if self.with_state:
            yield from _state_page(quantum_state(self.position), style)

    def facts(self) -> dict[str, object]:
        """Return JSON with the keys ``state`` and ``overlap``."""
        facts: dict[str, object] = {}
        if self.with_state:
            facts["state"] = _state_facts(quantum_state(self.position))
        if self.other is not None:
            amplitude = _amplitude(overlap(self.position, self.other))
            facts["overlap"] = {"with": str(self.other), **amplitude}
        return facts


# --- for people ------------------------------------------------------------------------------


def _overlap_row(position: Position, other: Position, style: OutputStyle) -> str:
    """Format the overlap and its square."""
    amplitude = overlap(position, other)
    text = amplitude.text(unicode=style.unicode)
    return style.row("Overlap", f"{text} with {other}; squared {amplitude.square}")


def _state_page(quantum_state: QuantumState, style: OutputStyle) -> Iterator[str]:
    """Format the norm, each factor with its basis states, and the odds of each square."""
    board = quantum_state.position.rules.board
    yield ""
    yield style.row("State", _summary(quantum_state))
    for factor in quantum_state.factors:
        yield ""
        yield from _factor(factor, board, style)
    if squares := _squares(quantum_state):
        yield ""
        yield from _columns([["Square", "X", "O", "empty"], *squares], style)


def _summary(quantum_state: QuantumState) -> str:
    count = len(quantum_state.factors)
    if not count:
        return "no quantum marks: one basis state, norm 1"
    parts = "1 factor" if count == 1 else f"a product of {count} factors"
    return f"{parts}, norm {quantum_state.norm}"


def _factor(factor: Factor, board: Board, style: OutputStyle) -> Iterator[str]:
    names = ", ".join(wire.name(board) for wire in factor.wires)
    yield _TITLES[factor.kind].format(names)
    yield from _columns([_term(term, board, style) for term in factor.terms], style)


_TITLES = {
    "GHZ": "GHZ state of {}: the loop; 1 is the second square of a pair",
    "W": "W state of squares {}: a tree; 1 stays empty",
    "basis": "Basis state of {}: a stem; 1 is the second square of its pair",
}


def _term(term: Term, board: Board, style: OutputStyle) -> list[str]:
    landing = (f"{mark_name(mark)} on {board.name(at)}" for mark, at in term.landing.items())
    ket = f"|{term.bits}{'⟩' if style.unicode else '>'}"
    amplitude = term.amplitude.text(unicode=style.unicode)
    return [ket, amplitude, str(term.probability), ", ".join(landing)]


def _squares(quantum_state: QuantumState) -> Table:
    """Return a row for each square that has or can get a mark."""
    board = quantum_state.position.rules.board
    return [
        [board.name(square), *map(str, odds)]
        for square, odds in quantum_state.squares().items()
        if odds.empty != 1
    ]


def _columns(rows: Table, style: OutputStyle) -> Iterator[str]:
    """Align the cells of rows in columns; the last column is wrapped."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    indent = " " * (2 + sum(width + 2 for width in widths))
    for *first, last in rows:
        cells = (f"{cell:<{width}}  " for cell, width in zip(first, widths, strict=True))
        line = f"  {''.join(cells)}{last}"
        yield from wrap(line, style.width, subsequent_indent=indent, break_long_words=False)


# --- for programs ----------------------------------------------------------------------------


def _state_facts(quantum_state: QuantumState) -> dict[str, object]:
    """Return fractions as strings such as "1/3", amplitudes also as numbers."""
    board = quantum_state.position.rules.board
    return {
        "norm": str(quantum_state.norm),
        "factors": [_factor_facts(factor, board) for factor in quantum_state.factors],
        "odds": {
            mark_name(mark): _odds_facts(places, board)
            for mark, places in quantum_state.odds().items()
        },
        "squares": {
            board.name(square): {"X": str(odds.x), "O": str(odds.o), "empty": str(odds.empty)}
            for square, odds in quantum_state.squares().items()
        },
    }


def _factor_facts(factor: Factor, board: Board) -> dict[str, object]:
    return {
        "kind": factor.kind,
        "wires": [wire.name(board) for wire in factor.wires],
        "ket": str(factor),
        "terms": [
            {
                "bits": term.bits,
                "amplitude": _amplitude(term.amplitude),
                "landing": {mark_name(mark): board.name(at) for mark, at in term.landing.items()},
            }
            for term in factor.terms
        ],
    }


def _amplitude(amplitude: Amplitude) -> dict[str, object]:
    return {"text": str(amplitude), "squared": str(amplitude.square), "value": float(amplitude)}


def _odds_facts(places: Mapping[int, Fraction], board: Board) -> dict[str, str]:
    return {board.name(square): str(odds) for square, odds in sorted(places.items())}
