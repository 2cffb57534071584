"""Canonical keys of positions, up to symmetry and subscripts that do not matter."""

from qttt.game import Place, Position

Key = tuple[tuple[tuple[int, ...], ...], ...]


def canonical_key(position: Position) -> Key:
    """Return a key that is equal for positions that differ by symmetry or by early subscripts.

    If lines are *n* squares long, a player's first *n* marks are interchangeable: any line of that
    player has a later time, or consists of all of them. Under ``krist`` all marks are. It does not
    matter which mark closed a pending loop: both collapses are the same.

    >>> one, other = Position.after((0, 1), (4, 5)), Position.after((7, 8), (4, 3))
    >>> canonical_key(one) == canonical_key(other)
    True
    """
    return min(map(_oriented_key, map(position.transformed, position.rules.board.symmetries())))


def _oriented_key(position: Position) -> Key:
    """The places of X's early marks, of O's, and of each later mark."""
    places = [_squares(place) for place in position.marks]
    line = position.rules.line
    early = len(places) if line is None else 2 * line
    x, o = (tuple(sorted(places[first:early:2])) for first in (0, 1))
    return (x, o, *((place,) for place in places[early:]))


def _squares(place: Place) -> tuple[int, ...]:
    return (place,) if isinstance(place, int) else place
