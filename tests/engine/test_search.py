"""The tree search: estimates, determinism, limits, threads, memory and errors."""

import ctypes
import dataclasses
import os
import random
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from qttt.engine import solve
from qttt.engine.classical import decide_classical
from qttt.engine.kernel import KernelError
from qttt.engine.kernel_api import Feature
from qttt.engine.search import ALL_FEATURES, PLAIN_UCT, Candidate, Estimate, Search, search
from qttt.game import Collapse, Placement, Player, Position, Rules
from tests.engine.interrupts import NEEDS_TIMER, interrupted
from tests.kernel.games import random_rules
from tests.strategies import ALL, random_walk

CLASSIC = Position(Rules.preset("classic3"))
KRIST = Position(Rules.preset("krist"))
ENDGAME = Position.after((0, 1), (0, 1), Collapse(0), (3, 4), (3, 4), Collapse(3), (6, 7))
QUBIC = Position(Rules.preset("qubic5"))
SETS = (
    ALL_FEATURES,
    PLAIN_UCT,
    ALL_FEATURES & ~Feature.TRANSPOSITIONS,
    Feature.MOVE_PRIORS | Feature.CHANCE_MEANS,
)


def timeless(found: Estimate) -> Estimate:
    return dataclasses.replace(found, seconds=0.0)


def check_sound(found: Estimate, simulations: int | None = None) -> None:
    """Check the invariants of every estimate."""
    position, limit = found.position, {"goff": 2, "match": 2}.get(found.position.rules.scoring, 1)
    assert tuple(candidate.move for candidate in found.candidates) == position.legal_moves
    values = [found.value, *(candidate.value for candidate in found.candidates)]
    assert all(-limit <= value <= limit for value in values)
    if isinstance(position.to_move, Player):
        assert found.move in position.legal_moves
    else:
        assert found.move is None, "no move after the end, or if a coin decides"
    assert found.nodes >= 1
    assert simulations is None or found.simulations <= simulations
    assert all(candidate.visits <= found.simulations for candidate in found.candidates)
    after = position
    for i, move in enumerate(found.line):
        assert after.to_move != "chance", "the line ends at the first coin"
        assert i or move == found.move
        after = after.play(move)


# ---------------------------------------------------------------------------- estimates


@pytest.mark.parametrize("text", ALL)
def test_an_estimate_of_any_board(text: str) -> None:
    rng = random.Random(1)
    for position in rng.sample(random_walk(Rules.parse(text), 5).positions, 3):
        for features in SETS:
            found = search(position, simulations=100, features=features, seed=2)
            check_sound(found, 100)
            assert found.is_proven or found.simulations == 100
            assert not found.is_memory_full


def test_an_estimate_under_any_rules() -> None:
    estimate_anything(seed=3, count=60)


@pytest.mark.nightly
def test_many_estimates_under_any_rules() -> None:
    estimate_anything(seed=4, count=5000)


