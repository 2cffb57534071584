"""Checks the guarantees of online play in simulations with faults of every kind.

200,000 events by default, half of them with two processes on one store, and as many in class rooms;
ten million of each under ``-m nightly``, with other seeds.
"""

import re
from collections import Counter
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from qttt.play.log import CorruptLog, EntryKind
from qttt.server.errors import RejectionCode
from qttt.server.games.commands import CLAIMS
from qttt.server.hub.game_actor import GameActor
from qttt.server.hub.hub import Hub
from tests.selection import by_day, first_by_day

from .bus import BusInspector
from .mutants import (
    AcknowledgesTooEarly,
    ClaimsAtOnce,
    CountsAbsencesWithoutBus,
    DropsRematch,
    FlagsDuringOutages,
    ForgetsDowntime,
    ForgetsIds,
    IgnoresConflicts,
    KeepsDeadProcesses,
    KeepsFailedEntries,
    KeepsIncrements,
    LeaksChat,
    ShowsTooEarly,
    TrustsRemoteEntries,
    TrustsTheSeat,
    mutant,
)
from .referee import Broken
from .room_mutants import (
    AcknowledgesAtOnce,
    AcknowledgesHomeworkAtOnce,
    CountsEachAnswer,
    CountsEachRequest,
    CountsLateAnswers,
    ForgetsEarlierRounds,
    LetsAnyoneTeach,
    LetsCalledOffGamesGoOn,
    OverwritesChanges,
    PairsPlayingMembers,
    PairsRarely,
    PairsWithoutRest,
    ShowsAllAnswers,
    StartsUnstoredGames,
    forgetting_removed,
)
from .school import School
from .world import World

EVENTS, WORLDS, CLASSES = 20_000, 5, 2
OPERATE = " ".join((Path(__file__).parents[3] / "docs/operate.md").read_text("utf-8").split())

UNSEEN = {
    RejectionCode.TOO_BIG,
    RejectionCode.TOO_MANY,
    RejectionCode.CHANCE_DECIDES,
    RejectionCode.OUT_OF_TIME,
    RejectionCode.NO_TIME_LEFT,
}
"""Refusals that are too rare in the simulation; other tests cover them."""


def simulate(first: int, worlds: int, processes: int) -> None:
    """Simulate ``worlds`` worlds, which together must show all kinds of entries and refusals."""
    happened: Counter[str] = Counter()
    for seed in range(first, first + worlds):
        world = World(seed, processes=processes)
        world.run(EVENTS)
        world.settle()
        assert world.reports == []
        happened += world.seen + world.referee.counts
    assert set(EntryKind) - set(CLAIMS) <= set(happened)
    assert {code for code in RejectionCode if code not in UNSEEN} - {"too-fast"} <= set(happened)


@pytest.mark.parametrize("processes", by_day([2], [1, 2]))
@pytest.mark.parametrize("part", by_day([0], range(5)))
def test_the_guarantees_hold(part: int, processes: int) -> None:
    simulate(1_000 * processes + WORLDS * part, WORLDS, processes)


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [1, 2, 3])
@pytest.mark.parametrize("part", range(50))
def test_the_guarantees_hold_all_night(part: int, processes: int) -> None:
    simulate(10_000 * processes + WORLDS * part, WORLDS, processes)


def test_games_of_absent_players_are_claimed() -> None:
    counts: Counter[str] = Counter()
    for seed in range(17, 57):  # claims are rare, and the first world happens to have both
        world = World(seed, processes=2, faults=False, absences=True)
        world.run_for(200_000)
        assert world.reports == []
        counts += world.referee.counts
        if set(CLAIMS) <= set(counts):
            return
    pytest.fail(f"not all kinds of claims happened: {counts}")


@pytest.mark.parametrize(("make", "worlds"), [(Hub, 1), (CountsAbsencesWithoutBus, 20)])
def test_nobody_is_away_while_the_bus_is_down(make: type[Hub], worlds: int) -> None:
    with nullcontext() if make is Hub else pytest.raises(Broken, match="claims"):
        for seed in range(9, 9 + worlds):
            world = World(
                seed, processes=2, faults=False, absences=True, bus_outages=True, make=make
            )
            world.run_for(100_000)


def bus_of_worlds(processes: int, seeds: int, time: int) -> BusInspector:
    """Simulate worlds without faults, in which the bus checks each message; count these."""
    total = BusInspector()
    for seed in range(seeds):
        world = World(seed, processes=processes, faults=False)
        world.run_for(time)
        world.settle()
        assert world.reports == []
        assert world.bus.delivered["LobbyChanged"] == 0
        assert world.bus.delivered["GameCreated"] <= world.bus.published["GameCreated"]
        total.published += world.bus.published
        total.delivered += world.bus.delivered
    return total


def test_messages_go_only_to_the_processes_that_follow() -> None:
    assert bus_of_worlds(64, 1, 20_000).published["EntriesStored"] > 50


