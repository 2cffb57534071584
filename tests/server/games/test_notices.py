"""Which players are notified of what."""

from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Player
from qttt.play.log import EntryKind
from qttt.server.games.commands import GameCommand, decide, timeout_entries, toss_entries
from qttt.server.games.game import AppendRequest, GameState, notices_of_start
from qttt.server.games.terms import Identity

from .helpers import ANN, BOB, COIN, O, X, play, terms

DAILY = terms(clock="3d")


def submit(game: GameState, seat: Player, kind: EntryKind, body: str = "") -> AppendRequest:
    command = GameCommand(kind, body, f"id-{game.version}", game.version)
    return game.advance(decide(game, seat, command, 2_000))


def notified(append: AppendRequest) -> list[tuple[str, str, int]]:
    return [(notice.user, notice.kind, notice.version) for notice in append.notices]


def test_a_move_notifies_the_other_player() -> None:
    game = GameState(DAILY)
    append = submit(game, X, EntryKind.MOVE, "12")
    assert (notified(append), append.turn) == ([(BOB.user, "turn", 1)], "O")


def test_the_chooser_is_notified_once() -> None:
    game = play(GameState(DAILY), "12")
    assert notified(submit(game, O, EntryKind.MOVE, "12")) == [(ANN.user, "turn", 2)]
    assert notified(submit(game, X, EntryKind.MOVE, "@1")) == []
    assert notified(submit(game, X, EntryKind.MOVE, "34")) == [(BOB.user, "turn", 4)]


def test_a_coin_notifies_the_player_whose_turn_follows() -> None:
    game = play(GameState(terms("goff chooser=chance", "3d")), "12")
    closed = submit(game, O, EntryKind.MOVE, "12")
    assert (notified(closed), closed.turn) == ([], "")
    assert notified(game.advance(toss_entries(game, COIN, 2_000))) == [(ANN.user, "turn", 3)]


def test_the_end_notifies_the_other_player_and_a_flag_both() -> None:
    game = play(GameState(DAILY), "12")
    resigned = submit(game, X, EntryKind.RESIGN)
    assert (notified(resigned), resigned.turn) == ([(BOB.user, "over", 2)], "")
    late = play(GameState(DAILY), "12")
    assert late.deadline
    entries = decide_flag(late)
    assert sorted(notified(entries)) == [(ANN.user, "over", 2), (BOB.user, "over", 2)]


def decide_flag(game: GameState) -> AppendRequest:
    assert game.deadline
    return game.advance(timeout_entries(game, game.deadline + 1))


def test_offers_notify_in_correspondence_games_and_of_a_rematch_always() -> None:
    for clock in ("3d", "60+1"):
        game = play(GameState(terms(clock=clock)), "12", "34")
        takeback = submit(game, O, EntryKind.OFFER_TAKEBACK)
        draw = submit(game, X, EntryKind.OFFER_DRAW)
        offers = [(ANN.user, "takeback", 3), (BOB.user, "draw", 4)]
        assert notified(takeback) + notified(draw) == (offers if clock == "3d" else [])
        submit(game, X, EntryKind.RESIGN)
        assert notified(submit(game, X, EntryKind.OFFER_REMATCH)) == [(BOB.user, "rematch", 6)]


def test_live_games_notify_of_nothing_else() -> None:
    game = play(GameState(terms()), "12")
    assert notified(submit(game, O, EntryKind.MOVE, "34")) == []
    assert notified(submit(game, X, EntryKind.RESIGN)) == []
    assert notices_of_start(terms()) == ()


def test_a_game_without_a_clock_is_by_correspondence() -> None:
    assert notified(submit(GameState(terms(clock="none")), X, EntryKind.MOVE, "12"))


def test_a_new_correspondence_game_notifies_both_and_no_engine() -> None:
    started = [(each.user, each.kind) for each in notices_of_start(DAILY)]
    assert started == [(ANN.user, "started"), (BOB.user, "started")]
    level = terms(clock="3d", o=Identity("", "hard", level="hard"))
    assert [each.user for each in notices_of_start(level)] == [ANN.user]
    assert notified(submit(GameState(level), X, EntryKind.MOVE, "12")) == []


@given(st.lists(st.integers(0, 999), max_size=30), st.sampled_from(["goff", "goff chooser=chance"]))
def test_a_move_notifies_at_most_the_opponent_and_once(choices: list[int], rules: str) -> None:
    game = GameState(terms(rules, "3d"))
    for choice in choices:
        if game.is_over:
            break
        if game.chance_decides:
            append = game.advance(toss_entries(game, COIN, 2_000))
        else:
            assert game.decider
            mover, moves = game.decider, game.position.legal_moves
            body = game.position.name(moves[choice % len(moves)])
            append = submit(game, mover, EntryKind.MOVE, body)
            assert all(notice.user != game.terms.user_of(mover) for notice in append.notices)
        assert (
            len({notice.user for notice in append.notices})
            == len(append.notices)
            <= 1 + game.is_over
        )
        assert all(
            game.terms.user_of(append.turn) == notice.user
            for notice in append.notices
            if notice.kind == "turn"
        )
