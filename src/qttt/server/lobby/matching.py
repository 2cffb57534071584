"""Who plays whom: of those who wait, the one whose rating is nearest."""

from collections.abc import Iterable, Mapping

from qttt.server.store import Seek

from .setup import Setup


def fits(seek: Seek, setup: Setup, user: str) -> bool:
    """Whether ``user`` can play what both want with who waits there; nobody plays oneself."""
    same = (seek.rules, seek.clock, seek.rated) == (setup.rules, setup.clock, setup.rated)
    return same and seek.user != user and (not setup.side or seek.side != setup.side)


def best_first(seeks: Iterable[Seek], own: float, ratings: Mapping[str, float]) -> list[Seek]:
    """The seeks in the order in which they suit somebody rated ``own``; ``ratings`` by user.

    Of two who are as near, whoever waits longer comes first.
    """
    return sorted(seeks, key=lambda seek: (abs(ratings[seek.user] - own), seek.created, seek.id))
