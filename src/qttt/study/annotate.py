"""Annotation of a game with its review: comments, and variations with better moves."""

import re

from qttt.game import Node, Player
from qttt.game.arguments import checked

from .evaluation import Evaluation
from .reviews import Review, ReviewedPly
from .words import better_words, side_words, step_words

_ANNOTATION = re.compile(r"\n?^\[%value .*$", re.MULTILINE)


@checked
def annotate(review: Review) -> None:
    """Write ``review`` into the tree of its game.

    Appends a line such as ``[%value 0] loses half a point; best 1-9 3-7`` to the comment of each
    move, and adds the best line as a variation to each mistake unless it exists. Replaces the lines
    of an earlier review and changes nothing else.
    """
    for line in (review, *review.variations):
        for step in line.steps:
            text = "; ".join(filter(None, (step_words(step), better_words(step))))
            _comment(step.node.play(step.move), step.after, text)
            if step.loss:
                _add_best_line(step)
    if review.steps:
        sides = (f"{player}: {side_words(review.side(player))}" for player in Player)
        _comment(review.steps[0].node, review.start, "; ".join(sides))


def _add_best_line(step: ReviewedPly) -> None:
    """Add the principal variation to a mistake, with a comment on its first move."""
    first, *rest = step.before.line
    if any(child.move == first for child in step.node.children):
        return
    node = step.node.play(first)
    _comment(node, step.before, "best")
    for move in rest:
        node = node.play(move)


def _comment(node: Node, evaluation: Evaluation, text: str) -> None:
    value = f"{evaluation.value:g}" if evaluation.is_exact else f"{evaluation.value:.2f} estimated"
    comment = _ANNOTATION.sub("", node.comment)
    node.comment = "\n".join(filter(None, (comment, f"[%value {value}] {text}")))
