"""Pairing of seeks by rating."""

from collections.abc import Iterable, Mapping

from qttt.server.store.values import Seek

from .setup import GameSetup


def can_match(seek: Seek, setup: GameSetup, user: str) -> bool:
    """Return whether ``user`` with ``setup`` can match a seek, which must be another user's."""
    same = (seek.rules, seek.clock, seek.rated) == (setup.rules, setup.clock, setup.rated)
    return same and seek.user != user and (not setup.side or seek.side != setup.side)


def sort_by_rating_difference(
    seeks: Iterable[Seek], own: float, ratings: Mapping[str, float]
) -> list[Seek]:
    """Sort seeks by the difference of their users' ``ratings`` from ``own``, then by age."""
    return sorted(seeks, key=lambda seek: (abs(ratings[seek.user] - own), seek.created, seek.id))
