"""Games: replaying the log restores the game, and rejected commands change nothing."""

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qttt.game import Player
from qttt.play import Toss
from qttt.play.log import CorruptLog, EntryKind, LogEntry
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games import commands
from qttt.server.games.commands import (
    Downtime,
    GameCommand,
    decide,
    refund_entries,
    timeout_entries,
    toss_entries,
)
from qttt.server.games.game import GameState

from .helpers import ANN, BOB, COIN, O, X, do, play, terms


class State(NamedTuple):
    """Everything observable about a game."""

    position: str
    tree: tuple[object, ...]
    clock: object
    offers: object
    outcome: object
    result: str
    termination: str
    decider: object
    deadline: int | None
    ids: tuple[str, ...]
    entries: tuple[LogEntry, ...]


def state(game: GameState) -> State:
    tree = tuple(node.moves for node in game.match.root.walk())
    tosses = {node.moves: toss for node, toss in game.match.tosses.items()}
    return State(
        str(game.position),
        (tree, tosses, game.match.draw_offer, game.match.end_off_board, sorted(game.declined)),
        game.clock,
        dict(game.offers),
        game.outcome,
        game.result,
        game.termination,
        game.decider,
        game.deadline,
        tuple(game.ids),
        tuple(game.entries),
    )


STEP = st.tuples(
    st.sampled_from(list(EntryKind) + [EntryKind.MOVE] * 20),
    st.sampled_from(Player),
    st.integers(0, 999),
    st.integers(0, 3),
)
"""The kind of command, its player, the number of the move, and how many entries are unseen."""


def command_for(game: GameState, kind: EntryKind, number: int, unseen: int) -> GameCommand:
    moves = game.position.legal_moves
    body = (
        game.position.name(moves[number % len(moves)]) if moves and kind is EntryKind.MOVE else ""
    )
    if kind is EntryKind.ACCEPT_REMATCH:
        body = "game000002"
    at = max(0, game.version - (unseen if unseen > 1 else 0))
    return GameCommand(kind, body, f"w{game.version}-{number}", at)


@settings(max_examples=150)
@given(
    st.sampled_from(["goff", "closer", "qubic3", "classic3", "complete"]),
    st.sampled_from(["none", "5+1", "1d"]),
    st.lists(st.tuples(STEP, st.integers(0, 3_000)), max_size=60),
    st.booleans(),
)
def test_replaying_the_log_restores_the_game(
    rules: str, clock: str, steps: list[tuple[tuple[EntryKind, Player, int, int], int]], eager: bool
) -> None:
    game, now = GameState(terms(rules, clock)), 1_000
    for (kind, seat, number, unseen), time in steps:
        now += time
        server = timeout_entries(game, now) or toss_entries(game, Toss(number % 2, "test"), now)
        before = state(game)
        try:
            by = game.decider or seat if eager and kind is EntryKind.MOVE else seat
            entries = server or decide(game, by, command_for(game, kind, number, unseen), now)
        except CommandRejected:
            assert state(game) == before
            continue
        assert state(game) == before
        append = game.advance(entries)
        assert append.deadline == game.deadline
        if not server:
            assert {entry.seat for entry in entries} == {by}
        if kind is EntryKind.MOVE and not server:
            assert before.decider is by
        assert min(game.clock.x.left, game.clock.o.left) >= 0
    replayed = GameState(game.terms)
    for entry in game.entries:
        replayed.apply(entry)
    assert state(replayed) == state(game)


def refused(
    game: GameState, seat: Player, kind: EntryKind, body: str = "", at: int | None = None
) -> str:
    before = state(game)
    command = GameCommand(kind, body, "refused", game.version if at is None else at)
    with pytest.raises(CommandRejected) as caught:
        decide(game, seat, command, 2_000)
    assert state(game) == before
    return f"{caught.value.code}: {caught.value.message}"


