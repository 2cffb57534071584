"""Pairings: round robins by the circle method, arenas by availability.

Players are numbers. In a round robin of n places around a circle, places i and j meet in round r if
i + j ≡ r (mod n). A place with 2i ≡ r meets the middle, or has a bye if the middle is empty:

      1 ─ 2         places 0 … 4, round 0: 0 meets the middle, 1 meets 4, 2 meets 3
    0   m   3
        4 ─ ·       in n rounds each pair meets exactly once
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple


class Pairing(NamedTuple):
    """The players of X and O."""

    x: int
    o: int


def round_robin(players: Sequence[int]) -> list[list[Pairing]]:
    """Return the rounds of a round robin.

    Any two players meet exactly once, and each player has at most one game per round. Over all
    rounds, a player's games with X and with O differ by at most one.
    """
    places, middle = list(players), None
    if len(places) % 2 == 0 and places:
        middle = places.pop()
    return [_round(places, middle, number) for number in range(len(places))]


def _round(places: Sequence[int], middle: int | None, number: int) -> list[Pairing]:
    size = len(places)
    pairs = []
    for one in range(size):
        other = (number - one) % size
        if one < other:
            is_odd = (one + other) % 2 == 1
            pair = (places[one], places[other])
            pairs.append(Pairing(*pair) if is_odd else Pairing(*reversed(pair)))
        elif one == other and middle is not None:
            is_early = one < (size + 1) // 2
            pairs.append(Pairing(places[one], middle) if is_early else Pairing(middle, places[one]))
    return pairs


def next_round(
    players: Sequence[int], here: Collection[int], played: Sequence[Pairing]
) -> list[Pairing]:
    """Return the next round of a round robin, empty at the end.

    If players join late, the round of the larger circle with the most new pairs is chosen, and the
    others are paired greedily; any two players who stay still meet exactly once.

    Args:
        players: All players who ever joined, in order.
        here: The players who can be paired.
        played: The pairs that have met.
    """
    best = max(_unmet(players, here, played), key=len, default=[])
    busy = {player for pair in best for player in pair}
    idle = [player for player in players if player in here and player not in busy]
    met = {frozenset(pair) for pair in played}
    others = _greedy(idle, lambda one, other: frozenset((one, other)) not in met)
    return balance_seats(best + others, played)


def rounds_left(players: Sequence[int], here: Collection[int], played: Sequence[Pairing]) -> int:
    """Return the maximum number of remaining rounds if the players do not change."""
    return sum(bool(pairs) for pairs in _unmet(players, here, played))


def _unmet(
    players: Sequence[int], here: Collection[int], played: Sequence[Pairing]
) -> list[list[Pairing]]:
    """Return the pairs still to play of each round of the circle."""
    present, met = set(here), {frozenset(pair) for pair in played}
    return [
        [
            pair
            for pair in pairs
            if pair.x in present and pair.o in present and frozenset(pair) not in met
        ]
        for pairs in round_robin(players)
    ]


def pair_arena(free: Sequence[int], played: Sequence[Pairing]) -> list[Pairing]:
    """Pair all free players, except one if their number is odd.

    Players do not meet their last opponent again if that can be avoided, if necessary by an
    exchange with another pair. ``free`` is sorted by waiting time, longest first.
    """
    last = {one: other for pair in played for one, other in (pair, (pair.o, pair.x))}

    def is_new(one: int, other: int) -> bool:
        return last.get(one) != other and last.get(other) != one

    pairs = _greedy(free, is_new)
    busy = {player for pair in pairs for player in pair}
    idle = [player for player in free if player not in busy]
    for one, other in zip(idle[::2], idle[1::2], strict=False):
        pairs = _exchanged(pairs, one, other, is_new)
    return balance_seats(pairs, played)


def _exchanged(
    pairs: list[Pairing], one: int, other: int, fits: Callable[[int, int], bool]
) -> list[Pairing]:
    """Add two players, splitting a pair so that all fit; if none does, pair them anyway."""
    for index, (x, o) in enumerate(pairs):
        for first, second in ((x, o), (o, x)):
            if fits(one, first) and fits(other, second):
                new = (Pairing(one, first), Pairing(other, second))
                return [*pairs[:index], *new, *pairs[index + 1 :]]
    return [*pairs, Pairing(one, other)]


def balance_seats(pairs: Iterable[Pairing], played: Sequence[Pairing]) -> list[Pairing]:
    """Give X in each pair to the player who has had it less often relative to O."""
    surplus = Counter(x for x, _ in played)
    surplus.subtract(o for _, o in played)
    return [Pairing(o, x) if surplus[x] > surplus[o] else Pairing(x, o) for x, o in pairs]


def _greedy(players: Iterable[int], fits: Callable[[int, int], bool]) -> list[Pairing]:
    """Pair each player with the first later one that fits."""
    waiting, pairs = list(players), []
    while waiting:
        one = waiting.pop(0)
        other = next((player for player in waiting if fits(one, player)), None)
        if other is not None:
            waiting.remove(other)
            pairs.append(Pairing(one, other))
    return pairs
