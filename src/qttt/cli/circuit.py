"""``qttt circuit``: the quantum circuits of a position, as drawings or programs."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from qttt.game import Board
from qttt.quantum import Circuit, circuit_text, circuits, cqasm3, openqasm2, openqasm3
from qttt.quantum.parity import measured_in
from qttt.quantum.svg import circuits_svg

from .declared import Option, command
from .errors import CliError
from .options import Ascii, RulesText, What, read_rules, read_what
from .output import OutputStyle, show, stdout_style

EPILOG = """A program contains one circuit. WHAT is a position (12/25/15), moves (12 25 15 @5), or
Goff's string ("X1+(1,2); O2+(2,5);")."""


@command(epilog=EPILOG)
def circuit(
    what: What = None,
    rules: RulesText = "goff",
    part: Annotated[
        int | None, Option(metavar="N", min=1, help="One circuit only.", show_default="all")
    ] = None,
    text: Annotated[bool, Option("--text", help="Draw it as text, the default.")] = False,
    svg: Annotated[bool, Option("--svg", help="Draw it as a picture.")] = False,
    cqasm: Annotated[bool, Option("--cqasm3", help="A program in cQASM 3.")] = False,
    qasm3: Annotated[bool, Option("--qasm3", help="A program in OpenQASM 3.")] = False,
    qasm2: Annotated[bool, Option("--qasm2", help="A program in OpenQASM 2.")] = False,
    bases: Annotated[
        str,
        Option(
            metavar="LETTERS",
            help="Measure one circuit in these bases: x, y or z for each qubit.",
            show_default="z for all",
        ),
    ] = "",
    ascii: Ascii = False,
) -> None:
    if text + svg + cqasm + qasm3 + qasm2 > 1:
        raise CliError("usage", "choose one of --text, --svg, --cqasm3, --qasm3 and --qasm2")
    position = read_what(what, read_rules(rules)).position
    board = position.rules.board
    selection = _select(circuits(position), part)
    if bases:
        selection = [_measured(selection, bases)]
    if svg:
        show([circuits_svg(selection, board)])
    elif cqasm or qasm3 or qasm2:
        language = cqasm3 if cqasm else openqasm3 if qasm3 else openqasm2
        show([language(_only(selection, "a program contains")).rstrip("\n")])
    else:
        show(_page(selection, board, stdout_style(ascii=ascii)))


def _select(available: Sequence[Circuit], part: int | None) -> Sequence[Circuit]:
    if part is None:
        return available
    if part > len(available):
        raise CliError("usage", f"no circuit {part}: this position has {len(available)}")
    return available[part - 1 : part]


def _measured(selection: Sequence[Circuit], bases: str) -> Circuit:
    try:
        return measured_in(_only(selection, "bases belong to"), bases)
    except ValueError as error:
        raise CliError("usage", str(error)) from error


def _only(selection: Sequence[Circuit], what: str) -> Circuit:
    if len(selection) != 1:
        several = f"{len(selection)} circuits, but {what} one: choose it with --part"
        raise CliError("usage", f"this position has {several}" if selection else _NOTHING)
    return selection[0]


def _page(selection: Sequence[Circuit], board: Board, style: OutputStyle) -> Iterator[str]:
    if not selection:
        yield f"{_NOTHING[0].upper()}{_NOTHING[1:]}"
    for number, part in enumerate(selection):
        if number:
            yield ""
        yield _title(part)
        yield circuit_text(part, board, unicode=style.unicode)


def _title(circuit: Circuit) -> str:
    if circuit.state == "GHZ":
        return "GHZ state: the loop, a qubit for each mark; 1 is the second square of its pair"
    return "W state: a tree, a qubit for each square; 1 stays empty"


_NOTHING = "this position has no quantum marks, so there is nothing to measure"
