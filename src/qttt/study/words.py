"""Values, losses and verdicts as people say them."""

from collections.abc import Iterable
from fractions import Fraction

from qttt.game import Move, Player, Position
from qttt.notation import token_of

from .reviews import Side, Step, Verdict

MOST_NAMED = 4
"""How many equally good moves are named."""

_MOST_PARTS = 64
"""Fractions with a larger denominator, which many coins in a row make, are hard to read."""

_FEW = {
    Fraction(1, 2): "a half",
    Fraction(1): "a point",
    Fraction(3, 2): "a point and a half",
    Fraction(2): "two points",
    Fraction(5, 2): "two points and a half",
    Fraction(3): "three points",
    Fraction(4): "four points",
}


# --- numbers ---------------------------------------------------------------------------------


def number(value: float, *, is_exact: bool = True, unicode: bool = True) -> str:
    """A number of points: a fraction if it is exact, two digits after the point if it is not.

    >>> [number(value) for value in (0, 0.5, 1.5, 2, 0.1875, 1.1875)]
    ['0', '½', '1½', '2', '3/16', '1 3/16']
    >>> number(1.5, unicode=False), number(0.3062, is_exact=False), number(1 / 128)
    ('1 1/2', '0.31', '0.0078')
    """
    if not is_exact:
        return f"{value:.2f}"
    whole, part = divmod(Fraction(value), 1)
    if part.denominator > _MOST_PARTS:
        return f"{value:.4f}"
    if unicode and part == Fraction(1, 2):
        return f"{whole or ''}½"
    return " ".join(str(each) for each in (whole, part) if each) or "0"


def signed(value: float, *, is_exact: bool = True, unicode: bool = True) -> str:
    """A value, points of X minus points of O, with its sign.

    >>> signed(0.5), signed(-1.5), signed(0), signed(-0.5, unicode=False)
    ('+½', '−1½', '0', '-1/2')
    """
    text = number(abs(value), is_exact=is_exact, unicode=unicode)
    if not text.strip("0."):
        return text
    return ("+" if value > 0 else "−" if unicode else "-") + text


def amount(points: float, *, is_exact: bool = True) -> str:
    """What somebody loses or gains, in words.

    >>> amount(0.5), amount(1), amount(0.1875)
    ('a half', 'a point', '3/16')
    >>> amount(0.31, is_exact=False), amount(1.299, is_exact=False), amount(1.004, is_exact=False)
    ('about 0.31', 'about 1.3', 'about a point')
    """
    if not is_exact:
        return f"about {_FEW.get(Fraction(round(points, 2)), _estimate(points))}"
    return _FEW.get(Fraction(points), number(points, unicode=False))


def _estimate(points: float) -> str:
    """An estimated number of points, with no more digits than say something."""
    return f"{round(points, 2):g}"


# --- plies -----------------------------------------------------------------------------------


def step_words(step: Step) -> str:
    """What can be said of a ply, such as ``best``, ``slower by 2 plies``, ``loses a half``."""
    match step.verdict:
        case Verdict.FORCED:
            return "only move"
        case Verdict.SLOWER | Verdict.SOONER as verdict:
            plies = abs(step.slower or 0)
            return f"{verdict} by {plies} {'ply' if plies == 1 else 'plies'}"
        case Verdict.CLOSE:
            return "close to the best"
        case Verdict.LOSES:
            return f"loses {amount(step.loss, is_exact=not step.margin)}"
        case Verdict.LUCK if step.is_swing:
            lucky = Player.X if step.luck > 0 else Player.O
            return f"luck: {amount(abs(step.luck), is_exact=not step.margin)} for {lucky}"
        case Verdict.LUCK:
            return "luck: too little to tell" if step.margin else "luck: none"
    return str(step.verdict)


def better_words(step: Step) -> str:
    """What was better: ``best 1-9 3-7``; nothing where nothing was."""
    if step.verdict not in (Verdict.SLOWER, Verdict.SOONER, Verdict.LOSES):
        return ""
    return f"best {names(step.before.best, step.before.position)}"


def names(moves: Iterable[Move], position: Position) -> str:
    """Moves that can be played in ``position``, as records write them; of many, the first few."""
    shown, more = first_names(moves, position)
    return " ".join([*shown, f"and {more} more"] if more else shown)


def first_names(moves: Iterable[Move], position: Position) -> tuple[list[str], int]:
    """The first few of these moves, and how many more there are: none, or at least two."""
    tokens = [str(token_of(move, position)) for move in moves]
    more = len(tokens) - MOST_NAMED
    return (tokens, 0) if more < 2 else (tokens[:MOST_NAMED], more)


def spoken(moves: Iterable[Move], position: Position) -> str:
    """A line of play from ``position``, as records write its moves."""
    tokens = []
    for move in moves:
        tokens.append(str(token_of(move, position)))
        position = position.play(move)
    return " ".join(tokens)


# --- players ---------------------------------------------------------------------------------


def side_words(side: Side, *, unicode: bool = True) -> str:
    """How a player did: ``accuracy 60%, lost 1½ of 3½ at stake``."""
    if side.accuracy is None:
        return "nothing was at stake"
    lost, stake = (
        number(points, unicode=unicode) if side.is_exact else _estimate(points)
        for points in (side.lost, side.stake)
    )
    estimated = "" if side.is_exact else ", estimated"
    return f"accuracy {side.accuracy:.0%}, lost {lost} of {stake} at stake{estimated}"
