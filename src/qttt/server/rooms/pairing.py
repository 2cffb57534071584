"""Who plays whom: round robins by the circle method, arenas by who is free.

Players are numbers. In a round robin they sit around a circle, and in round ``r`` those two meet
whose places add up to ``r``, counted around it; whoever would meet themselves meets the one in the
middle, or has a bye if the middle is empty:

      1 ─ 2         places 0 … 4, round 0: 0 meets the middle, 1 meets 4, 2 meets 3
    0   m   3
        4 ─ ·       so in as many rounds as there are places each pair meets exactly once
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple


class Pair(NamedTuple):
    """Who plays X, and who O."""

    x: int
    o: int


def circle(players: Sequence[int]) -> list[list[Pair]]:
    """The rounds in which each two of the players meet exactly once, with nobody twice in one.

    With all of them played, nobody has had X more than once oftener than O, or less.
    """
    places, middle = list(players), None
    if len(places) % 2 == 0 and places:
        middle = places.pop()
    return [_round(places, middle, number) for number in range(len(places))]


def _round(places: Sequence[int], middle: int | None, number: int) -> list[Pair]:
    size = len(places)
    pairs = []
    for one in range(size):
        other = (number - one) % size
        if one < other:
            is_odd = (one + other) % 2 == 1
            pair = (places[one], places[other])
            pairs.append(Pair(*pair) if is_odd else Pair(*reversed(pair)))
        elif one == other and middle is not None:
            is_early = one < (size + 1) // 2
            pairs.append(Pair(places[one], middle) if is_early else Pair(middle, places[one]))
    return pairs


def next_round(players: Sequence[int], here: Collection[int], played: Sequence[Pair]) -> list[Pair]:
    """The next round of a round robin: pairs of those ``here`` who have not met; none at the end.

    ``players`` are all who ever were in it, in the order in which they came. While nobody comes
    late these are the rounds of the circle. Afterwards it is the round of the larger circle in
    which most can meet, and whoever is left over meets whom they have not met. So still each two
    who stay meet exactly once.
    """
    best = max(_unmet(players, here, played), key=len, default=[])
    busy = {player for pair in best for player in pair}
    idle = [player for player in players if player in here and player not in busy]
    met = {frozenset(pair) for pair in played}
    others = _greedy(idle, lambda one, other: frozenset((one, other)) not in met)
    return colored(best + others, played)


def rounds_left(players: Sequence[int], here: Collection[int], played: Sequence[Pair]) -> int:
    """How many rounds there still are at most, if nobody comes or leaves."""
    return sum(bool(each) for each in _unmet(players, here, played))


def _unmet(
    players: Sequence[int], here: Collection[int], played: Sequence[Pair]
) -> list[list[Pair]]:
    """What is left of each round of the circle."""
    there, met = set(here), {frozenset(pair) for pair in played}
    return [
        [
            pair
            for pair in each
            if pair.x in there and pair.o in there and frozenset(pair) not in met
        ]
        for each in circle(players)
    ]


def arena(free: Sequence[int], played: Sequence[Pair]) -> list[Pair]:
    """Pairs of all who are free, but for one where their number is odd.

    Nobody meets their last opponent again if that can be avoided, if need be by an exchange with
    another pair. Those who have waited longest are to come first in ``free``.
    """
    last = {one: other for pair in played for one, other in (pair, (pair.o, pair.x))}

    def is_new(one: int, other: int) -> bool:
        return last.get(one) != other and last.get(other) != one

    pairs = _greedy(free, is_new)
    busy = {player for pair in pairs for player in pair}
    idle = [player for player in free if player not in busy]
    for one, other in zip(idle[::2], idle[1::2], strict=False):
        pairs = _exchanged(pairs, one, other, is_new)
    return colored(pairs, played)


def _exchanged(
    pairs: list[Pair], one: int, other: int, fits: Callable[[int, int], bool]
) -> list[Pair]:
    """The pairs with these two as well, in place of a pair that each of them fits one of."""
    for at, (x, o) in enumerate(pairs):
        for first, second in ((x, o), (o, x)):
            if fits(one, first) and fits(other, second):
                return [*pairs[:at], Pair(one, first), Pair(other, second), *pairs[at + 1 :]]
    return [*pairs, Pair(one, other)]


def colored(pairs: Iterable[Pair], played: Sequence[Pair]) -> list[Pair]:
    """The same two each, X for whoever has had it less often, compared with O; else as they are."""
    surplus = Counter(x for x, _ in played)
    surplus.subtract(o for _, o in played)
    return [Pair(o, x) if surplus[x] > surplus[o] else Pair(x, o) for x, o in pairs]


def _greedy(players: Iterable[int], fits: Callable[[int, int], bool]) -> list[Pair]:
    """Pairs that fit, each of the players with the first of those who come after."""
    waiting, pairs = list(players), []
    while waiting:
        one = waiting.pop(0)
        other = next((each for each in waiting if fits(one, each)), None)
        if other is not None:
            waiting.remove(other)
            pairs.append(Pair(one, other))
    return pairs
