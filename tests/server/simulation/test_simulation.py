"""The promises of play over a network, in worlds in which everything goes wrong that can.

A million events on every commit, half of them with two processes on one store; ten million under
``-m nightly``, with other seeds.
"""

from collections import Counter

import pytest

from qttt.server.games import Code, CorruptLog, Kind
from qttt.server.hub.table import Table

from .mutants import (
    AcknowledgesTooEarly,
    BelievesHints,
    ForgetsDowntime,
    ForgetsIds,
    IgnoresConflicts,
    KeepsWhatFailed,
    ShowsTooEarly,
    TrustsTheSeat,
    mutant,
)
from .referee import Broken
from .world import World

EVENTS, WORLDS = 20_000, 5

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
@pytest.mark.parametrize("part", range(5))
def test_the_promises_are_kept(part: int, processes: int) -> None:
    simulate(1_000 * processes + WORLDS * part, WORLDS, processes)


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("part", range(50))
def test_the_promises_are_kept_all_night(part: int, processes: int) -> None:
    simulate(10_000 * processes + WORLDS * part, WORLDS, processes)


def test_a_world_is_its_seed() -> None:
    one, other = World(7, processes=2), World(7, processes=2)
    one.run(3_000)
    other.run(3_000)
    assert one.referee.logs == other.referee.logs
    assert (one.now, one.seen) == (other.now, other.seen)


@pytest.mark.parametrize(
    ("table", "processes"),
    [
        (AcknowledgesTooEarly, 1),
        (ShowsTooEarly, 1),
        (ForgetsIds, 1),
        (KeepsWhatFailed, 1),
        (TrustsTheSeat, 1),
        (ForgetsDowntime, 1),
        (BelievesHints, 2),
        (IgnoresConflicts, 2),
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
