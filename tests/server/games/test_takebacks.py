"""Takebacks earn no time, and a game without moves that stand does not count (P43 to P45)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Player
from qttt.play.clocks import DAY_MS, LAG_QUOTA_MS
from qttt.play.log import CorruptLog, EntryKind, LogEntry
from qttt.server.errors import CommandRejected
from qttt.server.games.commands import (
    GameCommand,
    automatic_entries,
    decide,
    timeout_entries,
)
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity
from tests.server.simulation.referee import Tally

from .helpers import O, X, do, play, terms

OFFER, ACCEPT = EntryKind.OFFER_TAKEBACK, EntryKind.ACCEPT_TAKEBACK
LEVEL = Identity("", "Hard", "hard")


def take_back(game: GameState, by: Player, now: int) -> LogEntry:
    """Offer and accept a takeback at time ``now``."""
    do(game, by, OFFER, now=now)
    return do(game, by.other, ACCEPT, now=now)


def left(game: GameState) -> tuple[int, int]:
    return game.clock.x.left, game.clock.o.left


def test_a_takeback_returns_the_increments_of_all_moves_taken_back() -> None:
    game = play(GameState(terms("goff", "60+30")), "12", "23")  # at 2,000
    do(game, X, EntryKind.MOVE, "45", now=12_000)
    do(game, O, EntryKind.MOVE, "56", now=17_000)
    assert left(game) == (80_000, 85_000)
    entry = take_back(game, X, 20_000)
    assert (entry.spent, entry.body) == (3_000, "47000 55000")
    assert left(game) == (47_000, 55_000)
    assert (game.clock.running, game.deadline) == (X, 20_000 + 47_000 + game.clock.x.quota)


def test_cycles_of_moves_and_takebacks_earn_no_time() -> None:
    game = play(GameState(terms("goff", "60+180")), "12", "23")
    now = 2_000
    for _ in range(39):
        now += 1_000
        do(game, X, EntryKind.MOVE, "45", now=now)
        take_back(game, X, now)
    assert left(game) == (60_000 - 39_000, 60_000)


def test_lag_quota_is_not_earned_by_takebacks() -> None:
    game = play(GameState(terms("goff", "60+0")), "12", "23")
    game.advance(decide(game, X, GameCommand(EntryKind.MOVE, "45", "lag", 2, 600), 3_000))
    assert game.clock.x.quota == LAG_QUOTA_MS - 600 + 100
    take_back(game, X, 3_000)
    assert game.clock.x.quota == LAG_QUOTA_MS - 600


def test_a_decision_taken_back_in_correspondence_goes_on_with_its_time() -> None:
    game = play(GameState(terms("goff", "3d")), "12", "23")
    now = 2_000 + 2 * DAY_MS
    do(game, X, EntryKind.MOVE, "45", now=now)
    assert left(game) == (3 * DAY_MS, 3 * DAY_MS)
    entry = take_back(game, X, now + DAY_MS // 2)
    assert (entry.body, game.deadline) == (f"{DAY_MS} {3 * DAY_MS}", now + DAY_MS * 3 // 2)
    do(game, X, EntryKind.MOVE, "46", now=now + DAY_MS)
    assert (left(game), game.deadline) == ((3 * DAY_MS, 3 * DAY_MS), now + 4 * DAY_MS)


def test_a_takeback_that_leaves_no_time_is_rejected() -> None:
    game = play(GameState(terms("goff", "10+30")), "12", "23")
    do(game, X, EntryKind.MOVE, "45", now=11_000)  # 1 s left, and 30 earned
    do(game, O, EntryKind.MOVE, "56", now=12_000)
    do(game, X, OFFER, now=12_500)
    with pytest.raises(CommandRejected, match="X would have no time left without the"):
        decide(game, O, GameCommand(ACCEPT, "", "late", game.version), 13_000)
    do(game, O, EntryKind.DECLINE_TAKEBACK, now=13_000)
    do(game, X, EntryKind.MOVE, "67", now=13_500)
    do(game, O, EntryKind.MOVE, "78", now=13_600)
    with pytest.raises(CommandRejected, match="X would have no time left") as rejected:
        decide(game, X, GameCommand(OFFER, "", "offer", game.version), 50_000)
    assert rejected.value.code == "no-time-left"


def test_an_engine_declines_a_takeback_that_leaves_no_time() -> None:
    game = play(GameState(replace(terms("goff", "10+30", o=LEVEL), rated=False)), "12", "23")
    do(game, X, EntryKind.MOVE, "45", now=11_000)
    do(game, O, EntryKind.MOVE, "56", now=11_100)
    do(game, X, OFFER, now=12_000)
    answers = [automatic_entries(game, now, str)[0].kind for now in (12_000, 12_100)]
    assert answers == [ACCEPT, EntryKind.DECLINE_TAKEBACK]


def test_the_stated_times_must_be_right() -> None:
    game = play(GameState(terms()), "12", "23", "45")
    do(game, X, OFFER)
    wrong = LogEntry(game.version + 1, ACCEPT, "O", "61000 60000", 2_000)
    with pytest.raises(CorruptLog, match="after this takeback the clocks show 60000 60000"):
        game.apply(wrong)


def test_takebacks_of_older_servers_keep_their_increments() -> None:
    """Their entries have no body; later moves in these logs can need that time."""
    game = play(GameState(terms("goff", "10+30")), "12", "23", "45")
    do(game, X, OFFER)
    game.apply(LogEntry(game.version + 1, ACCEPT, "O", "", 2_000))
    assert left(game) == (40_000, 10_000)
    daily = play(GameState(terms("goff", "1d")), "12", "23", "45")
    do(daily, O, OFFER)
    daily.apply(LogEntry(daily.version + 1, ACCEPT, "X", "", 5_000, 3_000))
    assert daily.deadline == 5_000 + DAY_MS


@given(
    st.sampled_from(["goff", "closer", "classic3"]),
    st.sampled_from(["3+0", "5+1", "20+180", "1d", "none"]),
    st.lists(st.tuples(st.sampled_from("mmmxo"), st.integers(0, 4_000)), max_size=40),
    st.integers(0, 999),
)
def test_no_sequence_of_commands_earns_time(
    rules: str, clock: str, steps: list[tuple[str, int]], number: int
) -> None:
    game, now = GameState(terms(rules, clock)), 1_000
    tally = Tally(game.clock.control)

    def advance(entry: LogEntry) -> None:
        tally.add(entry, game.clock.running)
        game.advance([entry])

    for what, time in steps:
        if game.is_over or timeout_entries(game, now + time):
            return
        now += time
        by = X if what == "x" else O
        try:
            if what == "m":
                moves = game.position.legal_moves
                body = game.position.name(moves[number % len(moves)])
                assert game.decider
                command = GameCommand(EntryKind.MOVE, body, at=game.version)
                advance(decide(game, game.decider, command, now)[0])
            else:
                advance(decide(game, by, GameCommand(OFFER, at=game.version), now)[0])
                advance(decide(game, by.other, GameCommand(ACCEPT, at=game.version), now)[0])
        except CommandRejected:
            continue
        for player in Player:
            shown = game.clock.time(player).left
            is_exact = game.clock.control.has_clock and not game.clock.control.is_daily
            assert shown == tally.limit(player) if is_exact else shown <= tally.limit(player)


# --- games without moves that stand -----------------------------------------------------------


@pytest.mark.parametrize("clock", ["60+1", "3d", "none"])
@pytest.mark.parametrize(
    "end", [EntryKind.RESIGN, EntryKind.ACCEPT_DRAW, EntryKind.ABORT, EntryKind.FLAG]
)
@pytest.mark.parametrize("by", Player)
def test_a_game_whose_moves_are_taken_back_counts_for_nothing(
    clock: str, end: EntryKind, by: Player
) -> None:
    game = play(GameState(terms("goff", clock)), "12", "23")
    take_back(game, O, 2_000)
    if by is X:
        take_back(game, X, 2_000)
    if end is EntryKind.FLAG:
        if clock == "none":
            return
        game.advance(timeout_entries(game, 10**9))
    else:
        if end is EntryKind.ACCEPT_DRAW:
            do(game, by.other, EntryKind.OFFER_DRAW)
        do(game, by, end)
    assert (game.result, game.termination, game.outcome) == ("*", "aborted", None)
    assert game.entries[-1].kind is EntryKind.ABORT


@pytest.mark.parametrize("kind", [EntryKind.CLAIM_WIN, EntryKind.CLAIM_DRAW])
def test_a_game_whose_moves_are_taken_back_cannot_be_claimed_for_points(kind: EntryKind) -> None:
    game = play(GameState(terms()), "12", "23")
    take_back(game, X, 2_000)
    assert game.clock.running is X
    entry = do(game, O, kind, now=12_000)
    assert (entry.kind, entry.seat, game.result) == (EntryKind.ABORT, "O", "*")


def test_moves_after_takebacks_count_again() -> None:
    game = play(GameState(terms()), "12", "23")
    take_back(game, X, 2_000)
    play(game, "12", "23")
    do(game, X, EntryKind.RESIGN)
    assert (game.result, game.termination) == ("0-1", "resignation")