@pytest.mark.nightly
def test_the_number_of_messages_does_not_grow_with_that_of_processes() -> None:
    """With 64 processes, few of the eleven clients share one."""
    few, many = (bus_of_worlds(processes, 5, 100_000).published for processes in (64, 256))
    for kind in ("EntriesStored", "GameCreated", "PresenceReport", "answer"):
        assert many[kind] < 1.3 * few[kind]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("processes", "documented"), [(1, 1.0), (4, 2.3), (16, 2.9), (64, 3.2)], ids=str
)
def test_a_move_is_delivered_as_often_as_documented(processes: int, documented: float) -> None:
    bus = bus_of_worlds(processes, 5, 100_000)
    print(f"{processes} processes:", dict(bus.published), "delivered", dict(bus.delivered))
    deliveries = bus.delivered["EntriesStored"] / bus.published["EntriesStored"]
    assert abs(deliveries - documented) < 0.1
    assert f"{documented}" in re.findall(r"is delivered ([\d., and]+) times", OPERATE)[0]


def teach(first: int, worlds: int, processes: int) -> Counter[str]:
    """Simulate ``worlds`` worlds with class rooms. Returns the codes of their refusals."""
    refused: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for seed in range(first, first + worlds):
        with closing(School(seed, processes=processes)) as world:
            world.run(EVENTS)
            world.settle()
        assert world.reports == []
        refused += world.refused
        counts += world.inspector.counts + world.ballots.counts + world.homework.counts
    assert set(counts) == {
        "round-robin", "arena", "counted", "answered", "closed", "handed in", "expired",
    }  # fmt: skip
    return refused


@pytest.mark.parametrize("processes", by_day([2], [1, 2]))
def test_the_guarantees_of_class_rooms_hold(processes: int) -> None:
    refused = teach(1_000 * processes, CLASSES, processes)
    assert set(refused) == {
        "games-go-on", "gone", "name-taken", "not-allowed", "not-now", "too-few",
        "vote-closed",
    }  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("part", range(50))
def test_the_guarantees_of_class_rooms_hold_all_night(part: int, processes: int) -> None:
    teach(10_000 * processes + WORLDS * part, WORLDS, processes)


@pytest.mark.parametrize("kind", [World, School])
def test_a_simulation_is_deterministic(kind: type[World]) -> None:
    with closing(kind(7, processes=2)) as one, closing(kind(7, processes=2)) as other:
        one.run(3_000)
        other.run(3_000)
    assert one.referee.logs == other.referee.logs
    assert (one.now, one.seen) == (other.now, other.seen)


@pytest.mark.parametrize(
    ("actor", "processes"),
    [
        (AcknowledgesTooEarly, 1),
        (ShowsTooEarly, 1),
        (DropsRematch, 1),
        (ForgetsIds, 1),
        (KeepsFailedEntries, 1),
        (KeepsIncrements, 1),
        (TrustsTheSeat, 1),
        (LeaksChat, 1),
        (ClaimsAtOnce, 1),
        (ForgetsDowntime, 1),
        (FlagsDuringOutages, 1),
        (FlagsDuringOutages, 2),
        (TrustsRemoteEntries, 2),
        (IgnoresConflicts, 2),
        (KeepsDeadProcesses, 2),
    ],
)
def test_a_broken_hub_is_detected(actor: type[GameActor], processes: int) -> None:
    with pytest.raises((Broken, CorruptLog)):
        run_mutants(actor, processes)


def run_mutants(actor: type[GameActor], processes: int) -> None:
    for seed in range(3):
        world = World(seed, processes=processes, make=mutant(actor))
        world.run(EVENTS)
        world.settle()


BROKEN_ROOMS: list[tuple[dict[str, Any], int, str]] = [
    (
        {"stored_rooms": OverwritesChanges},
        2,
        "are not forgotten|are begun|paired twice|meet again",
    ),
    ({"stored_rooms": LetsCalledOffGamesGoOn}, 1, "a game that is called off is over"),
    ({"rooms": StartsUnstoredGames}, 2, "announced games exist"),
    ({"rooms": PairsPlayingMembers}, 1, "no member is paired twice at once"),
    ({"rooms": PairsWithoutRest}, 1, "members rest between games"),
    ({"rooms": PairsRarely}, 1, "free members of an arena play"),
    ({"rooms": ForgetsEarlierRounds}, 1, "all meet before any two meet again"),
    ({"rooms": LetsAnyoneTeach}, 1, "only the teacher teaches"),
    ({"table": forgetting_removed}, 1, "the table"),
    ({"stored_polls": CountsLateAnswers}, 1, "a closed vote does not change"),
    ({"stored_polls": CountsEachAnswer}, 1, "an answer counts once"),
    ({"polls": AcknowledgesAtOnce}, 1, "acknowledged answers count"),
    ({"stored_homework": CountsEachRequest}, 1, "an answer to homework counts once"),
    ({"stored_homework": ShowsAllAnswers}, 1, "pupils see only their own answers"),
    ({"homework": AcknowledgesHomeworkAtOnce}, 1, "acknowledged answers to homework are kept"),
]


@pytest.mark.parametrize(
    ("broken", "processes", "violated"),
    first_by_day(1, BROKEN_ROOMS),
    ids=lambda value: next(iter(value.values())).__name__ if isinstance(value, dict) else "",
)
def test_broken_class_rooms_are_detected(
    broken: dict[str, Any], processes: int, violated: str
) -> None:
    with pytest.raises(Broken, match=violated):
        run_broken(broken, processes)


def run_broken(broken: dict[str, Any], processes: int) -> None:
    for seed in range(5):
        with closing(School(seed, processes=processes, **broken)) as world:
            world.run(EVENTS)
            world.settle()
