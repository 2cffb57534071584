"""Gambit reads the games that follow positions, and finds our solver's values."""

import io
from fractions import Fraction

import pygambit

from qttt.engine import solve
from qttt.game import Rules
from qttt.notation import read
from qttt.notation.efg import format_efg

GAMES = ("12 12 @1 45 45 @4 78 78", "12 12 @1 45 45 @4 78 69 79")


def main() -> None:
    for rules in ("goff", "closer", "qubic3"):
        for game in GAMES:
            position = read(game, Rules.parse(rules)).position
            found = pygambit.read_efg(io.StringIO(format_efg(position)))
            value = value_of(found)
            assert value == Fraction(solve(position).value), (rules, game, value)
            print(rules, position, value)


def value_of(game: pygambit.Game) -> Fraction:
    """The payoff of X in an equilibrium, by linear programming with exact fractions."""
    payoffs = pygambit.nash.lp_solve(game, rational=True).equilibrium.payoffs
    return Fraction(payoffs["X"].numerator, payoffs["X"].denominator)


if __name__ == "__main__":
    main()
