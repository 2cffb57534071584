"""Pairings: round robins by the circle method, arenas by availability.

Players are numbers. In a round robin of n places around a circle, places i and j meet in round r if
i + j ≡ r (mod n). A place with 2i ≡ r meets the middle, or has a bye if the middle is empty:

      1 ─ 2         places 0 … 4, round 0: 0 meets the middle, 1 meets 4, 2 meets 3
    0   m   3
        4 ─ ·       in n rounds each pair meets exactly once
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations
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
    """Return the next round of a round robin; once all have met, they meet again.

    Pairs that have met least often come first: the round of the larger circle with the most of
    them is chosen, and the others are paired greedily. Nobody meets again before all have met, and
    then with the other marks.

    Args:
        players: All players who ever joined, in order.
        here: The players who can be paired.
        played: The pairs that have met.
    """
    times = _meetings(here, played)
    least, most = min(times.values(), default=0), max(times.values(), default=0)
    due = [
        [pair for pair in pairs if times[frozenset(pair)] == least]
        for pairs in _circle(players, here)
    ]
    pairs = max(due, key=len, default=[])

    def have_met(at_most: int) -> Callable[[int, int], bool]:
        return lambda one, other: times[frozenset((one, other))] <= at_most

    for count in range(least, max(most, least + 1)):
        busy = {player for pair in pairs for player in pair}
        idle = [player for player in players if player in here and player not in busy]
        pairs = pairs + _greedy(idle, have_met(count))
    return _with_marks_exchanged(pairs, played)


def rounds_left(players: Sequence[int], here: Collection[int], played: Sequence[Pairing]) -> int:
    """Return the maximum number of rounds until all have met equally often, but at least once."""
    times = _meetings(here, played)
    most = max(times.values(), default=0) or 1
    rounds = _circle(players, here)
    return sum(
        max((most - times[frozenset(pair)] for pair in pairs), default=0) for pairs in rounds
    )


def _circle(players: Sequence[int], here: Collection[int]) -> list[list[Pairing]]:
    """Return the rounds of the circle without the pairs that cannot be paired."""
    present = set(here)
    return [[pair for pair in pairs if present.issuperset(pair)] for pairs in round_robin(players)]


def _meetings(here: Collection[int], played: Sequence[Pairing]) -> dict[frozenset[int], int]:
    """Return how often any two players who can be paired have met."""
    met = Counter(frozenset(pair) for pair in played)
    return {pair: met[pair] for pair in map(frozenset, combinations(here, 2))}


def _with_marks_exchanged(pairs: Iterable[Pairing], played: Sequence[Pairing]) -> list[Pairing]:
    """Exchange the marks of pairs that have met; balance those of the others."""
    last = {frozenset(pair): pair for pair in played}
    return [
        Pairing(*reversed(last[met])) if (met := frozenset(pair)) in last else pair
        for pair in balance_seats(pairs, played)
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