def test_rejected_commands_have_a_code_and_a_message() -> None:
    game = GameState(terms())
    assert refused(game, O, EntryKind.MOVE, "12") == "not-your-turn: X decides now"
    assert refused(game, X, EntryKind.MOVE, "x").startswith("illegal-move: 'x' is not a move")
    assert refused(game, X, EntryKind.MOVE, "@5").startswith("illegal-move: @5 is not legal in -")
    assert refused(game, X, EntryKind.TOSS) == "not-allowed: toss is reserved for the server"
    assert refused(game, X, EntryKind.OFFER_TAKEBACK) == (
        "nothing-to-take-back: X has made no decision yet"
    )
    assert refused(game, X, EntryKind.ACCEPT_DRAW) == "no-offer: O has no such open offer"
    assert refused(game, X, EntryKind.OFFER_REMATCH).startswith("game-goes-on: a rematch can be")
    assert refused(game, X, EntryKind.MOVE, "12", at=1) == (
        "stale: this was decided at version 1, but the game is at 0: resync"
    )
    play(game, "12", "23")
    assert refused(game, X, EntryKind.ABORT).startswith(
        "too-late-to-abort: both players have moves on the board"
    )
    assert refused(game, X, EntryKind.MOVE, "12", at=1).startswith("stale: ")
    do(game, X, EntryKind.OFFER_DRAW)
    assert refused(game, X, EntryKind.OFFER_DRAW).startswith(
        "already-offered: you already made this"
    )
    assert refused(game, O, EntryKind.OFFER_DRAW).startswith("already-offered: X already made this")
    assert refused(game, X, EntryKind.ACCEPT_DRAW).startswith("no-offer: ")
    assert refused(game, O, EntryKind.ACCEPT_DRAW, at=2).startswith("stale: ")
    do(game, O, EntryKind.DECLINE_DRAW)
    assert refused(game, X, EntryKind.OFFER_DRAW).startswith("not-allowed: O declined: offer again")
    do(game, X, EntryKind.RESIGN)
    assert (
        refused(game, O, EntryKind.MOVE, "12") == "game-over: the game is over, 0-1 (resignation)"
    )
    do(game, X, EntryKind.OFFER_REMATCH)
    do(game, O, EntryKind.DECLINE_REMATCH)
    assert refused(game, X, EntryKind.OFFER_REMATCH) == "not-allowed: O declined a rematch"
    do(game, O, EntryKind.OFFER_REMATCH)


def test_an_id_is_used_once() -> None:
    game = play(GameState(terms()), "12")
    with pytest.raises(
        CommandRejected, match="id 'id-0' was already used in this game: use a new one"
    ):
        decide(game, O, GameCommand(EntryKind.MOVE, "23", "id-0", 1), 2_000)


def test_offers_are_limited_in_long_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "OFFER_LIMIT", 2)
    game = play(GameState(terms()), "12", "23")
    for kind in (EntryKind.OFFER_DRAW, EntryKind.OFFER_TAKEBACK):
        assert refused(game, X, kind) == (
            "not-allowed: no offers after 2 entries: play on or resign"
        )
    do(game, X, EntryKind.RESIGN)
    do(game, X, EntryKind.OFFER_REMATCH)
    do(game, O, EntryKind.ACCEPT_REMATCH)


def test_the_longest_game_on_the_largest_board_can_be_played_out_after_takebacks() -> None:
    game = GameState(terms("krist rows=8 cols=8", "none"))
    while game.version < commands.OFFER_LIMIT:
        play(game, "a1b1")
        do(game, X, EntryKind.OFFER_TAKEBACK)
        do(game, O, EntryKind.ACCEPT_TAKEBACK)
    for row, columns in product(range(1, 9), ("ab", "cd", "ef", "gh")):
        left, right = (f"{column}{row}" for column in columns)
        play(game, left + right, left + right, f"@{left if row % 2 else right}")
        if not game.is_over:
            assert refused(game, X, EntryKind.OFFER_TAKEBACK).startswith("not-allowed: no offers")
    assert game.termination == "full"
    assert (game.version - commands.OFFER_LIMIT, game.version) == (96, 276)


def test_a_late_move_is_rejected_and_then_the_player_is_flagged() -> None:
    game = play(GameState(terms("goff", "60+1")), "12", "23")
    late = 2_000 + 60_500
    with pytest.raises(
        CommandRejected, match="your time ran out before this move arrived"
    ) as caught:
        decide(game, X, GameCommand(EntryKind.MOVE, "45", "a", 2), late)
    assert caught.value.code is RejectionCode.OUT_OF_TIME
    assert (
        decide(game, X, GameCommand(EntryKind.MOVE, "45", "a", 2, lag=501), late)[0].spent == 59_999
    )
    assert timeout_entries(game, 2_000 + 60_999) == ()
    (flag,) = timeout_entries(game, 2_000 + 61_000)
    append = game.advance([flag])
    assert (append.result, append.termination, append.deadline) == ("0-1", "time", None)
    assert (flag.seat, game.clock.x.left) == ("X", 0)


def test_a_flag_scores_like_a_resignation() -> None:
    game = play(GameState(terms("qubic3", "60+0")), "12", "23")
    game.advance(timeout_entries(game, 10**9))
    assert game.result == "0-2"


