"""Reviews as text.

::

                 value  O   │   X
          start     +½      │██
    X1    3-5        0      │      loses half a point; best 1-9 3-7
                            │      line 1-9 1-3 1-7 1-8 1-3~ @1 2-5 2-4 2-4~ @2
    O2    3-9        0      │      best
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from qttt.game import Collapse, Player, mark_name
from qttt.notation import token_of
from qttt.notation.points import describe_points, format_value
from qttt.notation.text import PLAYER_COLORS, describe
from qttt.study import Evaluation, Review, ReviewedPly, Side, Verdict
from qttt.study.words import (
    better_words,
    line_text,
    side_words,
    step_words,
)

from .errors import one_line
from .games import LoadedGame
from .graph import Graph
from .output import OutputStyle

_COLORS = {Verdict.BEST: "32", Verdict.LOSES: "1;33", Verdict.LUCK: "35", Verdict.FORCED: "2"}
_MIN_TEXT_WIDTH = 24
"""Minimum width of the column of verdicts."""
_AHEAD = {1: "X is ahead", -1: "O is ahead", 0: "neither is ahead"}


def page(game: LoadedGame, review: Review, style: OutputStyle, title: str = "") -> Iterator[str]:
    """Format the review of a game, ending with an empty line."""
    yield f"{title}{_players(game)}"
    yield _ending(game, style)
    if margin := max(step.margin for step in review.steps) if review.steps else review.start.margin:
        yield f"Values are estimated; differences up to {margin:g} mean nothing."
    yield ""
    yield from _Table.of(review, style).lines(review)
    yield ""
    yield from _summary(game, review, style)
    for variation in review.variations:
        yield ""
        yield f"{_move(variation.steps[0])} instead of {_replaced_move(variation)}"
        yield from _Table.of(variation, style).lines(variation)
    yield ""


# --- players and result ----------------------------------------------------------------------


def _players(game: LoadedGame) -> str:
    names = ((game.record.tags.get(player), player) for player in Player)
    sides = [f"{one_line(name)} ({player})" if name else str(player) for name, player in names]
    return f"{' against '.join(sides)}, {game.rules}"


def _ending(game: LoadedGame, style: OutputStyle) -> str:
    description = describe(game.end.position, unicode=style.unicode)
    if game.end.position.outcome:
        return description
    if game.result == "*":
        return f"Not finished: {description}"
    return f"{game.result} by {one_line(game.record.tags['Termination'])}"


def _replaced_move(variation: Review) -> str:
    """Return the move that a variation replaces."""
    node = variation.steps[0].node
    return str(token_of(node.children[0].moves[-1], node.position))


# --- every ply -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """The columns: player, move (``moves`` wide), value (``values`` wide), bar, verdict."""

    graph: Graph
    moves: int
    values: int
    style: OutputStyle

    @classmethod
    def of(cls, review: Review, style: OutputStyle) -> "_Table":
        evaluations = [review.start, *(step.after for step in review.steps)]
        graph = Graph.of((evaluation.value for evaluation in evaluations), style)
        moves = max([len("start"), *(len(_token(step)) for step in review.steps)])
        values = max(
            [len(_head(review)), *(len(_value(evaluation, style)) for evaluation in evaluations)]
        )
        return cls(graph, moves, values, style)

    def lines(self, review: Review) -> Iterator[str]:
        """Format a heading, the start, and the rows of each ply."""
        yield self._row("", _head(review), self.graph.head)
        yield self._row(
            "start", _value(review.start, self.style), self.graph.bar(review.start.value)
        )
        for step in review.steps:
            value, bar = _value(step.after, self.style), self.graph.bar(step.after.value)
            first, *more = self._verdict(step)
            yield self._row(_token(step), value, bar, first, self._who(step))
            for text in more:
                yield self._row("", "", self.graph.bar(0), text)

    def _row(self, move: str, value: str, bar: str, text: str = "", who: str = "    ") -> str:
        left = f"{who}  {move:<{self.moves}}  {value:>{self.values}}"
        return f"{left}  {bar}  {text}".rstrip()

    def _verdict(self, step: ReviewedPly) -> Iterator[str]:
        """Format the verdict on a ply and the best line after a mistake."""
        verdict = "; ".join(filter(None, (step_words(step), better_words(step))))
        for text in self._wrap(verdict):
            yield self.style.paint(text, _COLORS.get(step.verdict, ""))
        if step.loss:
            for text in self._wrap(f"line {line_text(step.before.line, step.before.position)}"):
                yield self.style.paint(text, "2")

    def _wrap(self, text: str) -> list[str]:
        taken = 4 + 2 + self.moves + 2 + self.values + 2 + self.graph.width + 2
        return wrap(text, max(_MIN_TEXT_WIDTH, self.style.width - taken))

    def _who(self, step: ReviewedPly) -> str:
        code = PLAYER_COLORS[step.player] if step.player else ""
        return self.style.paint(f"{_who(step):<4}", code)


def _token(step: ReviewedPly) -> str:
    return str(token_of(step.move, step.before.position))


def _head(review: Review) -> str:
    return "value" if review.is_exact else "estimated"


def _value(evaluation: Evaluation, style: OutputStyle) -> str:
    return format_value(evaluation.value, is_exact=evaluation.is_exact, unicode=style.unicode)


# --- summary ---------------------------------------------------------------------------------


def _summary(game: LoadedGame, review: Review, style: OutputStyle) -> Iterator[str]:
    """Format the results of both players, and what decided the game."""
    for player in Player:
        yield from _side(player, review.side(player), style)
    if any(step.player is None for step in review.steps):
        yield style.row("Luck", _luck(review, style))
    if review.concession_change:
        yield style.row("Given up", f"at {_value(review.end, style)}, for {game.result}")
    elif review.steps:
        yield style.row("Decided", _turn(review))


def _side(player: Player, side: Side, style: OutputStyle) -> Iterator[str]:
    yield style.row(player, side_words(side, unicode=style.unicode))
    if side.steps:
        worst = f"; worst: {_move(side.worst)} {step_words(side.worst)}" if side.worst else ""
        yield style.row("", ", ".join(_counts(side.counts)) + worst)


def _counts(counts: Mapping[Verdict, int]) -> Iterator[str]:
    """Count the verdicts: ``5 best``, ``1 slower``, ``2 mistakes``."""
    for verdict in Verdict:
        if count := counts[verdict]:
            mistakes = "mistake" if count == 1 else "mistakes"
            yield f"{count} {mistakes if verdict is Verdict.LOSES else verdict}"


def _luck(review: Review, style: OutputStyle) -> str:
    if not review.luck:
        return "coins favoured neither player overall"
    lucky = Player.X if review.luck > 0 else Player.O
    size = describe_points(abs(review.luck), is_exact=review.is_exact)
    return f"coins gave {size} to {lucky} overall"


def _turn(review: Review) -> str:
    """Describe the move that decided the game."""
    ahead = _AHEAD[review.end.sign]
    if step := review.turning_point:
        return f"{_move(step)}, {step_words(step)}: from then on {ahead}"
    if review.start.sign == review.end.sign:
        return f"by no move: from the start on {ahead}"
    return f"by no single move: in the end {ahead}"


def _move(step: ReviewedPly) -> str:
    return f"{_who(step)} {_token(step)}"


def _who(step: ReviewedPly) -> str:
    """Return the mark that was placed, or the player who decided the collapse."""
    if isinstance(step.move, Collapse):
        return str(step.player or "coin")
    return mark_name(len(step.before.position.marks) + 1)
