"""Counting: how many ways a game can go on, and how random games end."""

import ctypes
from dataclasses import dataclass

from qttt.game import Position

from .kernel import checked, encode_places, encode_rules, fits, library


def perft(position: Position, plies: int) -> int:
    """The number of paths of ``plies`` plies from ``position``; a finished game has none.

    By the kernel, about 10¹⁰ paths a second; on boards of more than 64 squares by Python.
    Raises ``ValueError`` if ``plies`` is negative.

    >>> [perft(Position(), plies) for plies in range(5)]
    [1, 36, 1296, 45432, 1531656]
    """
    if plies < 0:
        raise ValueError(f"perft needs a number of plies from 0 up, not {plies}")
    if not fits(position.rules):
        return _perft(position, plies)
    rules, places = encode_rules(position.rules), encode_places(position)
    return checked(position, library().qttt_perft(rules, places, len(position.marks), plies))


def _perft(position: Position, plies: int) -> int:
    if plies == 0:
        return 1
    moves = position.legal_moves
    return len(moves) if plies == 1 else sum(_perft(position.play(m), plies - 1) for m in moves)


@dataclass(frozen=True, slots=True)
class Playouts:
    """How so many random games ended: points in all, and games won by X, by O, by nobody."""

    games: int
    plies: int
    x_points: float
    o_points: float
    x_wins: int
    o_wins: int
    draws: int


def playouts(position: Position, games: int, seed: int) -> Playouts:
    """Plays that many games to the end by random legal moves, about 3 · 10⁷ plies a second.

    The same seed gives the same games on every machine. Raises ``KernelError`` on boards of more
    than 64 squares.
    """
    state = ctypes.c_uint64(seed)
    totals = (ctypes.c_int64 * 5)()
    rules, places = encode_rules(position.rules), encode_places(position)
    plies = library().qttt_playouts(
        rules, places, len(position.marks), ctypes.byref(state), games, totals
    )
    x, o, x_wins, o_wins, draws = totals
    return Playouts(games, checked(position, plies), x / 2, o / 2, x_wins, o_wins, draws)
