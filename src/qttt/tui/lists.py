"""The lists beside the board, as data: players, moves, hints, outcomes, what a search counted."""

from collections.abc import Iterator
from typing import NamedTuple

from qttt.engine.classical import Statistics
from qttt.engine.search import Estimate
from qttt.game import Move, Node, Placement, Player, Position, player_of
from qttt.notation import token_of
from qttt.notation.describe import describe
from qttt.quantum import Measurement
from qttt.quantum.audit import vote_of
from qttt.quantum.measurement import moment

from .advice import BEST, Advice, clipped, points, spoken, told
from .paint import written
from .table import Table

MOST_COLS = 6
"""Wider boards have no small picture of an outcome; where the marks land is told instead."""

MOST_LINE = 20
"""Characters of a line of moves beside its name."""


MOST_BITS = 14
"""Characters of what qubits showed, or of the name of a job, beside what it is."""


class Entry(NamedTuple):
    """A move in the record, with the node that it leads to.

    ``is_here`` marks the point that the board shows, ``is_undone`` a move that was taken back.
    """

    text: str
    node: Node
    is_here: bool
    is_undone: bool

    @property
    def row(self) -> str:
        """The move with an arrow if it is here, and a word if it was taken back."""
        return f"{'▸' if self.is_here else ' '}{self.text}{' (undone)' * self.is_undone}"


class Option(NamedTuple):
    """One outcome of a pending loop.

    ``rows`` are the squares of the board after it, each with the mark that has landed there;
    ``landed`` are the marks that land now.
    """

    move: Move
    title: str
    rows: tuple[tuple[int | None, ...], ...]
    landed: dict[int, int]
    end: str


def record(table: Table) -> tuple[Entry, ...]:
    """The moves of the line in play, after a line for its start."""
    line, now = table.line, len(table.match.node.moves)
    return tuple(
        Entry(_entry(table, node), node, node is table.node, number > now)
        for number, node in enumerate(line)
    )


def _entry(table: Table, node: Node) -> str:
    before, move = node.parent, node.move
    if before is None or move is None:
        return " –  start"
    token = token_of(move, before.position)
    if isinstance(move, Placement):
        mark = len(node.position.marks)
        return f"{mark:>2} {player_of(mark)} {token}"
    chooser = before.position.chooser
    if chooser == "chance":
        return f"   ◦ {token} {table.match.tosses[before].source}"
    return f"   {chooser} {token}"


def hints(position: Position, advices: tuple[Advice, ...]) -> tuple[str, ...]:
    """A line for each move: sign, move, value, verdict."""
    return tuple(
        f"{BEST if advice.is_best else ' '} {position.name(advice.move):<4} "
        f"{advice.worth:<7} {advice.verdict * advice.is_exact}{_length(advice)}".rstrip()
        for advice in advices
    )


def _length(advice: Advice) -> str:
    return f", {advice.plies}" if advice.plies and not advice.loss else ""


def findings(table: Table, progress: Estimate | None = None) -> Iterator[tuple[str, str]]:
    """What a computer has found out so far, or else before it made its last move.

    Of a coin that a device has just measured: where its bit came from.

    A glance (one simulation) is no search, and the solver's is not told: it knows the result.
    """
    before = table.node.parent
    toss = table.match.tosses.get(before) if before else None
    if before and toss and toss.measurement:
        yield from card(toss.measurement, before.position)
        return
    thoughts = progress or (table.decision.thoughts if table.decision else None)
    if isinstance(thoughts, Estimate) and thoughts.simulations > 1:
        yield "Simulations", f"{thoughts.simulations:,}"
        yield "Value", told(thoughts)
        yield "Line", clipped(spoken(thoughts.position, thoughts.line), MOST_LINE)
    if isinstance(thoughts, Statistics):
        struck = "stopped" if thoughts.stopped else "yes" if thoughts.cut_off else "no"
        yield "Nodes", f"{thoughts.nodes:,}"
        yield "Depth", f"{thoughts.depth}"
        yield "MAX cut-offs", f"{thoughts.max_cutoffs:,}"
        yield "MIN cut-offs", f"{thoughts.min_cutoffs:,}"
        yield "Time cut-off", struck
        yield "Seconds", f"{thoughts.seconds:.3f}"


def card(toss: Measurement, loop: Position) -> Iterator[tuple[str, str]]:
    """Where the bit for that loop came from: a name and a value a line."""
    yield "Coin", toss.source
    yield "Bit", str(toss.bit)
    if vote := vote_of(toss, loop):
        yield "Measured", _short(toss.only_shot)
        yield "Qubits agree", f"{vote.qubits - vote.disagreeing} of {vote.qubits}"
    for name, value in {"Job": toss.job, "Shot": toss.shot, "Seed": toss.seed}.items():
        if value not in ("", None):
            yield name, _short(str(value))
    yield "At", f"{moment(toss.time):%H:%M:%S %Z}"


def _short(text: str) -> str:
    return text if len(text) <= MOST_BITS else f"{text[: MOST_BITS - 1]}…"


def options(position: Position) -> tuple[Option, ...]:
    """The two outcomes of the pending loop."""
    return tuple(_option(position, move) for move in position.legal_moves)


def _option(position: Position, move: Move) -> Option:
    board, after = position.rules.board, position.play(move)
    landed = {mark: square for square, mark in after.classical.items() if mark in position.quantum}
    squares = [after.classical.get(square) for square in board.squares]
    rows = tuple(tuple(squares[row * board.cols :][: board.cols]) for row in range(board.rows))
    title = f"on {board.name(move[0])}"
    end = describe(after).partition(":")[0] if after.outcome else ""
    return Option(move, title, rows, dict(sorted(landed.items())), end)


def landings(position: Position, option: Option) -> Iterator[str]:
    """Where each mark lands, in words."""
    name = position.rules.board.name
    return (f"{written(mark)} {name(square)}" for mark, square in option.landed.items())


def standings(table: Table) -> tuple[tuple[Player, str, str], ...]:
    """X and O, who plays it, and the points of the series so far."""
    series = table.match.standing
    sums = series.points if series else {}
    return tuple(
        (player, seat.name, points(sums[seat.name]) if seat.name in sums else "")
        for player, seat in table.match.seats.items()
    )
