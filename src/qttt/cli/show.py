"""``qttt show``: a position and what follows from it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from qttt.game import Collapse, Line, Loop, Node, Outcome, Position, mark_name
from qttt.notation import parse_move
from qttt.notation.points import format_count
from qttt.notation.text import board_text

from . import output
from .declared import Option, command
from .errors import CliError
from .options import STANDARD, WHAT_IS, Ascii, Json, RulesText, Size, What, read_rules, read_what
from .output import OutputStyle

if TYPE_CHECKING:
    from .state import StateReport


MAX_LISTED = 12
"""Legal moves are listed up to this number, otherwise only counted."""


@command(epilog=WHAT_IS)
def show(
    what: What = None,
    rules: RulesText = "goff",
    size: Size = None,
    json: Json = False,
    draw: Annotated[
        Path | None,
        Option(metavar="FILE", help="Also draw it (.svg, .pdf, .tex); - prints the SVG."),
    ] = None,
    collapse: Annotated[
        str | None,
        Option(
            metavar="WHICH",
            help="Collapses shown in the drawing: both, none, or one, such as @5.",
            show_default="both",
        ),
    ] = None,
    history: Annotated[
        bool, Option("--history", help="Also show marks that vanished in collapses.")
    ] = False,
    state: Annotated[bool, Option("--state", help="Also show the quantum state.")] = False,
    overlap: Annotated[
        str | None, Option(metavar="OTHER", help="Also show the overlap with this position.")
    ] = None,
    ascii: Ascii = False,
) -> None:
    if json and draw == STANDARD:
        raise CliError("usage", "--draw - and --json cannot both print: draw to a file")
    if collapse is not None and draw is None:
        raise CliError("usage", "--collapse needs a drawing: add --draw FILE")
    if draw is not None and draw != STANDARD and draw.suffix not in _WRITERS:
        raise CliError("usage", f"{draw}: a drawing is a file in {', '.join(_WRITERS)}")
    node = read_what(what, read_rules(rules, size))
    past = node if history else None
    extra = _state(node.position, state, overlap) if state or overlap is not None else None
    if draw is not None:
        _draw(draw, node.position, past, collapse or "both")
    if json:
        output.show_json(facts(node.position) | (extra.facts() if extra else {}))
    elif draw != STANDARD:
        style = output.stdout_style(ascii=ascii)
        output.show([*page(node.position, past, style), *(extra.page(style) if extra else ())])


def _state(position: Position, state: bool, overlap: str | None) -> "StateReport":
    # Imported only here because the mathematics is slow to import.
    from .state import StateReport, parse_other_position

    other = None if overlap is None else parse_other_position(overlap, position)
    return StateReport(position, state, other)


def _draw(path: Path, position: Position, history: Node | None, collapse: str) -> None:
    from qttt.notation.svg import board_svg

    considered = None if collapse in ("both", "none") else _collapse(collapse, position)
    picture = board_svg(position, history=history, collapses=collapse != "none", preview=considered)
    if path == STANDARD:
        output.show([picture])
    else:
        output.write_file(path, _WRITERS[path.suffix](picture))


def _tikz(picture: str) -> str:
    from qttt.notation.tikz import svg_tikz

    return svg_tikz(picture)


def _pdf(picture: str) -> bytes:
    from qttt.notation.pdf import svg_pdf

    return svg_pdf(picture)


_WRITERS: dict[str, Callable[[str], str | bytes]] = {".svg": str, ".pdf": _pdf, ".tex": _tikz}
"""Formats of drawings by their suffixes."""


def _collapse(text: str, position: Position) -> Collapse:
    move = parse_move(text, position)
    if not isinstance(move, Collapse):
        raise CliError("usage", f"--collapse must be both, none, or one, such as @5, not {text}")
    return move


# --- for people ------------------------------------------------------------------------------


def page(position: Position, history: Node | None, style: OutputStyle) -> Iterator[str]:
    """Format the board and its description, the loop, legal moves and realities."""
    yield board_text(position, history=history, unicode=style.unicode, color=style.color)
    yield ""
    if loop := position.loop:
        yield style.row("Loop", _loop(position, loop))
        if loop.stems:
            yield style.row("Stems", f"{_marks(loop.stems)}; not on the loop, but collapse with it")
    yield style.row("Legal", _legal(position))
    yield style.row("Realities", f"{position.ensemble().count:,}")


def _loop(position: Position, loop: Loop) -> str:
    squares = ", ".join(map(position.rules.board.name, loop.squares))
    return f"{_marks(loop.marks)} on squares {squares}; {mark_name(loop.closing)} closed it"


def _marks(marks: Iterable[int]) -> str:
    return ", ".join(map(mark_name, marks))


def _legal(position: Position) -> str:
    if not position.move_count:
        return "no move: the game is over"
    count = format_count(position.move_count, "move")
    if position.move_count > MAX_LISTED:
        return count
    return f"{count}: {' '.join(map(position.name, position.legal_moves))}"


# --- for programs ----------------------------------------------------------------------------


def facts(position: Position) -> dict[str, object]:
    """Return the position as JSON: squares, marks and moves by name, null for nothing."""
    loop, board = position.loop, position.rules.board
    return {
        "rules": str(position.rules),
        "position": str(position),
        "turn": None if position.outcome else position.turn,
        "chooser": position.chooser,
        "loop": loop and {"marks": _names(loop.marks), "squares": [*map(board.name, loop.squares)]},
        "stems": _names(loop.stems) if loop else [],
        "legal": [position.name(move) for move in position.legal_moves],
        "board": _board(position),
        "quantum": {
            mark_name(mark): [*map(board.name, pair)] for mark, pair in position.quantum.items()
        },
        "outcome": position.outcome and _outcome(position.outcome, position),
        "realities": position.ensemble().count,
    }


def _names(marks: Iterable[int]) -> list[str]:
    return [mark_name(mark) for mark in marks]


def _board(position: Position) -> Mapping[str, str]:
    name = position.rules.board.name
    return {name(square): mark_name(mark) for square, mark in sorted(position.classical.items())}


def _outcome(outcome: Outcome, position: Position) -> dict[str, object]:
    return {
        "result": outcome.result,
        "points": {"X": outcome.points.x, "O": outcome.points.o},
        "termination": outcome.termination,
        "title": outcome.title,
        "lines": [_line(line, position) for line in outcome.lines],
    }


def _line(line: Line, position: Position) -> dict[str, object]:
    squares = [position.rules.board.name(square) for square in line.squares]
    return {"player": line.player, "squares": squares, "time": line.time}
