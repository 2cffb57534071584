"""Exact results for one set of rules: its value, openings, positions, games, random play."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from qttt.engine import MoveValue, solve
from qttt.engine.enumeration import GameCounts, count_games, count_positions
from qttt.game import Move, Placement, Position, Rules


@dataclass(frozen=True)
class Opening:
    """A first placement; ``orbit_size`` is the size of its orbit under the board's symmetries."""

    name: str
    orbit_size: int
    value: Fraction
    plies: int | None


@dataclass(frozen=True)
class RulesSummary:
    """Results for one set of rules; ``best`` are the best of ``openings``."""

    rules: Rules
    value: Fraction
    openings: tuple[Opening, ...]
    best: tuple[Opening, ...]
    positions: tuple[int, ...]
    game_counts: GameCounts

    @property
    def plies(self) -> int | None:
        """The length of the game under perfect play."""
        return self.best[0].plies


def summarize(rules: Rules) -> RulesSummary:
    """Solve the empty board, and count positions and games."""
    analysis = solve(Position(rules))
    openings = {move.move: _opening(rules, move) for move in analysis.moves}
    firsts = [move for move in openings if _orbit(rules, move)[0] == move]
    canonical = replace(rules, chooser="other")
    return RulesSummary(
        rules,
        Fraction(analysis.value),
        tuple(openings[move] for move in firsts),
        tuple(openings[move] for move in firsts if move in analysis.best),
        _positions(replace(canonical, scoring="winner") if rules.line else canonical),
        _game_counts(canonical),
    )


# These do not depend on the chooser or the scoring, so they are cached for canonical rules.


@cache
def _positions(rules: Rules) -> tuple[int, ...]:
    return count_positions(rules)


@cache
def _game_counts(rules: Rules) -> GameCounts:
    return count_games(Position(rules))


def _opening(rules: Rules, move: MoveValue) -> Opening:
    name = "-".join(dict.fromkeys(rules.board.name(square) for square in move.move))
    return Opening(name, len(_orbit(rules, move.move)), Fraction(move.value), move.plies)


def _orbit(rules: Rules, move: Move) -> list[Move]:
    """Return the placements symmetric to this one, sorted."""
    return sorted(
        {
            Placement(*sorted(symmetry[square] for square in move))
            for symmetry in rules.board.symmetries()
        }
    )
