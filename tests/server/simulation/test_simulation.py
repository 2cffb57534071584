"""The promises of play over a network, in worlds in which everything goes wrong that can.

200,000 events by day, half of them with two processes on one store, and as many in class rooms; ten
million of each under ``-m nightly``, with other seeds.
"""

from collections import Counter
from contextlib import closing
from typing import Any

import pytest

from qttt.server.games import Code, CorruptLog, Kind
from qttt.server.hub.table import Table
from tests.selection import by_day

from .mutants import (
    AcknowledgesTooEarly,
    BeginsNothing,
    BelievesHints,
    ForgetsDowntime,
    ForgetsIds,
    IgnoresConflicts,
    KeepsWhatFailed,
    RemembersTheDead,
    ShowsTooEarly,
    TellsAllWhatIsWritten,
    TrustsTheSeat,
    mutant,
)
from .referee import Broken
from .room_mutants import (
    ForgetsWhoMet,
    LetsAnybodyTeach,
    PairsAtOnce,
    PairsSeldom,
    PairsWhoPlays,
    StartsWhatWasNotStored,
    StoresWithoutLooking,
    counting_all,
)
from .school import School
from .world import World

EVENTS, WORLDS, CLASSES = 20_000, 5, 2

UNSEEN = {Code.TOO_BIG, Code.TOO_MANY, Code.CHANCE_DECIDES, Code.OUT_OF_TIME}
"""What is refused too seldom, or never, by chance; it has tests of its own."""


def simulate(first: int, worlds: int, processes: int) -> None:
    """Run so many worlds; between them they must have shown all that can happen."""
    happened: Counter[str] = Counter()
    for seed in range(first, first + worlds):
        world = World(seed, processes=processes)
        world.run(EVENTS)
        world.settle()
        assert world.reports == []
        happened += world.seen + world.referee.counts
    assert set(Kind) - {Kind.DOWNTIME} <= set(happened)
    assert (Kind.DOWNTIME in happened) == (processes == 1)
    assert {code for code in Code if code not in UNSEEN} - {"too-fast"} <= set(happened)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("part", by_day([0], range(5)))
def test_the_promises_are_kept(part: int, processes: int) -> None:
    simulate(1_000 * processes + WORLDS * part, WORLDS, processes)


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("part", range(50))
def test_the_promises_are_kept_all_night(part: int, processes: int) -> None:
    simulate(10_000 * processes + WORLDS * part, WORLDS, processes)


def teach(first: int, worlds: int, processes: int) -> Counter[str]:
    """Run so many worlds with class rooms; for what reasons something was refused there."""
    refused: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for seed in range(first, first + worlds):
        with closing(School(seed, processes=processes)) as world:
            world.run(EVENTS)
            world.settle()
        assert world.reports == []
        refused += world.refused
        counts += world.inspector.counts
    assert set(counts) == {"round-robin", "arena", "counted"}
    return refused


@pytest.mark.parametrize("processes", [1, 2])
def test_the_promises_of_class_rooms_are_kept(processes: int) -> None:
    refused = teach(1_000 * processes, CLASSES, processes)
    assert set(refused) == {
        "all-met", "games-go-on", "gone", "name-taken", "not-allowed", "not-now", "too-few"
    }  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("part", range(50))
def test_the_promises_of_class_rooms_are_kept_all_night(part: int, processes: int) -> None:
    teach(10_000 * processes + WORLDS * part, WORLDS, processes)


@pytest.mark.parametrize("kind", [World, School])
def test_a_world_is_its_seed(kind: type[World]) -> None:
    with closing(kind(7, processes=2)) as one, closing(kind(7, processes=2)) as other:
        one.run(3_000)
        other.run(3_000)
    assert one.referee.logs == other.referee.logs
    assert (one.now, one.seen) == (other.now, other.seen)


@pytest.mark.parametrize(
    ("table", "processes"),
    [
        (AcknowledgesTooEarly, 1),
        (ShowsTooEarly, 1),
        (BeginsNothing, 1),
        (ForgetsIds, 1),
        (KeepsWhatFailed, 1),
        (TrustsTheSeat, 1),
        (TellsAllWhatIsWritten, 1),
        (ForgetsDowntime, 1),
        (BelievesHints, 2),
        (IgnoresConflicts, 2),
        (RemembersTheDead, 2),
    ],
)
def test_a_broken_hub_is_found_out(table: type[Table], processes: int) -> None:
    with pytest.raises((Broken, CorruptLog)):
        run_mutants(table, processes)


def run_mutants(table: type[Table], processes: int) -> None:
    for seed in range(3):
        world = World(seed, processes=processes, make=mutant(table))
        world.run(EVENTS)
        world.settle()


@pytest.mark.parametrize(
    ("broken", "processes", "found"),
    [
        ({"shelf": StoresWithoutLooking}, 2, "are not forgotten|are begun|paired twice|meet once"),
        ({"rooms": StartsWhatWasNotStored}, 2, "a game that is told of is there"),
        ({"rooms": PairsWhoPlays}, 1, "nobody is paired twice at once"),
        ({"rooms": PairsAtOnce}, 1, "nobody plays without a rest"),
        ({"rooms": PairsSeldom}, 1, "whoever is free in an arena plays"),
        ({"rooms": ForgetsWhoMet}, 1, "each two meet once"),
        ({"rooms": LetsAnybodyTeach}, 1, "only the teacher teaches"),
        ({"table": counting_all}, 1, "the table"),
    ],
    ids=lambda value: next(iter(value.values())).__name__ if isinstance(value, dict) else "",
)
def test_broken_class_rooms_are_found_out(
    broken: dict[str, Any], processes: int, found: str
) -> None:
    with pytest.raises(Broken, match=found):
        run_broken(broken, processes)


def run_broken(broken: dict[str, Any], processes: int) -> None:
    for seed in range(5):
        with closing(School(seed, processes=processes, **broken)) as world:
            world.run(EVENTS)
            world.settle()
