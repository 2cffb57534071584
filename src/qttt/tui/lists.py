"""Contents of the lists beside the board."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from qttt.engine import Analysis
from qttt.engine.search import Estimate
from qttt.engine.statistics import statistics
from qttt.game import Collapse, Move, Node, Placement, Player, Position, player_of
from qttt.notation import token_of
from qttt.notation.describe import describe
from qttt.notation.points import format_lead, format_points
from qttt.notation.text import mark_text
from qttt.quantum.audit import measurement_rows
from qttt.study import Judgement, Verdict

from .controller import GameController

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


# --- hints -----------------------------------------------------------------------------------


def hint_rows(position: Position, judgements: Iterable[Judgement]) -> tuple[str, ...]:
    """Return a row for each move: sign, move, value, verdict."""
    return tuple(
        f"{'★' if _is_best(judgement) else ' '} {position.name(judgement.move):<4} "
        f"{format_lead(judgement.value, is_exact=judgement.is_exact):<7} "
        f"{verdict_text(judgement) * judgement.is_exact}"
        f"{f', {judgement.plies}' if judgement.plies and not judgement.loss else ''}".rstrip()
        for judgement in judgements
    )


def verdict_text(judgement: Judgement) -> str:
    """Format a verdict: ``best``, ``slower``, ``loses ½``; ``proven`` if only the value is."""
    if judgement.verdict is Verdict.LUCK:
        return ""
    if _is_best(judgement):
        return "best"
    if not judgement.is_certain:
        return "proven" if judgement.is_exact else ""
    return f"loses {format_points(judgement.loss)}" if judgement.loss else judgement.verdict.value


def sign(judgement: Judgement) -> str:
    """Return the verdict as a short sign for the board."""
    if judgement.verdict is Verdict.LOSES:
        return f"−{format_points(judgement.loss, is_exact=judgement.is_certain)}"
    return "★" if _is_best(judgement) else _SIGNS.get(judgement.verdict, "")


def signs(judgements: Iterable[Judgement], first: int | None) -> Mapping[int, str]:
    """Map each square to the sign of the best move with it, and with ``first`` if given."""
    by_square: dict[int, str] = {}
    for judgement in judgements:
        squares = tuple(judgement.move)
        if isinstance(judgement.move, Collapse) or first is None or first in squares:
            for square in squares:
                by_square.setdefault(square, sign(judgement))
    if first is not None:
        by_square.pop(first, None)
    return by_square


_SIGNS = {Verdict.SLOWER: "=", Verdict.SOONER: "=", Verdict.CLOSE: "≈"}


def _is_best(judgement: Judgement) -> bool:
    return judgement.verdict in (Verdict.BEST, Verdict.FORCED)


def estimate_text(estimate: Estimate) -> str:
    """Format the value of the position, proven or estimated."""
    return format_lead(estimate.value, is_exact=estimate.is_proven)


def line_text(analysis: Analysis | Estimate, room: int = 1000) -> str:
    """Format the best line in notation, truncated to ``room`` characters between moves."""
    words, position = [], analysis.position
    for move in analysis.line:
        words.append(position.name(move))
        position = position.play(move)
    text = " ".join(words)
    while len(text) > room:
        text = text.removesuffix(" …").rpartition(" ")[0] + " …"
    return text


# --- statistics ------------------------------------------------------------------------------


def search_statistics(
    controller: GameController, progress: Estimate | None = None
) -> Iterator[tuple[str, str]]:
    """Yield statistics of the running search or of the computer's last move.

    After a measured coin toss, yield its measurement instead. Searches of one simulation and the
    solver's are not shown.
    """
    before = controller.node.parent
    toss = controller.match.tosses.get(before) if before else None
    if before and toss and toss.measurement:
        for name, value in measurement_rows(toss.measurement, before.position):
            is_long = len(value) > MAX_VALUE_LENGTH
            yield name, f"{value[: MAX_VALUE_LENGTH - 1]}…" if is_long else value
        return
    analysis = progress or (controller.decision.analysis if controller.decision else None)
    if isinstance(analysis, Analysis) or (
        isinstance(analysis, Estimate) and analysis.simulations == 1
    ):
        return
    yield from ((name[:1].upper() + name[1:], number) for name, number in statistics(analysis))
    if isinstance(analysis, Estimate):
        yield "Line", line_text(analysis, MAX_LINE_LENGTH)


def landings(position: Position, move: Move) -> str:
    """Describe where each mark lands in a collapse: ``X₁ 2, O₂ 5``."""
    name, after = position.rules.board.name, position.play(move)
    landed = {mark: square for square, mark in after.classical.items() if mark in position.quantum}
    return ", ".join(f"{mark_text(mark)} {name(square)}" for mark, square in sorted(landed.items()))


def outcome_text(position: Position, move: Move, note: str) -> str:
    """Describe an outcome of the pending loop: landings, the end of the game, its evaluation."""
    after = position.play(move)
    end = describe(after).partition(".")[0] if after.outcome else ""
    return "\n".join(filter(None, [landings(position, move), end, note]))


def standings(controller: GameController) -> tuple[tuple[Player, str, str], ...]:
    """Return the players with their names and points in the series."""
    series = controller.match.series_score
    sums = series.points if series else {}
    return tuple(
        (player, seat.name, format_points(sums[seat.name]) if seat.name in sums else "")
        for player, seat in controller.match.seats.items()
    )
