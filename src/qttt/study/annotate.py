"""A review put into its game: as comments, and as variations that show what was better."""

import re

from qttt.game import Node, Player

from .judge import Judgement
from .reviews import Review, Step
from .words import better_words, side_words, step_words

_OURS = re.compile(r"\n?^\[%value .*$", re.MULTILINE)


def annotate(review: Review) -> None:
    """Write what ``review`` found into the tree of its game.

    The comment of each move ends with a line such as ``[%value 0.5] loses a half; best 1-9 3-7``,
    and what should have been played instead of a mistake becomes a variation, unless it is there
    already. Everything else stays, but the lines of an earlier review are replaced.
    """
    for each in (review, *review.variations):
        for step in each.steps:
            said = "; ".join(filter(None, (step_words(step), better_words(step))))
            _comment(step.node.play(step.move), step.after, said)
            if step.loss:
                _show_better(step)
    if review.steps:
        sides = (f"{player}: {side_words(review.side(player))}" for player in Player)
        _comment(review.steps[0].node, review.start, "; ".join(sides))


def _show_better(step: Step) -> None:
    """The principal variation beside the mistake; its first move tells what it is worth."""
    first, *rest = step.before.line
    if any(child.move == first for child in step.node.children):
        return
    node = step.node.play(first)
    _comment(node, step.before, "best")
    for move in rest:
        node = node.play(move)


def _comment(node: Node, judgement: Judgement, said: str) -> None:
    value = f"{judgement.value:g}" if judgement.is_exact else f"{judgement.value:.2f} estimated"
    theirs = _OURS.sub("", node.comment)
    node.comment = "\n".join(filter(None, (theirs, f"[%value {value}] {said}")))
