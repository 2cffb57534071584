"""Points and values (X's points minus O's) in figures and in words.

Exact numbers are fractions, with ½ for a half; estimates have two decimals. JSON has floats, which
are exact: values are integers divided by powers of 2. Results in records are decimals: ``1-0.5``.
"""

import re
from fractions import Fraction

from qttt.game import Player, Position
from qttt.texts.folders import REFERENCE
from qttt.texts.phrases import phrases

_MAX_DENOMINATOR = 64
"""Fractions with larger denominators, from many coins in a row, are written as decimals."""

_ASCII = str.maketrans("−–×", "--x")


def format_count(count: int, noun: str, nouns: str = "") -> str:
    """Format a number with its noun: ``1 move``, ``2,016 moves``; ``nouns`` is an other plural."""
    return f"{count:,} {noun if count == 1 else nouns or f'{noun}s'}"


def to_ascii(text: str) -> str:
    """Replace the signs of this package that ASCII lacks.

    >>> to_ascii("1½–½, −½ on 3×3")
    '1 1/2-1/2, -1/2 on 3x3'
    """
    return re.sub(r"(?<=\d)½", " ½", text).replace("½", "1/2").translate(_ASCII)


def format_points(points: float | Fraction, *, is_exact: bool = True, unicode: bool = True) -> str:
    """Format a non-negative number of points.

    >>> [format_points(points) for points in (0, 0.5, 1.5, 2, 0.1875, 1.1875)]
    ['0', '½', '1½', '2', '3/16', '1 3/16']
    >>> format_points(1.5, unicode=False), format_points(0.3062, is_exact=False)
    ('1 1/2', '0.31')
    >>> format_points(1 / 128)
    '0.0078'
    """
    if not is_exact:
        return f"{points:.2f}"
    whole, part = divmod(Fraction(points), 1)
    if part.denominator > _MAX_DENOMINATOR:
        return f"{float(points):.4f}"
    if unicode and part == Fraction(1, 2):
        return f"{whole or ''}½"
    return " ".join(str(each) for each in (whole, part) if each) or "0"


def format_value(value: float | Fraction, *, is_exact: bool = True, unicode: bool = True) -> str:
    """Format a value with its sign.

    >>> [format_value(value) for value in (0.5, -1.5, 0, 0.375)], format_value(-0.5, unicode=False)
    (['+½', '−1½', '0', '+3/8'], '-1/2')
    """
    text = format_points(value if value > 0 else -value, is_exact=is_exact, unicode=unicode)
    if not text.strip("0."):
        return text
    return ("+" if value > 0 else "−" if unicode else "-") + text


def format_lead(value: float, *, is_exact: bool = True, unicode: bool = True) -> str:
    """Format the player ahead and the lead, with ``about`` for an estimate.

    >>> format_lead(0.5), format_lead(-1), format_lead(0)
    ('X +½', 'O +1', 'even')
    >>> format_lead(0.3051, is_exact=False), format_lead(0.004, is_exact=False)
    ('about X +0.31', 'about even')
    """
    about = "" if is_exact else "about "
    if not (value if is_exact else round(value, 2)):
        return f"{about}even"
    lead = format_points(abs(value), is_exact=is_exact, unicode=unicode)
    return f"{about}{Player.X if value > 0 else Player.O} +{lead}"


def describe_points(points: float, *, is_exact: bool = True, language: str = REFERENCE) -> str:
    """Describe a number of points, such as a loss.

    >>> [describe_points(points) for points in (0.5, 1, 0.1875, 1.1875)]
    ['half a point', 'a point', '3/16 of a point', '1 3/16 points']
    >>> [describe_points(points, is_exact=False) for points in (0.306, 1.299, 1.004)]
    ['about 0.31 of a point', 'about 1.3 points', 'about a point']
    """
    phrase = phrases(language)
    shown: float = points if is_exact else round(points, 2)
    figures = format_points(points, unicode=False) if is_exact else f"{shown:g}"
    amount = phrase(
        "analysis.amount",
        halves=int(2 * shown) if 2 * shown == int(2 * shown) else None,
        isPart=shown < 1,
        written=figures.replace(".", phrase("analysis.decimal")),
    )
    return amount if is_exact else phrase("analysis.about", amount=amount)


def describe_value(
    value: float, position: Position, *, is_exact: bool = True, language: str = REFERENCE
) -> str:
    """Describe the value of a position.

    >>> describe_value(0.5, Position())
    'X gets half a point more than O if both play perfectly'
    """
    phrase = phrases(language)
    is_even = not (value if is_exact else round(value, 2))
    by_chance = position.rules.chooser == "chance"
    if is_even:
        key = "gotSame" if position.outcome else "even"
        return phrase(f"analysis.values.{key}", byChance=by_chance)
    ahead, behind = (Player.X, Player.O) if value > 0 else (Player.O, Player.X)
    amount = describe_points(abs(value), is_exact=is_exact, language=language)
    key = "got" if position.outcome else "ahead"
    return phrase(
        f"analysis.values.{key}", ahead=ahead, amount=amount, behind=behind, byChance=by_chance
    )