def test_a_game_is_aborted_without_a_first_move() -> None:
    game = play(GameState(terms()), "12")
    assert timeout_entries(game, 2_000 + 29_999) == ()
    append = game.advance(timeout_entries(game, 2_000 + 30_000))
    assert (append.result, append.termination, game.outcome) == ("*", "aborted", None)
    assert game.is_over


@pytest.mark.parametrize("clock", ["60+1", "3d", "none"])
@pytest.mark.parametrize("moves", [(), ("12",)])
def test_a_game_that_ends_before_both_have_decided_is_aborted(
    clock: str, moves: tuple[str, ...]
) -> None:
    for player in Player:
        resigned = play(GameState(terms("goff", clock)), *moves)
        entry = do(resigned, player, EntryKind.RESIGN)
        assert (entry.kind, entry.seat) == (EntryKind.ABORT, player.value)
        assert (resigned.result, resigned.termination) == ("*", "aborted")
        agreed = play(GameState(terms("goff", clock)), *moves)
        do(agreed, player, EntryKind.OFFER_DRAW)
        do(agreed, player.other, EntryKind.ACCEPT_DRAW)
        assert (agreed.result, agreed.termination, agreed.offers) == ("*", "aborted", {})


def test_a_correspondence_game_without_both_first_decisions_is_aborted() -> None:
    for moves, result in (((), "*"), (("12",), "*"), (("12", "23"), "0-1")):
        game = play(GameState(terms("goff", "3d")), *moves)
        game.advance(timeout_entries(game, 10**9))
        assert game.result == result


@pytest.mark.parametrize(
    ("kind", "rules", "result"),
    [
        (EntryKind.CLAIM_WIN, "goff", "1-0"),
        (EntryKind.CLAIM_WIN, "qubic3", "2-0"),
        (EntryKind.CLAIM_DRAW, "goff", "0-0"),
        (EntryKind.CLAIM_DRAW, "qubic3", "1-1"),
    ],
)
def test_a_claimed_game_scores_like_a_resignation_or_an_agreed_draw(
    kind: EntryKind, rules: str, result: str
) -> None:
    game = play(GameState(terms(rules, "60+1")), "12", "23", "45")
    do(game, X, kind, now=12_000)
    assert (game.result, game.termination, game.is_over) == (result, "abandoned", True)
    assert (game.clock.o.left, game.clock.running, game.deadline) == (50_000, None, None)


@pytest.mark.parametrize("kind", commands.CLAIMS)
def test_a_game_is_claimed_only_while_the_other_clock_runs(kind: EntryKind) -> None:
    why = "not-allowed: a game can be claimed while the clock of {}, in seconds, is running"
    assert refused(play(GameState(terms()), "12"), X, kind) == why.format("O")
    assert refused(play(GameState(terms()), "12", "23"), X, kind) == why.format("O")
    for clock in ("none", "3d"):
        game = play(GameState(terms("goff", clock)), "12", "23", "45")
        assert refused(game, X, kind) == why.format("O")


def test_a_draw_is_agreed() -> None:
    game = play(GameState(terms()), "12", "23")
    do(game, O, EntryKind.OFFER_DRAW)
    do(game, X, EntryKind.ACCEPT_DRAW)
    assert (game.result, game.termination) == ("0-0", "agreement")


def test_a_move_answers_an_offer() -> None:
    game = play(GameState(terms()), "12")
    do(game, X, EntryKind.OFFER_DRAW)
    do(game, X, EntryKind.OFFER_TAKEBACK)
    play(game, "23")
    assert game.offers == {}


def test_a_takeback_returns_to_the_last_decision_of_its_player() -> None:
    game = play(GameState(terms()), "12", "23", "45")
    do(game, O, EntryKind.OFFER_TAKEBACK)
    do(game, X, EntryKind.ACCEPT_TAKEBACK)
    assert (str(game.position), game.decider, game.clock.running) == ("12", O, O)


def test_a_toss_that_was_taken_back_is_repeated() -> None:
    game = play(GameState(terms("qubic3")), "12", "12")
    assert str(game.position) == "1/2"
    do(game, O, EntryKind.OFFER_TAKEBACK)
    do(game, X, EntryKind.ACCEPT_TAKEBACK)
    do(game, O, EntryKind.MOVE, "12")
    other = Toss(0, "another")
    assert game.chance_decides
    game.advance(toss_entries(game, other, 3_000))
    assert str(game.position) == "1/2"
    assert toss_entries(game, other, 3_000) == ()


def test_a_player_does_not_decide_for_a_coin() -> None:
    game = GameState(terms("qubic3"))
    do(game, X, EntryKind.MOVE, "12")
    do(game, O, EntryKind.MOVE, "12")
    assert refused(game, X, EntryKind.MOVE, "@1").startswith(
        "chance-decides: the server's coin decides"
    )
    assert (game.decider, game.clock.running) == (None, None)


