"""Contents of the lists beside the board."""

from collections.abc import Iterator
from typing import NamedTuple

from qttt.engine.classical import EvalStatistics
from qttt.engine.search import Estimate
from qttt.engine.values import format_points
from qttt.game import Move, Node, Placement, Player, Position, player_of
from qttt.notation import token_of
from qttt.notation.describe import describe
from qttt.quantum import Measurement
from qttt.quantum.audit import vote_of
from qttt.quantum.measurement import parse_time

from .advice import BEST, Advice, estimate_text, line_text, truncate
from .controller import GameController
from .paint import mark_text

MAX_COLS = 6
"""On wider boards outcomes are described by text instead of a small board."""

MAX_LINE_LENGTH = 20
"""Maximum length of a line of moves."""

MAX_VALUE_LENGTH = 14
"""Maximum length of a measurement or of the name of a job."""


class MoveEntry(NamedTuple):
    """A row of the list of moves, with the node after the move.

    ``is_here`` marks the node on the board, ``is_undone`` a move that was taken back.
    """

    text: str
    node: Node
    is_here: bool
    is_undone: bool

    @property
    def row(self) -> str:
        """The text of the row."""
        return f"{'▸' if self.is_here else ' '}{self.text}{' (undone)' * self.is_undone}"


class CollapseOption(NamedTuple):
    """An outcome of a pending loop.

    ``rows`` are the squares after it with their classical marks; ``landings`` maps the marks that
    land to their squares.
    """

    move: Move
    title: str
    rows: tuple[tuple[int | None, ...], ...]
    landings: dict[int, int]
    end: str


def record(controller: GameController) -> tuple[MoveEntry, ...]:
    """Return the rows of the current line, starting with the initial position."""
    line, now = controller.line, len(controller.match.node.moves)
    return tuple(
        MoveEntry(_entry(controller, node), node, node is controller.node, number > now)
        for number, node in enumerate(line)
    )


def _entry(controller: GameController, node: Node) -> str:
    before, move = node.parent, node.move
    if before is None or move is None:
        return " –  start"
    token = token_of(move, before.position)
    if isinstance(move, Placement):
        mark = len(node.position.marks)
        return f"{mark:>2} {player_of(mark)} {token}"
    chooser = before.position.chooser
    if chooser == "chance":
        return f"   ◦ {token} {controller.match.tosses[before].source}"
    return f"   {chooser} {token}"


def hints(position: Position, advices: tuple[Advice, ...]) -> tuple[str, ...]:
    """Return a row for each move: sign, move, value, verdict."""
    return tuple(
        f"{BEST if advice.is_best else ' '} {position.name(advice.move):<4} "
        f"{advice.advantage:<7} {advice.verdict * advice.is_exact}{_length(advice)}".rstrip()
        for advice in advices
    )


def _length(advice: Advice) -> str:
    return f", {advice.plies}" if advice.plies and not advice.loss else ""


def search_statistics(
    controller: GameController, progress: Estimate | None = None
) -> Iterator[tuple[str, str]]:
    """Yield statistics of the running search or of the computer's last move.

    After a measured coin toss, yield its measurement instead. Searches of one simulation and the
    solver's have no statistics.
    """
    before = controller.node.parent
    toss = controller.match.tosses.get(before) if before else None
    if before and toss and toss.measurement:
        yield from measurement_rows(toss.measurement, before.position)
        return
    analysis = progress or (controller.decision.analysis if controller.decision else None)
    if isinstance(analysis, Estimate) and analysis.simulations > 1:
        yield "Simulations", f"{analysis.simulations:,}"
        yield "Value", estimate_text(analysis)
        yield "Line", truncate(line_text(analysis.position, analysis.line), MAX_LINE_LENGTH)
    if isinstance(analysis, EvalStatistics):
        time_cutoff = "stopped" if analysis.stopped else "yes" if analysis.cut_off else "no"
        yield "Nodes", f"{analysis.nodes:,}"
        yield "Depth", f"{analysis.depth}"
        yield "MAX cut-offs", f"{analysis.max_cutoffs:,}"
        yield "MIN cut-offs", f"{analysis.min_cutoffs:,}"
        yield "Time cut-off", time_cutoff
        yield "Seconds", f"{analysis.seconds:.3f}"


def measurement_rows(toss: Measurement, loop: Position) -> Iterator[tuple[str, str]]:
    """Yield the measurement of a toss as names and values."""
    yield "Coin", toss.source
    yield "Bit", str(toss.bit)
    if vote := vote_of(toss, loop):
        yield "Measured", _short(toss.only_shot)
        yield "Qubits agree", f"{vote.qubits - vote.disagreeing} of {vote.qubits}"
    for name, value in {"Job": toss.job, "Shot": toss.shot, "Seed": toss.seed}.items():
        if value not in ("", None):
            yield name, _short(str(value))
    yield "At", f"{parse_time(toss.time):%H:%M:%S %Z}"


def _short(text: str) -> str:
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"


def options(position: Position) -> tuple[CollapseOption, ...]:
    """Return the two outcomes of the pending loop."""
    return tuple(_option(position, move) for move in position.legal_moves)


def _option(position: Position, move: Move) -> CollapseOption:
    board, after = position.rules.board, position.play(move)
    landed = {mark: square for square, mark in after.classical.items() if mark in position.quantum}
    squares = [after.classical.get(square) for square in board.squares]
    rows = tuple(tuple(squares[row * board.cols :][: board.cols]) for row in range(board.rows))
    title = f"on {board.name(move[0])}"
    end = describe(after).partition(":")[0] if after.outcome else ""
    return CollapseOption(move, title, rows, dict(sorted(landed.items())), end)


def landing_texts(position: Position, option: CollapseOption) -> Iterator[str]:
    """Describe where each mark lands."""
    name = position.rules.board.name
    return (f"{mark_text(mark)} {name(square)}" for mark, square in option.landings.items())


def standings(controller: GameController) -> tuple[tuple[Player, str, str], ...]:
    """Return the players with their names and points in the series."""
    series = controller.match.series_score
    sums = series.points if series else {}
    return tuple(
        (player, seat.name, format_points(sums[seat.name]) if seat.name in sums else "")
        for player, seat in controller.match.seats.items()
    )
