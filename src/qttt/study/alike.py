"""When two positions are one problem: by symmetry, and by subscripts that do not matter."""

from qttt.game import Place, Position

Key = tuple[tuple[tuple[int, ...], ...], ...]


def key(position: Position) -> Key:
    """The same for positions that turns, reflections and early subscripts do not tell apart.

    If a line is *n* squares long, then the first *n* marks of a player can be exchanged: a line
    of that player has a larger time, or is all of them. Under ``krist`` all marks can be. Of a
    pending loop it does not matter which of its marks closed it: both collapses are the same.

    >>> key(Position.after((0, 1), (4, 5))) == key(Position.after((7, 8), (4, 3)))
    True
    """
    return min(map(_key, map(position.mapped, position.rules.board.symmetries())))


def _key(position: Position) -> Key:
    """The places of X's early marks, of O's, and of each later mark."""
    places = [_squares(place) for place in position.marks]
    line = position.rules.line
    early = len(places) if line is None else 2 * line
    x, o = (tuple(sorted(places[first:early:2])) for first in (0, 1))
    return (x, o, *((place,) for place in places[early:]))


def _squares(place: Place) -> tuple[int, ...]:
    return (place,) if isinstance(place, int) else place