def test_players_exchange_seats_in_a_rematch() -> None:
    game = GameState(terms())
    with pytest.raises(LookupError, match="no rematch of game000001 was accepted"):
        _ = game.rematch
    play(game, "12", "23")
    do(game, X, EntryKind.RESIGN)
    do(game, X, EntryKind.OFFER_REMATCH)
    do(game, O, EntryKind.ACCEPT_REMATCH, "game000002")
    rematch = game.rematch
    assert (rematch.game, rematch.before) == ("game000002", "game000001")
    assert (rematch.x, rematch.o) == (BOB, ANN)
    assert refused(game, O, EntryKind.OFFER_REMATCH).startswith(
        "not-allowed: the next game already"
    )


def test_downtime_is_refunded_once() -> None:
    game = play(GameState(terms()), "12", "23")
    (entry,) = refund_entries(game, [Downtime(5_000, 9_000)], 9_500)
    assert (entry.kind, entry.body) == (EntryKind.DOWNTIME, "4000")
    before = game.clock.remaining(X, 9_500)
    game.advance([entry])
    assert game.clock.remaining(X, 9_500) == before + 4_000
    assert refund_entries(game, [Downtime(5_000, 9_000)], 9_600) == ()


def test_only_the_rest_of_a_partly_refunded_downtime_is_refunded() -> None:
    """Processes may disagree by some milliseconds when a downtime ended."""
    game = play(GameState(terms()), "12", "23")
    game.advance(refund_entries(game, [Downtime(5_000, 9_000)], 9_000))
    (entry,) = refund_entries(game, [Downtime(5_000, 9_040)], 9_500)
    assert entry.body == "40"


def test_several_downtimes_are_refunded_together() -> None:
    game = play(GameState(terms()), "12", "23")
    spans = [
        Downtime(100, 1_900),
        Downtime(1_900, 3_000),
        Downtime(5_000, 9_000),
        Downtime(9_400, 9_600),
    ]
    assert refund_entries(game, spans, 9_500)[0].body == "5000"


def test_downtime_before_the_last_entry_is_not_refunded() -> None:
    game = play(GameState(terms()), "12", "23")
    assert refund_entries(game, [Downtime(500, 3_000)], 4_000)[0].body == "1000"
    assert refund_entries(game, [Downtime(500, 1_500)], 4_000) == ()


@pytest.mark.parametrize(
    "entry",
    [
        LogEntry(2, EntryKind.MOVE, "X", "12", 2_000),
        LogEntry(1, EntryKind.MOVE, "X", "12", 999),
        LogEntry(1, EntryKind.MOVE, "O", "12", 2_000),
        LogEntry(1, EntryKind.MOVE, "X", "@1", 2_000),
        LogEntry(1, EntryKind.MOVE, "", "12", 2_000),
        LogEntry(1, EntryKind.ACCEPT_DRAW, "X", "", 2_000),
        LogEntry(1, EntryKind.DECLINE_TAKEBACK, "X", "", 2_000),
        LogEntry(1, EntryKind.FLAG, "X", "", 2_000),
        LogEntry(1, EntryKind.TOSS, "", '{"bit": 0, "source": "a", "measurement": null}', 2_000),
        LogEntry(1, EntryKind.DOWNTIME, "", "long", 2_000),
    ],
    ids=str,
)
def test_a_corrupt_log_is_detected(entry: LogEntry) -> None:
    with pytest.raises(CorruptLog, match="game000001: LogEntry"):
        GameState(terms()).apply(entry)


def test_a_toss_that_differs_from_an_earlier_one_is_detected() -> None:
    game = play(GameState(terms("qubic3")), "12", "12")
    do(game, O, EntryKind.OFFER_TAKEBACK)
    do(game, X, EntryKind.ACCEPT_TAKEBACK)
    do(game, O, EntryKind.MOVE, "12")
    (entry,) = toss_entries(game, COIN, 3_000)
    with pytest.raises(CorruptLog, match="the coin showed Toss"):
        game.apply(entry._replace(body=entry.body.replace('"bit": 1', '"bit": 0')))


@pytest.mark.parametrize(
    ("rules", "clock", "start", "message"),
    [
        ("chess", "none", "-", "chess"),
        ("goff", "soon", "-", "'soon' is not a time control"),
        ("goff", "none", "99", "has the same square twice"),
        ("classic3", "none", "1/4/2/5/3", "the game is already over in 1/4/2/5/3: win"),
    ],
)
def test_terms_that_cannot_be_played(rules: str, clock: str, start: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameState(terms(rules, clock, start=start))
