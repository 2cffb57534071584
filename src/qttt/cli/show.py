"""``qttt show``: a position and all that follows from it."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qttt.game import Line, Loop, Node, Outcome, Position, Rules, mark_name
from qttt.notation import read
from qttt.notation.text import board_text

from . import output
from .errors import Failure
from .output import Look

if TYPE_CHECKING:
    from .state import Told

FEW = 12
"""So many legal moves are listed, more are counted."""


class Extras(NamedTuple):
    """What is told beside the position: its quantum state, and its overlap with another one."""

    state: bool = False
    overlap: str | None = None


def show(
    text: str,
    rules: Rules,
    *,
    json: bool,
    svg: Path | None,
    history: bool,
    extras: Extras,
    ascii: bool,
) -> None:
    """Print the position that ``text`` tells, or its facts as JSON; draw it if ``svg`` is given."""
    if json and svg == Path("-"):
        raise Failure("usage", "--svg - and --json would both be printed; draw into a file")
    node = read(text, rules)
    known = node if history else None
    told = None if extras == Extras() else _told(node.position, extras)
    if svg is not None:
        _draw(svg, node.position, known)
    if json:
        output.show_json(facts(node.position) | (told.facts() if told else {}))
    elif svg != Path("-"):
        look = output.look(ascii=ascii)
        output.show([*page(node.position, known, look), *(told.page(look) if told else ())])


def _told(position: Position, extras: Extras) -> "Told":
    from .state import Told, other_position

    other = None if extras.overlap is None else other_position(extras.overlap, position)
    return Told(position, extras.state, other)


def _draw(path: Path, position: Position, history: Node | None) -> None:
    from qttt.notation.svg import board

    picture = board(position, history=history)
    if path == Path("-"):
        output.show([picture])
    else:
        output.write_file(path, picture)


# --- for people ------------------------------------------------------------------------------


def page(position: Position, history: Node | None, look: Look) -> Iterator[str]:
    """The board with its sentence, and below it what can be counted."""
    yield board_text(position, history=history, unicode=look.unicode, color=look.color)
    yield ""
    if loop := position.loop:
        yield look.row("Loop", _loop(position, loop))
        if loop.stems:
            yield look.row("Stems", f"{_marks(loop.stems)}; not on the loop, but collapse with it")
    yield look.row("Legal", _legal(position))
    yield look.row("Realities", f"{position.ensemble().count:,}")


def _loop(position: Position, loop: Loop) -> str:
    squares = ", ".join(map(position.rules.board.name, loop.squares))
    return f"{_marks(loop.marks)} on squares {squares}; {mark_name(loop.closing)} closed it"


def _marks(marks: Iterable[int]) -> str:
    return ", ".join(map(mark_name, marks))


def _legal(position: Position) -> str:
    moves = [position.name(move) for move in position.legal_moves]
    if not moves:
        return "no move: the game is over"
    count = "1 move" if len(moves) == 1 else f"{len(moves):,} moves"
    return f"{count}: {' '.join(moves)}" if len(moves) <= FEW else count


# --- for programs ----------------------------------------------------------------------------


def facts(position: Position) -> dict[str, object]:
    """The position as JSON: squares, marks and moves by their names, null where there is none."""
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
