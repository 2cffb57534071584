"""``qttt solve``: exact values of positions."""

import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

from qttt.engine import Analysis, MoveValue, SolveDepth, UnsolvableError
from qttt.engine import solve as analyse
from qttt.engine.kernel_api import SOLVER_SQUARES, WIDE_SQUARES
from qttt.game import Move, Player, Position
from qttt.notation.points import describe_value, format_count, format_value
from qttt.notation.text import describe

from . import output
from .declared import Option, command
from .errors import CliError
from .options import WHAT_IS, Json, RulesText, Size, What, check_positive, read_rules, read_what
from .output import OutputStyle

_MAX_NODES = 1 << 60
"""Higher limits are the same as no limit."""


@command(epilog=WHAT_IS)
def solve(
    what: What = None,
    rules: RulesText = "goff",
    size: Size = None,
    json: Json = False,
    nodes: Annotated[int | None, Option(metavar="N", help="Stop after N nodes.")] = None,
    seconds: Annotated[float | None, Option(metavar="S", help="Stop after S seconds.")] = None,
    values_only: Annotated[
        bool, Option("--values-only", help="Omit the length of the game; faster.")
    ] = False,
) -> None:
    check_positive(nodes=nodes, seconds=seconds)
    position = read_what(what, read_rules(rules, size)).position
    depth = SolveDepth.VALUES if values_only else SolveDepth.DISTANCES
    limit = nodes and min(nodes, _MAX_NODES)
    if _takes_long(position) and sys.stderr.isatty():
        output.note("a board of more than nine squares can take minutes; Ctrl-C ends it")
    try:
        analysis = analyse(position, nodes=limit, seconds=seconds, depth=depth)
    except UnsolvableError as error:
        raise CliError("unsolvable", str(error)) from error
    if json:
        output.show_json(facts(analysis))
    else:
        output.show(page(analysis, output.stdout_style()))


def _takes_long(position: Position) -> bool:
    rules = position.rules
    return rules.is_quantum and SOLVER_SQUARES < rules.board.size <= WIDE_SQUARES


# --- for people ------------------------------------------------------------------------------


def page(analysis: Analysis, style: OutputStyle) -> Iterator[str]:
    """Format the value, the best moves, all moves by value, the best line and the cost."""
    position = analysis.position
    yield describe(position, unicode=style.unicode)
    yield ""
    yield style.row("Value", _value(analysis, style))
    if best := _best(analysis):
        yield style.row("Best", " ".join(map(position.name, best)))
    yield from _groups(analysis, style)
    if analysis.line:
        yield style.row("Line", " ".join(map(position.name, analysis.line)))
    cost = f"{format_count(analysis.nodes, 'node')} in {analysis.seconds:.2f} s"
    yield style.row("Searched", cost)


def _value(analysis: Analysis, style: OutputStyle) -> str:
    value = format_value(analysis.value, unicode=style.unicode)
    if analysis.is_exact:
        return f"{value}: {describe_value(analysis.value, analysis.position)}"
    bounds: dict[str | None, str] = {Player.X: f"at least {value}", Player.O: f"at most {value}"}
    bound = bounds.get(analysis.position.to_move, "unknown")
    return f"{bound}; the search stopped before the exact value was proven"


def _best(analysis: Analysis) -> list[Move]:
    """Return the best proven moves; empty if a coin decides."""
    if analysis.position.to_move not in tuple(Player):
        return []
    proven = {m.move for m in analysis.moves if m.is_exact}
    return [move for move in analysis.best if move in proven]


def _groups(analysis: Analysis, style: OutputStyle) -> Iterator[str]:
    """Format a row for each value and length of the game, best first, unproved moves last."""
    sign = -1 if analysis.position.to_move == Player.O else 1

    def rank(m: MoveValue) -> tuple[bool, float, int]:
        value, plies = sign * m.value, m.plies or 0
        return (not m.is_exact, -value if m.is_exact else 0, plies if value > 0 else -plies)

    for _, group in groupby(sorted(analysis.moves, key=rank), rank):
        moves = list(group)
        value = format_value(moves[0].value, unicode=style.unicode) if moves[0].is_exact else "?"
        names = " ".join(analysis.position.name(m.move) for m in moves)
        length = f"{format_count(moves[0].plies, 'ply', 'plies')}: " if moves[0].plies else ""
        yield style.row(f"  {value:>4}", length + names)


# --- for programs ----------------------------------------------------------------------------


def facts(analysis: Analysis) -> dict[str, object]:
    """Return the analysis as JSON; the value of a move is null if it was not proven."""
    position = analysis.position
    moves = [
        {
            "move": position.name(m.move),
            "value": m.value if m.is_exact else None,
            "plies": m.plies if m.is_exact else None,
        }
        for m in analysis.moves
    ]
    return {
        "rules": str(position.rules),
        "position": str(position),
        "value": analysis.value,
        "exact": analysis.is_exact,
        "moves": moves,
        "line": [position.name(move) for move in analysis.line],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
