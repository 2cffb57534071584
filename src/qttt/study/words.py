"""Values, losses and verdicts as text."""

from collections.abc import Iterable
from fractions import Fraction

from qttt.game import Move, Player, Position
from qttt.notation import token_of

from .reviews import ReviewedPly, Side, Verdict

MAX_NAMES = 4
"""Maximum number of equally good moves to list."""

_MAX_DENOMINATOR = 64
"""Fractions with larger denominators, from many coins in a row, are written as decimals."""

_AMOUNTS = {
    Fraction(1, 2): "a half",
    Fraction(1): "a point",
    Fraction(3, 2): "a point and a half",
    Fraction(2): "two points",
    Fraction(5, 2): "two points and a half",
    Fraction(3): "three points",
    Fraction(4): "four points",
}


# --- numbers ---------------------------------------------------------------------------------


def format_points(value: float, *, is_exact: bool = True, unicode: bool = True) -> str:
    """Format points: as a fraction if they are exact, otherwise with two decimals.

    >>> [format_points(value) for value in (0, 0.5, 1.5, 2, 0.1875, 1.1875)]
    ['0', '½', '1½', '2', '3/16', '1 3/16']
    >>> format_points(1.5, unicode=False), format_points(0.3062, is_exact=False)
    ('1 1/2', '0.31')
    >>> format_points(1 / 128)
    '0.0078'
    """
    if not is_exact:
        return f"{value:.2f}"
    whole, part = divmod(Fraction(value), 1)
    if part.denominator > _MAX_DENOMINATOR:
        return f"{value:.4f}"
    if unicode and part == Fraction(1, 2):
        return f"{whole or ''}½"
    return " ".join(str(each) for each in (whole, part) if each) or "0"


def format_signed_points(value: float, *, is_exact: bool = True, unicode: bool = True) -> str:
    """Format a value with its sign.

    >>> [format_signed_points(x) for x in (0.5, -1.5, 0)], format_signed_points(-0.5, unicode=False)
    (['+½', '−1½', '0'], '-1/2')
    """
    text = format_points(abs(value), is_exact=is_exact, unicode=unicode)
    if not text.strip("0."):
        return text
    return ("+" if value > 0 else "−" if unicode else "-") + text


def describe_points(points: float, *, is_exact: bool = True) -> str:
    """Format a loss or gain in words.

    >>> describe_points(0.5), describe_points(1), describe_points(0.1875)
    ('a half', 'a point', '3/16')
    >>> [describe_points(x, is_exact=False) for x in (0.31, 1.299, 1.004)]
    ['about 0.31', 'about 1.3', 'about a point']
    """
    if not is_exact:
        return f"about {_AMOUNTS.get(Fraction(round(points, 2)), _estimate(points))}"
    return _AMOUNTS.get(Fraction(points), format_points(points, unicode=False))


def _estimate(points: float) -> str:
    return f"{round(points, 2):g}"


# --- plies -----------------------------------------------------------------------------------


def step_words(step: ReviewedPly) -> str:
    """Describe a ply: ``best``, ``slower by 2 plies``, ``loses a half``."""
    match step.verdict:
        case Verdict.FORCED:
            return "only move"
        case Verdict.SLOWER | Verdict.SOONER as verdict:
            plies = abs(step.slower or 0)
            return f"{verdict} by {plies} {'ply' if plies == 1 else 'plies'}"
        case Verdict.CLOSE:
            return "close to the best"
        case Verdict.LOSES:
            return f"loses {describe_points(step.loss, is_exact=not step.margin)}"
        case Verdict.LUCK if step.is_swing:
            player = Player.X if step.luck > 0 else Player.O
            return f"luck: {describe_points(abs(step.luck), is_exact=not step.margin)} for {player}"
        case Verdict.LUCK:
            return "luck: too little to tell" if step.margin else "luck: none"
    return str(step.verdict)


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
    tokens = [str(token_of(move, position)) for move in moves]
    more = len(tokens) - MAX_NAMES
    return (tokens, 0) if more < 2 else (tokens[:MAX_NAMES], more)


def line_text(moves: Iterable[Move], position: Position) -> str:
    """Format a line of play from ``position`` in record notation."""
    tokens = []
    for move in moves:
        tokens.append(str(token_of(move, position)))
        position = position.play(move)
    return " ".join(tokens)


# --- players ---------------------------------------------------------------------------------


def side_words(side: Side, *, unicode: bool = True) -> str:
    """Summarize a player's side: ``accuracy 60%, lost 1½ of 3½ at stake``."""
    if side.accuracy is None:
        return "nothing was at stake"
    lost, stake = (
        format_points(points, unicode=unicode) if side.is_exact else _estimate(points)
        for points in (side.lost, side.points_at_stake)
    )
    estimated = "" if side.is_exact else ", estimated"
    return f"accuracy {side.accuracy:.0%}, lost {lost} of {stake} at stake{estimated}"
