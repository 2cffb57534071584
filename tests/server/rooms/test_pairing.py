"""Properties of pairings: each pair once, one game at a time, balanced marks."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from qttt.server.rooms.pairing import Pairing, next_round, pair_arena, round_robin, rounds_left

CLASSES = st.integers(0, 24).map(lambda size: list(range(1, size + 1)))


def surplus(played: list[Pairing]) -> Counter[int]:
    """Return each player's games with X minus those with O."""
    counter = Counter[int]()
    counter.update(x for x, _ in played)
    counter.subtract(o for _, o in played)
    return counter


def is_disjoint(pairs: list[Pairing]) -> bool:
    return len({player for pair in pairs for player in pair}) == 2 * len(pairs)


def all_rounds(players: list[int]) -> list[list[Pairing]]:
    rounds: list[list[Pairing]] = []
    for _ in range(rounds_left(players, players, [])):
        rounds.append(next_round(players, players, [pair for round_ in rounds for pair in round_]))
    return rounds


def pair_sets(pairs: list[Pairing]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in pairs]


@given(CLASSES)
def test_in_a_round_robin_each_pair_meets_once(players: list[int]) -> None:
    rounds = all_rounds(players)
    met = pair_sets([pair for round_ in rounds for pair in round_])
    assert sorted(map(sorted, met)) == [
        list(combination) for combination in combinations(players, 2)
    ]
    assert all(map(is_disjoint, rounds))


@given(CLASSES)
def test_the_number_of_rounds_is_minimal(players: list[int]) -> None:
    most = len(players) - 1 + len(players) % 2 if len(players) > 1 else 0
    assert len(all_rounds(players)) == rounds_left(players, players, []) == most
    assert all(len(round_) == len(players) // 2 for round_ in all_rounds(players))


@given(CLASSES)
def test_the_rounds_are_those_of_the_circle_method(players: list[int]) -> None:
    assert [set(pair_sets(round_)) for round_ in all_rounds(players)] == [
        set(pair_sets(round_)) for round_ in round_robin(players) if round_
    ]


@given(CLASSES)
def test_marks_are_balanced_within_one_at_the_end_and_two_before(players: list[int]) -> None:
    played: list[Pairing] = []
    for pairs in all_rounds(players):
        played += pairs
        assert all(abs(each) <= 2 for each in surplus(played).values())
    assert all(abs(each) <= 1 for each in surplus(played).values())


@given(st.data())
def test_players_who_stay_meet_once_even_if_others_join_or_leave(
    data: st.DataObject,
) -> None:
    players = list(range(1, 1 + data.draw(st.integers(2, 9))))
    here, played, rounds = set(players), list[Pairing](), 0
    while rounds_left(players, here, played):
        pairs = next_round(players, here, played)
        assert is_disjoint(pairs)
        assert all(pair.x in here and pair.o in here for pair in pairs)
        played, rounds = played + pairs, rounds + 1
        if rounds < 8:
            late = data.draw(st.integers(0, 2))
            new = [len(players) + 1 + each for each in range(late)]
            players, here = players + new, here | set(new)
            if here:
                here -= data.draw(st.sets(st.sampled_from(sorted(here)), max_size=1))
    met = Counter(pair_sets(played))
    assert all(times == 1 for times in met.values())
    assert all(frozenset(pair) in met for pair in combinations(sorted(here), 2))


@given(CLASSES.filter(lambda players: len(players) > 1))
def test_after_the_last_round_all_meet_again_with_the_other_marks(players: list[int]) -> None:
    first = [pair for round_ in all_rounds(players) for pair in round_]
    played, rounds = list(first), 0
    while rounds_left(players, players, played) or not rounds:
        pairs = next_round(players, players, played)
        assert len(pairs) == len(players) // 2
        played, rounds = played + pairs, rounds + 1
    assert sorted(played[len(first) :]) == sorted(Pairing(o, x) for x, o in first)
    late = [*players, 99]
    assert all(99 in pair for pair in next_round(late, late, first))


@given(st.integers(2, 12), st.integers(0, 99), st.data())
def test_an_arena_pairs_all_free_players(size: int, times: int, data: st.DataObject) -> None:
    played: list[Pairing] = []
    free, busy = list(range(1, size + 1)), list[Pairing]()
    for _ in range(min(times, 30)):
        pairs = pair_arena(free, played)
        assert is_disjoint(pairs + busy)
        assert len(pairs) == len(free) // 2
        assert set(map(frozenset, pairs)) <= set(map(frozenset, combinations(free, 2)))
        before = surplus(played)
        assert all(before[pair.x] <= before[pair.o] for pair in pairs)
        paired = {player for pair in pairs for player in pair}
        played, busy = played + pairs, busy + pairs
        free = [each for each in free if each not in paired]
        ended = data.draw(st.sets(st.sampled_from(range(len(busy))), min_size=1))
        free += [player for index in sorted(ended) for player in busy[index]]
        busy = [pair for index, pair in enumerate(busy) if index not in ended]


@given(st.permutations(range(1, 9)))
def test_an_arena_avoids_repeating_the_last_pairing(free: list[int]) -> None:
    last = [Pairing(1, 2), Pairing(3, 4), Pairing(5, 6), Pairing(7, 8)]
    assert not set(pair_sets(pair_arena(free, last))) & set(pair_sets(last))
    assert pair_sets(pair_arena([2, 1], last)) == [frozenset((1, 2))]
    assert len(pair_arena(free[:3], last)) == 1


def test_the_longest_waiting_player_is_paired_first() -> None:
    assert pair_sets(pair_arena([3, 1, 2], [])) == [frozenset((3, 1))]


def test_x_goes_to_the_player_who_had_it_less_often() -> None:
    assert pair_arena([1, 2], [Pairing(1, 3), Pairing(4, 2)]) == [Pairing(2, 1)]
