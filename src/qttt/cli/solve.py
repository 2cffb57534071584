"""``qttt solve`` and ``qttt perft``: what the kernel finds out."""

import time
from collections.abc import Iterator
from itertools import groupby

from qttt.engine import Analysis, Depth, MoveValue, UnsolvableError
from qttt.engine import perft as count_paths
from qttt.engine import solve as analyse
from qttt.engine.kernel import MAX_SQUARES, fits
from qttt.game import Move, Player, Rules
from qttt.notation import read
from qttt.notation.text import describe

from . import output
from .errors import Failure
from .output import Look

_MOST_NODES = 1 << 60
"""More than this is no limit."""


def solve(
    text: str,
    rules: Rules,
    *,
    json: bool,
    nodes: int | None,
    seconds: float | None,
    values_only: bool,
) -> None:
    """Print the value of the position that ``text`` tells, and of each move.

    Raises ``Failure`` for a budget that is not positive, and for a board that is not solved.
    """
    for name, budget in (("nodes", nodes), ("seconds", seconds)):
        if budget is not None and not budget > 0:
            raise Failure("usage", f"--{name} must be more than 0, not {budget:g}")
    position = read(text, rules).position
    depth = Depth.VALUES if values_only else Depth.DISTANCES
    most = nodes and min(nodes, _MOST_NODES)
    try:
        analysis = analyse(position, nodes=most, seconds=seconds, depth=depth)
    except UnsolvableError as error:
        raise Failure("unsolvable", f"{error}{_instead(rules)}") from error
    if json:
        output.show_json(facts(analysis))
    else:
        output.show(page(analysis, output.look()))


def _instead(rules: Rules) -> str:
    """What can be done with a board that is not solved, after the reason."""
    if fits(rules):
        return "; qttt search estimates what it is worth"
    return f", and qttt search at most {MAX_SQUARES}: choose a smaller board"


def perft(plies: int, text: str, rules: Rules, *, json: bool) -> None:
    """Print how many paths of so many plies there are from the position that ``text`` tells."""
    position = read(text, rules).position
    start = time.perf_counter()
    paths = count_paths(position, plies)
    seconds = time.perf_counter() - start
    if json:
        counted = {"rules": str(rules), "position": str(position), "plies": plies, "paths": paths}
        output.show_json({**counted, "seconds": round(seconds, 6)})
    else:
        output.show([f"{paths:,} paths of {_plural(plies, 'ply', 'plies')}, in {seconds:.2f} s"])


# --- for people ------------------------------------------------------------------------------


def page(analysis: Analysis, look: Look) -> Iterator[str]:
    """The value in words, the best moves, every move by its value, the best line and the cost."""
    position = analysis.position
    yield describe(position, unicode=look.unicode)
    yield ""
    yield look.row("Value", _value(analysis, look))
    if best := _best(analysis):
        yield look.row("Best", " ".join(map(position.name, best)))
    yield from _groups(analysis, look)
    if analysis.line:
        yield look.row("Line", " ".join(map(position.name, analysis.line)))
    cost = f"{_plural(analysis.nodes, 'node', 'nodes')} in {analysis.seconds:.2f} s"
    yield look.row("Searched", cost)


def _value(analysis: Analysis, look: Look) -> str:
    from qttt.shell.words import signed, value_words

    value = signed(analysis.value, unicode=look.unicode)
    if analysis.exact:
        return f"{value}: {value_words(analysis.value, analysis.position)}"
    bounds: dict[str | None, str] = {Player.X: f"at least {value}", Player.O: f"at most {value}"}
    bound = bounds.get(analysis.position.to_move, "unknown")
    return f"{bound}; the search was stopped before more was proved"


def _best(analysis: Analysis) -> list[Move]:
    """The best moves of those that are proved; none where a coin decides."""
    if analysis.position.to_move not in tuple(Player):
        return []
    proved = {m.move for m in analysis.moves if m.exact}
    return [move for move in analysis.best if move in proved]


def _groups(analysis: Analysis, look: Look) -> Iterator[str]:
    """A row for each value and length of the game, best first; last, what is not proved."""
    from qttt.shell.words import signed

    sign = -1 if analysis.position.to_move == Player.O else 1

    def rank(m: MoveValue) -> tuple[bool, float, int]:
        value, plies = sign * m.value, m.plies or 0
        return (not m.exact, -value if m.exact else 0, plies if value > 0 else -plies)

    for _, group in groupby(sorted(analysis.moves, key=rank), rank):
        moves = list(group)
        value = signed(moves[0].value, unicode=look.unicode) if moves[0].exact else "?"
        names = " ".join(analysis.position.name(m.move) for m in moves)
        length = f"{_plural(moves[0].plies, 'ply', 'plies')}: " if moves[0].plies else ""
        yield look.row(f"  {value:>4}", length + names)


def _plural(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


# --- for programs ----------------------------------------------------------------------------


def facts(analysis: Analysis) -> dict[str, object]:
    """The analysis as JSON; the value of a move is null if it was not proved in time."""
    position = analysis.position
    moves = [
        {
            "move": position.name(m.move),
            "value": m.value if m.exact else None,
            "plies": m.plies if m.exact else None,
        }
        for m in analysis.moves
    ]
    return {
        "rules": str(position.rules),
        "position": str(position),
        "value": analysis.value,
        "exact": analysis.exact,
        "moves": moves,
        "line": [position.name(move) for move in analysis.line],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