def estimate_anything(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        position = rng.choice(random_walk(random_rules(rng), rng.getrandbits(30)).positions)
        features = Feature(rng.randrange(128))
        megabytes = rng.choice((None, 0.3, 1))
        simulations = rng.choice((1, 20, 300))
        check_sound(
            search(position, simulations=simulations, features=features, megabytes=megabytes),
            simulations,
        )


def test_a_finished_game_is_its_outcome() -> None:
    end = random_walk(KRIST.rules, 1).last
    assert end.outcome
    found = search(end, simulations=10)
    assert (found.value, found.is_proven) == (end.outcome.value, True)
    assert (found.move, found.candidates, found.line, found.simulations) == (None, (), (), 0)


def test_a_coin_is_the_mean_of_its_sides() -> None:
    coin = QUBIC.play(Placement(0, 12)).play(Placement(0, 12))
    found = search(coin, simulations=2000)
    assert (found.move, found.line) == (None, ())
    one, other = found.candidates
    assert (one.move, other.move) == (Collapse(0), Collapse(12))
    assert found.value == pytest.approx((one.value + other.value) / 2, abs=0.05)
    assert abs(one.visits - other.visits) <= 1


def test_every_simulation_takes_one_of_the_moves() -> None:
    features = ALL_FEATURES & ~Feature.TRANSPOSITIONS
    position = random_walk(KRIST.rules, 2, plies=4).last
    found = search(position, simulations=3000, features=features)
    assert sum(candidate.visits for candidate in found.candidates) == found.simulations == 3000


@pytest.mark.parametrize("position", [KRIST, QUBIC, Position(Rules.parse("krist rows=2 cols=5"))])
def test_symmetric_moves_report_the_same(position: Position) -> None:
    found = search(position, simulations=3000, seed=4)
    orbits: dict[frozenset[Position], list[Candidate]] = {}
    for candidate in found.candidates:
        after = position.play(candidate.move)
        images = frozenset(after.transformed(s) for s in position.rules.board.symmetries())
        orbits.setdefault(images, []).append(candidate)
    reports = [{(each.value, each.visits) for each in orbit} for orbit in orbits.values()]
    assert {len(report) for report in reports} == {1}
    assert sum(visits for ((_, visits),) in reports) == 3000


def test_a_search_completes_and_blocks_lines() -> None:
    marks = (0, 8, 1, 9, 2, 12)
    position = Position(Rules.preset("classic4"), marks)
    assert search(position, simulations=1).move == Placement(3, 3)
    threatened = Position(Rules.preset("classic4"), (*marks, 15))
    assert search(threatened, simulations=5000).move == Placement(3, 3)


def test_the_estimate_approaches_the_value() -> None:
    """The value of the empty goff board is 0.5."""
    assert 0.2 < search(Position(), simulations=30_000).value < 0.8


# ---------------------------------------------------------------------------- determinism


@pytest.mark.parametrize("features", SETS)
@pytest.mark.parametrize("text", ["krist", "qubic4", "goff", "classic4", "krist rows=8 cols=8"])
def test_the_same_seed_gives_the_same_estimate(text: str, features: Feature) -> None:
    position = random_walk(Rules.parse(text), 1, plies=2).last
    same = [search(position, simulations=700, features=features, seed=9) for _ in range(2)]
    assert timeless(same[0]) == timeless(same[1])
    others = [search(position, simulations=700, features=features, seed=s) for s in range(4)]
    assert len({tuple(other.candidates) for other in others}) > 1


def test_progress_reports_change_nothing() -> None:
    reports: list[Estimate] = []
    estimate = search(QUBIC, simulations=20_000, seed=3, progress=reports.append)
    assert timeless(estimate) == timeless(search(QUBIC, simulations=20_000, seed=3))


# ---------------------------------------------------------------------------- limits


def test_the_limit_counts_all_runs() -> None:
    tree = Search(KRIST)
    assert tree.run(simulations=300).simulations == 300
    first = tree.estimate
    assert tree.run(simulations=300, seed=1) == dataclasses.replace(
        first, seconds=tree.estimate.seconds
    )
    second = tree.run(simulations=1000, seed=2)
    assert second.simulations == 1000
    assert second.seconds > first.seconds
    assert second.nodes >= first.nodes
    for one, other in zip(first.candidates, second.candidates, strict=True):
        assert one.visits <= other.visits


def test_the_estimate_before_the_first_run() -> None:
    found = Search(QUBIC).estimate
    assert (found.value, found.is_proven, found.simulations, found.seconds) == (0, False, 0, 0)
    assert {candidate.visits for candidate in found.candidates} == {0}
    check_sound(found)


def test_a_time_limit() -> None:
    found = search(KRIST, seconds=0.01)
    assert found.seconds >= 0.01
    check_sound(found)


def test_a_stop_event_that_is_already_set() -> None:
    stop = threading.Event()
    stop.set()
    for position in (KRIST, QUBIC, Position(Rules.preset("krist", 8)), Position()):
        check_sound(search(position, stop=stop))


def test_a_stop_event_ends_a_running_search() -> None:
    stop, reports = threading.Event(), list[Estimate]()

    def on_progress(estimate: Estimate) -> None:
        reports.append(estimate)
        if len(reports) == 3:
            stop.set()

    found = search(QUBIC, stop=stop, threads=2, progress=on_progress)
    assert len(reports) == 3
    for before, after in zip(reports, [*reports[1:], found], strict=True):
        check_sound(before)
        assert before.seconds < after.seconds
        assert before.simulations <= after.simulations
        assert before.nodes <= after.nodes
    check_sound(found)


def test_an_error_in_the_callback_ends_the_search_and_propagates() -> None:
    def fail(_: Estimate) -> None:
        raise LookupError("callback failed")

    running, tree = threading.active_count(), Search(QUBIC)
    with pytest.raises(LookupError, match="callback failed"):
        tree.run(stop=threading.Event(), threads=3, progress=fail)
    assert threading.active_count() == running
    before = tree.estimate
    assert tree.estimate == before
    assert tree.run(simulations=before.simulations + 10).simulations >= before.simulations


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # the child starts no thread
def test_a_forked_process_has_a_tree_of_its_own() -> None:
    tree = Search(KRIST)
    tree.run(simulations=300)
    before = tree.estimate
    child = os.fork()
    if child == 0:
        try:
            tree.run(simulations=600, seed=1)
        finally:
            os._exit(tree.estimate.simulations != 600)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert tree.estimate == before


@pytest.mark.parametrize("rules", ["krist", "qubic4", "krist rows=8 cols=8"])
def test_uct_tries_each_move_once_first(rules: str) -> None:
    position = Position(Rules.parse(rules))
    tree = Search(position, features=PLAIN_UCT)
    moves = len(position.legal_moves)
    half_tried = tree.run(simulations=moves // 2, seed=1)
    assert sorted(candidate.visits for candidate in half_tried.candidates)[-moves // 2 :] == [1] * (
        moves // 2
    )
    tried = tree.run(simulations=moves, seed=2)
    assert {candidate.visits for candidate in tried.candidates} == {1}


def test_uct_tries_moves_in_an_order_of_its_seed() -> None:
    first_moves = set()
    for seed in range(20):
        found = search(QUBIC, simulations=1, seed=seed, features=PLAIN_UCT)
        first_moves |= {candidate.move for candidate in found.candidates if candidate.visits}
    assert len(first_moves) > 10


# ---------------------------------------------------------------------------- threads


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("features", SETS)
def test_threads_share_the_simulations(threads: int, features: Feature) -> None:
    found = search(KRIST, simulations=4000, threads=threads, features=features)
    check_sound(found, 4000)
    assert found.simulations == 4000


@NEEDS_TIMER
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_all_threads(threads: int) -> None:
    tree, before = Search(QUBIC), threading.active_count()
    with interrupted():
        tree.run(simulations=1 << 30, threads=threads)
    assert threading.active_count() == before
    found = tree.estimate
    check_sound(found)
    assert tree.estimate == found


def test_threads_end_if_another_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = threading.Thread.start, list[threading.Thread]()

    def start_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    with pytest.raises(RuntimeError, match="can't start"):
        Search(QUBIC).run(simulations=1 << 30, threads=2)
    assert not started[0].is_alive()


def test_threads_agree_on_proofs() -> None:
    stress_threads(seed=1, rounds=60)


@pytest.mark.nightly
def test_threads_agree_on_proofs_in_many_rounds() -> None:
    stress_threads(seed=2, rounds=5000)


def stress_threads(seed: int, rounds: int) -> None:
    """Run many threads on small boards in little memory, so that they contend for nodes."""
    rng = random.Random(seed)
    rules = [
        Rules.parse(f"{text} rows=2 cols=3 line=2") for text in ("goff scoring=winner", "qubic3")
    ]
    for _ in range(rounds):
        position = rng.choice(random_walk(rng.choice(rules), rng.getrandbits(30)).positions)
        exact = search(position, simulations=1)
        features = Feature(rng.randrange(128)) & ~Feature.ENDGAME_SOLVER | Feature.PROOFS
        found = search(
            position, simulations=500, threads=6, features=features, megabytes=0.05, seed=seed
        )
        check_sound(found, 500)
        assert found.is_proven or found.simulations == 500
        assert not (found.is_proven and exact.is_proven) or found.value == exact.value


# ---------------------------------------------------------------------------- memory


def test_a_full_tree_still_gives_an_estimate() -> None:
    found = search(KRIST, simulations=20_000, megabytes=0.02)
    assert found.is_memory_full
    assert found.simulations == 20_000
    assert found.nodes * 40 < 0.02 * 2**20
    check_sound(found)
    assert not search(KRIST, simulations=2000).is_memory_full


CROWDED = Position(
    Rules.parse("krist rows=8 cols=8 pair_loops=forbidden"),
    tuple((square, square + 1) for square in range(56)),
)
"""It has 1960 moves, fewer than pairs of squares, since some pairs are taken."""


@pytest.mark.parametrize("position", [KRIST, CROWDED, Position(Rules.preset("krist", 8))])
def test_memory_is_sufficient_or_rejected(position: Position) -> None:
    """For sizes around the minimum, which holds little more than the root's moves."""
    minimum = 40 * len(position.legal_moves)
    sizes = range(4 * minimum // 5, 5 * minimum // 4 + 4000, minimum // 130)
    accepted = [_is_accepted(position, size) for size in sizes]
    assert (accepted[0], accepted[-1]) == (False, True)


def _is_accepted(position: Position, size: int) -> bool:
    try:
        tree = Search(position, megabytes=size / (1 << 20))
    except ValueError:
        return False
    check_sound(tree.run(simulations=5))
    return True


# ---------------------------------------------------------------------------- errors


def test_no_limit() -> None:
    message = "a search needs a limit: simulations, seconds or a stop event"
    for run in (Search(KRIST).run, partial(search, KRIST)):
        with pytest.raises(ValueError, match=message):
            run()


@pytest.mark.parametrize("name", ["simulations", "seconds", "threads"])
@pytest.mark.parametrize("limit", [0, -1])
def test_limits_are_positive(name: str, limit: int) -> None:
    limits: dict[str, Any] = {"simulations": 10, name: limit}
    for run in (Search(KRIST).run, partial(search, KRIST)):
        with pytest.raises(ValueError, match=f"{name} must be positive, not {limit}"):
            run(**limits)


@pytest.mark.parametrize("megabytes", [0, -1, 0.003])
def test_less_memory_than_a_page(megabytes: float) -> None:
    for create in (Search, partial(search, simulations=1)):
        with pytest.raises(ValueError, match=f"megabytes={megabytes} is too small for a search$"):
            create(KRIST, megabytes=megabytes)


def test_memory_that_is_too_small() -> None:
    message = r"megabytes=0.005 is too small for a search of Position\(Rules\(rows=4"
    with pytest.raises(ValueError, match=message):
        search(KRIST, simulations=1, megabytes=0.005)


def test_boards_that_are_too_large() -> None:
    with pytest.raises(KernelError, match="the kernel supports boards of at most 64 squares"):
        search(Position(Rules.preset("krist", 9)), simulations=1)


def test_a_damaged_tree_is_detected() -> None:
    tree = Search(KRIST)
    ctypes.memset(tree._memory, 0, 8)
    with pytest.raises(KernelError, match=r"the search tree in memory is damaged \(error -4\)"):
        tree.run(simulations=1)


def test_the_collapse_is_the_best_for_its_chooser() -> None:
    loop = Position.after((7, 8), (2, 8), (1, 2), (7, 8))
    found = search(loop, simulations=1)
    assert loop.to_move is Player.X
    assert found.is_proven
    assert found.value == max(candidate.value for candidate in found.candidates)


# ---------------------------------------------------------------------------- without threads


@pytest.fixture
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Pyodide."""
    for module in ("kernel", "search", "stoppable"):
        monkeypatch.setattr(sys.modules[f"qttt.engine.{module}"], "HAS_THREADS", False)


def test_a_search_without_threads_is_the_same(request: pytest.FixtureRequest) -> None:
    wanted = search(KRIST, simulations=1000, seed=1)
    request.getfixturevalue("_no_threads")
    assert timeless(search(KRIST, simulations=1000, seed=1)) == timeless(wanted)


@pytest.mark.usefixtures("_no_threads")
def test_limits_without_threads() -> None:
    reports = list[Estimate]()
    found = search(QUBIC, seconds=0.3, progress=reports.append)
    check_sound(found)
    assert found.seconds >= 0.3
    assert reports
    check_sound(search(KRIST, simulations=700, stop=threading.Event()))
    assert search(ENDGAME, simulations=10**6).is_proven


@pytest.mark.usefixtures("_no_threads")
@pytest.mark.parametrize(
    ("what", "call"),
    [
        ("solving with a time limit or a stop event", lambda: solve(Position(), seconds=1)),
        ("a level of the alpha-beta program", lambda: decide_classical(CLASSIC, "eval-easy")),
    ],
    ids=["limit", "level"],
)
def test_what_needs_threads_is_named(what: str, call: Callable[[], object]) -> None:
    with pytest.raises(NotImplementedError) as error:
        call()
    assert str(error.value) == f"{what} needs threads, which Pyodide does not have"
