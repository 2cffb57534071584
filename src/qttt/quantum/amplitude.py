"""Exact amplitudes: square roots of fractions."""

from fractions import Fraction
from math import isqrt, sqrt
from typing import NamedTuple


class Amplitude(NamedTuple):
    """√ ``square``, where ``square`` is a probability; never negative in this game.

    >>> third = Amplitude(Fraction(1, 3))
    >>> str(third), third.text(unicode=False), float(third), (third * third).square
    ('1/√3', '1/sqrt(3)', 0.5773502691896257, Fraction(1, 9))
    >>> [str(Amplitude(Fraction(*pair))) for pair in [(0, 1), (1, 4), (3, 4), (2, 3), (2, 1)]]
    ['0', '1/2', '√3/2', '√(2/3)', '√2']
    """

    square: Fraction

    def __float__(self) -> float:
        return sqrt(self.square)

    def __mul__(self, other: object) -> "Amplitude":
        if not isinstance(other, Amplitude):
            return NotImplemented
        return Amplitude(self.square * other.square)

    def __str__(self) -> str:
        return self.text()

    def text(self, *, unicode: bool = True) -> str:
        """Format it; roots of square numbers are written as numbers."""
        over, under = self.square.numerator, self.square.denominator
        if not (_is_square(over) or _is_square(under)):
            return f"√({over}/{under})" if unicode else f"sqrt({over}/{under})"
        upper, lower = _root(over, unicode=unicode), _root(under, unicode=unicode)
        return upper if lower == "1" else f"{upper}/{lower}"


def _is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def _root(number: int, *, unicode: bool) -> str:
    if _is_square(number):
        return str(isqrt(number))
    return f"√{number}" if unicode else f"sqrt({number})"
