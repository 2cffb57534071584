"""Path counts (perft) and random playouts."""

import ctypes
from dataclasses import dataclass
from math import comb

from qttt.game import Position
from qttt.game.arguments import checked

from .kernel import check_result, encode_places, encode_rules, is_supported, library
from .stoppable import run_stoppable

SHORT_PATHS, SHORT_GAMES = 10**9, 10_000
"""Numbers of paths and games that take at most 0.2 s."""


@checked
def perft(position: Position, plies: int) -> int:
    """Count the paths of ``plies`` plies from ``position``; a finished game has none.

    The kernel counts about 10¹⁰ paths per second; boards of more than 64 squares use Python.
    Raises ``ValueError`` if ``plies`` is negative.

    >>> [perft(Position(), plies) for plies in range(5)]
    [1, 36, 1296, 45432, 1531656]
    """
    if plies < 0:
        raise ValueError(f"plies must be at least 0, not {plies}")
    size = position.rules.board.size
    if plies > 2 * size:  # no game is as long: each mark is placed, and at most closes a loop
        return 0
    if not is_supported(position.rules):
        return _perft(position, plies)
    rules, places = encode_rules(position.rules), encode_places(position)
    is_short = comb(size, 2) ** plies <= SHORT_PATHS
    paths = run_stoppable(
        lambda stop: library().qttt_perft(rules, places, len(position.marks), plies, stop),
        is_short=is_short,
    )
    return check_result(position, paths)


def _perft(position: Position, plies: int) -> int:
    if plies == 0:
        return 1
    if plies == 1:
        return position.move_count
    return sum(_perft(position.play(move), plies - 1) for move in position.legal_moves)


@dataclass(frozen=True, slots=True)
class Playouts:
    """Totals over random games: plies, points, and games by winner."""

    games: int
    plies: int
    x_points: float
    o_points: float
    x_wins: int
    o_wins: int
    draws: int


@checked
def playouts(position: Position, games: int, seed: int) -> Playouts:
    """Play random games from ``position`` to the end, about 3 · 10⁷ plies per second.

    Results depend only on ``seed``, not on the machine. Raises ``KernelError`` on boards of more
    than 64 squares.
    """
    state = ctypes.c_uint64(seed)
    totals = (ctypes.c_int64 * 5)()
    rules, places = encode_rules(position.rules), encode_places(position)
    plies = run_stoppable(
        lambda stop: library().qttt_playouts(
            rules, places, len(position.marks), ctypes.byref(state), games, totals, stop
        ),
        is_short=games <= SHORT_GAMES,
    )
    x, o, x_wins, o_wins, draws = totals
    return Playouts(games, check_result(position, plies), x / 2, o / 2, x_wins, o_wins, draws)
