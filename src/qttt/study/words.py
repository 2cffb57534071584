"""Verdicts and moves as text."""

from collections.abc import Iterable

from qttt.game import Move, Player, Position
from qttt.notation import token_of
from qttt.notation.points import describe_points, format_count, format_points
from qttt.notation.positions import tokens_of

from .judging import Verdict
from .reviews import ReviewedPly, Side

MAX_NAMES = 4
"""Maximum number of equally good moves to list."""


def step_words(step: ReviewedPly) -> str:
    """Describe a ply: ``best``, ``slower by 2 plies``, ``loses half a point``."""
    match step.verdict:
        case Verdict.FORCED:
            return "only move"
        case Verdict.BEST:
            return "best"
        case Verdict.SLOWER | Verdict.SOONER as verdict:
            return f"{verdict} by {format_count(abs(step.slower or 0), 'ply', 'plies')}"
        case Verdict.CLOSE:
            return "close to the best"
        case Verdict.LOSES:
            return f"loses {describe_points(step.loss, is_exact=not step.margin)}"
        case Verdict.LUCK if step.is_swing:
            player = Player.X if step.luck > 0 else Player.O
            return f"luck: {describe_points(abs(step.luck), is_exact=not step.margin)} for {player}"
        case Verdict.LUCK:
            return "luck: too little to tell" if step.margin else "luck: none"


def better_words(step: ReviewedPly) -> str:
    """Return the better moves: ``best 1-9 3-7``, or an empty text."""
    if step.verdict not in (Verdict.SLOWER, Verdict.SOONER, Verdict.LOSES):
        return ""
    return f"best {move_names(step.before.best, step.before.position)}"


def move_names(moves: Iterable[Move], position: Position) -> str:
    """Format legal moves in record notation, shortened after the first few."""
    tokens, more = first_names(moves, position)
    return " ".join([*tokens, f"and {more} more"] if more else tokens)


def first_names(moves: Iterable[Move], position: Position) -> tuple[list[str], int]:
    """Return the first few moves, and the number of others: 0 or at least 2."""
    all_moves = [*moves]
    more = len(all_moves) - MAX_NAMES
    named, left = (all_moves, 0) if more < 2 else (all_moves[:MAX_NAMES], more)
    return [str(token_of(move, position)) for move in named], left


def line_text(moves: Iterable[Move], position: Position) -> str:
    """Format a line of play from ``position`` in record notation."""
    return " ".join(map(str, tokens_of(moves, position)))


# --- players ---------------------------------------------------------------------------------


def side_words(side: Side, *, unicode: bool = True) -> str:
    """Summarize a player's side: ``accuracy 60%, lost 1½ of 3½ at stake``."""
    if side.accuracy is None:
        return "nothing was at stake"
    lost, stake = (
        format_points(points, unicode=unicode) if side.is_exact else f"{round(points, 2):g}"
        for points in (side.lost, side.points_at_stake)
    )
    estimated = "" if side.is_exact else ", estimated"
    return f"accuracy {side.accuracy:.0%}, lost {lost} of {stake} at stake{estimated}"
