"""A random legal move, found without listing all of them: a board of 676 squares has 228,150."""

from random import Random

from qttt.game import Move, Placement, Position
from qttt.game.arguments import checked


@checked
def random_move(position: Position, rng: Random) -> Move:
    """Return a legal move, each with the same probability: ``rng.choice(position.legal_moves)``.

    Time and memory are linear in the number of squares.

    Raises:
        ValueError: The game is over.
    """
    if position.outcome:
        raise ValueError(f"there is no legal move in {position}: the game is over")
    squares = position.open_squares
    if position.has_loop or not position.rules.is_quantum or len(squares) == 1:
        return rng.choice(position.legal_moves)
    taken = _taken_pairs(position, squares) if position.rules.pair_loops == "forbidden" else []
    number = rng.choice(range(_n_pairs(len(squares)) - len(taken)))
    for pair in taken:
        number += pair <= number
    return _pair(squares, number)


def _n_pairs(n_squares: int) -> int:
    return n_squares * (n_squares - 1) // 2


def _taken_pairs(position: Position, squares: tuple[int, ...]) -> list[int]:
    """Return the numbers of the pairs that have a mark, in ascending order."""
    places = {square: place for place, square in enumerate(squares)}
    return sorted(
        _n_pairs(len(squares)) - _n_pairs(len(squares) - places[a]) + places[b] - places[a] - 1
        for a, b in position.quantum.values()
    )


def _pair(squares: tuple[int, ...], number: int) -> Placement:
    """Return the pair of that number; they are numbered as ``legal_moves`` lists them."""
    first = 0
    while number >= len(squares) - 1 - first:
        number -= len(squares) - 1 - first
        first += 1
    return Placement(squares[first], squares[first + 1 + number])
