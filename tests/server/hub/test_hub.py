"""The hub: each message has its answer, and nobody is told what is not stored."""

import json
from itertools import product
from typing import Any

import pytest

from qttt.server.games import Append, Entry, Kind, Span, Who
from qttt.server.hub import FLOOD, IDLE, STOPPING, Load, Publish, Recall, Report, Stop, Think

from .helpers import ANN, BOB, CARL, GAME, NOW, Table, terms


def test_clients_are_greeted() -> None:
    table = Table()
    hello = {"t": "hello", "now": NOW, "version": "test"}
    who = {"name": "Anna", "level": None, "bot": False, "user": ANN.user}
    assert table.heard[1] == [{**hello, "who": who}]
    assert table.heard[4] == [{**hello, "who": None}]


def test_a_game_is_shown_from_what_is_known() -> None:
    table = Table().follow().play("12", "23")
    whole = table.say(3, t="watch", game=GAME)
    assert [entry["b"] for entry in whole["entries"]] == ["12", "23"]
    assert (whole["seat"], whole["watching"], whole["present"]) == (None, 2, ["O", "X"])
    assert whole["clock"] == {"x": 60_000, "o": 60_000, "running": "X", "deadline": NOW + 61_000}
    assert [e["v"] for e in table.say(2, t="watch", game=GAME, have=1)["entries"]] == [2]
    assert table.say(1, t="watch", game=GAME, have=99)["entries"] == whole["entries"]
    assert table.say(1, t="watch", game=GAME, have=2)["seat"] == "X"


def test_a_move_comes_to_all_and_is_acknowledged_to_one() -> None:
    table = Table().follow()
    before = {client: len(heard) for client, heard in table.heard.items()}
    table.wish(1, "move", "21", id="mine")
    said = {client: heard[before[client] :] for client, heard in table.heard.items()}
    entry = {"v": 1, "k": "move", "s": "X", "b": "12", "at": NOW, "spent": 0, "id": "mine"}
    assert said[1][0] == {"t": "done", "id": "mine", "game": GAME, "version": 1}
    assert [each["t"] for each in said[1]] == ["done", "entries"]
    assert said[2] == said[3] == said[4] == said[1][1:]
    assert said[2][0]["entries"] == [entry]


def test_nothing_is_said_before_it_is_stored() -> None:
    table = Table().follow()
    table.is_held = True
    before = {client: len(heard) for client, heard in table.heard.items()}
    assert table.wish(1, "move", "12") == {}
    assert table.say(4, t="watch", game=GAME) == {}
    assert before == {client: len(heard) for client, heard in table.heard.items()}
    table.release()
    assert table.heard[1][-2]["t"] == "done"
    assert len(table.heard[4][-1]["entries"]) == 1


@pytest.mark.parametrize(("client", "kind"), list(product((1, 2, 3, 4), Kind)), ids=str)
def test_who_may_do_what(client: int, kind: Kind) -> None:
    """Every role and every kind of wish: nobody acts for another, nor for the server."""
    table = Table().follow().play("12", "23")
    table.wish(1 if client == 2 else 2, "offer-draw", id="draw")
    table.wish(1 if client == 2 else 2, "offer-takeback", id="back")
    log = list(table.log)
    answer = table.wish(client, kind, "45" if kind is Kind.MOVE else "", id="try")
    if answer["t"] == "done":
        (entry,) = table.log[len(log) :]
        assert (entry.seat, entry.kind) == ({1: "X", 2: "O"}[client], kind)
    else:
        assert table.log == log
        expected = {"not-seated", "unreadable"} if client > 2 else set(REFUSED[client][kind])
        assert answer["code"] in expected


REFUSED: dict[int, dict[Kind, list[str]]] = {
    client: {
        Kind.TOSS: ["unreadable"],
        Kind.FLAG: ["unreadable"],
        Kind.DOWNTIME: ["unreadable"],
        Kind.ABORT: ["too-late-to-abort"],
        Kind.OFFER_DRAW: ["already-offered"],
        Kind.OFFER_TAKEBACK: ["already-offered"],
        Kind.OFFER_REMATCH: ["game-goes-on"],
        Kind.ACCEPT_REMATCH: ["no-offer"],
        Kind.DECLINE_REMATCH: ["no-offer"],
        **({Kind.MOVE: ["not-your-turn"]} if client == 2 else {}),
    }
    for client in (1, 2)
}


def test_a_wish_is_granted_once() -> None:
    table = Table().follow()
    first = table.wish(1, "move", "12", id="mine", at=0)
    assert table.wish(1, "move", "12", id="mine", at=0) == first
    assert len(table.log) == 1
    assert table.wish(2, "move", "23", id="mine")["code"] == "not-allowed"


def test_a_wish_that_another_process_stored_is_acknowledged() -> None:
    """This process is a version behind: the store says so, and the wish is found there."""
    table = Table().follow()
    table.log.append(Entry(1, Kind.MOVE, "X", "12", NOW, 0, "mine"))
    table.wish(1, "move", "12", id="mine", at=0)
    done = {"t": "done", "id": "mine", "game": GAME, "version": 1}
    assert [m["t"] for m in table.heard[1][-2:]] == ["entries", "done"]
    assert table.heard[1][-1] == done
    assert table.heard[3][-1]["entries"][0]["id"] == "mine"


def test_who_comes_second_is_told_what_came_first() -> None:
    table = Table().follow()
    table.log.append(Entry(1, Kind.MOVE, "X", "12", NOW, 0, "other"))
    assert table.wish(1, "move", "23", id="mine", at=0)["t"] == "entries"
    assert table.heard[1][-1]["code"] == "stale"


def test_if_it_is_not_known_what_became_of_a_wish_it_can_be_repeated() -> None:
    table = Table().follow()
    table.is_held = True
    table.wish(1, "move", "12", id="mine", at=0)
    (append,) = table.held
    assert isinstance(append, Append)
    table.log += append.entries  # it was stored, and the answer is lost
    table.do(table.hub.unavailable(append, table.now))
    assert table.heard[1][-1]["code"] == "unavailable"
    assert table.heard[1][-1]["id"] == "mine"
    table.is_held = False
    table.tick(2_000)
    told = [message for message in table.heard[2] if message["t"] == "entries"]
    assert told[-1]["entries"][0]["id"] == "mine"
    assert table.wish(1, "move", "12", id="mine", at=0)["t"] == "done"
    assert len(table.log) == 1


def test_a_store_that_is_away_is_told_of_and_asked_again() -> None:
    table = Table()
    table.is_held = True
    table.say(1, t="watch", game=GAME)
    table.do(table.hub.unavailable(Load(GAME), table.now))
    assert table.heard[1][-1]["code"] == "unavailable"
    table.is_held = False
    assert table.say(1, t="watch", game=GAME) == {}
    table.tick(1_000)
    assert table.heard[1][-1]["t"] == "game"


def test_there_is_no_such_game() -> None:
    table = Table()
    assert table.say(1, t="watch", game="nosuchgame")["code"] == "no-such-game"
    assert table.say(1, t="do", game="nosuchgame", id="a", at=0, kind="resign")["id"] == "a"


def test_a_damaged_game_is_reported() -> None:
    table = Table()
    table.log.append(Entry(2, Kind.MOVE, "X", "12", NOW))
    assert table.say(1, t="watch", game=GAME)["code"] == "unavailable"
    (report,) = [each for each in table.effects if isinstance(each, Report)]
    assert report.message.startswith(f"game {GAME} cannot be read: ")


def test_time_is_taken_when_a_wish_arrives() -> None:
    """How long the store takes is nobody's time."""
    table = Table().follow().play("12", "23")
    table.now += 5_000
    table.is_held = True
    table.wish(1, "move", "45")
    table.now += 20_000
    table.release()
    assert (table.log[-1].spent, table.log[-1].at) == (5_000, NOW + 5_000)


def test_flags_fall_by_themselves() -> None:
    table = Table().follow().play("12", "23")
    table.tick(60_999)
    assert len(table.log) == 2
    table.tick(1)
    assert (table.log[-1].kind, table.log[-1].seat) == (Kind.FLAG, "X")
    assert table.published("lobby")


def test_a_flag_falls_before_a_wish_that_is_too_late() -> None:
    table = Table().follow().play("12", "23")
    table.now += 61_000
    assert table.wish(1, "move", "45")["t"] == "entries"
    assert table.heard[1][-1]["code"] == "game-over"
    assert table.log[-1].kind is Kind.FLAG


def test_downtime_is_given_back_before_anything_else() -> None:
    table = Table(downtimes=[Span(NOW + 1_000, NOW + 90_000)])
    moves = ("X", "12"), ("O", "23")
    table.log += [Entry(n, Kind.MOVE, s, b, NOW) for n, (s, b) in enumerate(moves, 1)]
    table.now = NOW + 90_500
    table.follow()
    assert (table.log[-1].kind, table.log[-1].body) == (Kind.DOWNTIME, "89000")
    assert table.heard[1][-1]["clock"]["x"] == 60_000 - 1_500


def test_coins_are_thrown() -> None:
    table = Table(terms("qubic3")).follow().play("12", "12")
    assert [entry.kind for entry in table.log] == [Kind.MOVE, Kind.MOVE, Kind.TOSS]


def test_computers_play_and_answer() -> None:
    table = Table(terms(o=Who("", "Easy", "easy"))).follow()
    table.wish(1, "move", "12")
    assert [(e.kind, e.seat, e.id) for e in table.log[1:]] == [(Kind.MOVE, "O", "")]
    table.wish(1, "offer-draw")
    table.wish(1, "offer-takeback")
    table.wish(1, "resign")
    table.wish(1, "offer-rematch")
    assert [entry.kind for entry in table.log[2:]] == [
        Kind.OFFER_DRAW, Kind.DECLINE_DRAW, Kind.OFFER_TAKEBACK, Kind.ACCEPT_TAKEBACK,
        Kind.RESIGN, Kind.OFFER_REMATCH, Kind.ACCEPT_REMATCH,
    ]  # fmt: skip


def held_thought(clock: str) -> tuple[Table, Think]:
    """Ann has moved against a level, which thinks until the test answers for it."""
    table = Table(terms(clock=clock, o=Who("", "Hard", "hard")))
    table.is_thinking = True
    table.say(1, t="watch", game=GAME)
    table.wish(1, "move", "12")
    (think,) = [each for each in table.effects if isinstance(each, Think)]
    return table, think


def stopped(table: Table) -> int:
    return sum(isinstance(each, Stop) for each in table.effects)


def test_nobody_thinks_about_a_game_that_has_ended() -> None:
    table, think = held_thought("60+0")
    table.wish(1, "resign")
    assert stopped(table) == 1
    table.do(table.hub.thought(GAME, think.version, "23", table.now))
    assert [entry.kind for entry in table.log] == [Kind.MOVE, Kind.RESIGN]


def test_a_late_thought_is_not_taken_for_the_one_that_is_waited_for() -> None:
    table, think = held_thought("60+0")
    table.wish(1, "offer-takeback")
    table.wish(1, "move", "45")
    asked = [each for each in table.effects if isinstance(each, Think)]
    assert len(asked) == 2
    table.do(table.hub.thought(GAME, think.version, "23", table.now))
    assert [each for each in table.effects if isinstance(each, Think)] == asked
    table.do(table.hub.thought(GAME, asked[1].version, "56", table.now))
    assert (table.log[-1].seat, table.log[-1].body) == ("O", "56")


def test_without_a_clock_nobody_thinks_for_who_has_gone() -> None:
    table, think = held_thought("none")
    table.do(table.hub.disconnect(1, table.now))
    assert stopped(table) == 1
    table.heard[9] = []
    table.do(table.hub.connect(9, ANN, table.now))
    table.say(9, t="watch", game=GAME)
    assert [each for each in table.effects if isinstance(each, Think)] == [think, think]


def test_with_a_clock_a_computer_moves_also_when_nobody_looks() -> None:
    table, think = held_thought("60+0")
    table.do(table.hub.disconnect(1, table.now))
    assert stopped(table) == 0
    table.do(table.hub.thought(GAME, think.version, "23", table.now))
    assert table.log[-1].body == "23"


def test_a_rematch_begins() -> None:
    table = Table().follow()
    table.wish(1, "resign")
    table.wish(2, "offer-rematch")
    assert table.wish(1, "accept-rematch")["t"] == "done"
    assert table.log[-1].body == "game000002"
    assert (table.games["game000002"].x, table.games["game000002"].o) == (BOB, ANN)
    started = {"t": "started", "game": "game000002"}
    assert (table.heard[1][-1], table.heard[2][-1]) == (started, started)
    assert started not in table.heard[3]
    assert len(table.published("started")) == 1


def test_a_rematch_is_told_when_it_can_be_followed() -> None:
    table = Table().follow()
    table.wish(1, "resign")
    table.wish(2, "offer-rematch")
    table.is_held = True
    assert table.wish(1, "accept-rematch") == {}
    assert table.heard[2][-1]["entries"][-1]["k"] == "offer-rematch"
    table.release()
    assert [each["t"] for each in table.heard[1][-3:]] == ["done", "entries", "started"]
    assert table.say(2, t="watch", game="game000002")["seat"] == "X"


def test_other_processes_are_heard() -> None:
    one, other = Table().follow(), Table().follow()
    one.play("12", "23")
    for text in one.published("entries"):
        other.do(other.hub.heard("entries", text, other.now))
    assert [m["entries"][0]["b"] for m in other.heard[3] if m["t"] == "entries"] == ["12", "23"]
    assert not other.log


def test_what_was_missed_is_read() -> None:
    one, other = Table().follow(), Table().follow()
    one.play("12", "23")
    other.log = one.log
    other.do(other.hub.heard("entries", one.published("entries")[1], other.now))
    assert [entry["b"] for entry in other.heard[3][-1]["entries"]] == ["12", "23"]


def test_phrases_are_for_players_and_not_for_ever() -> None:
    table = Table().follow()
    assert table.say(3, t="phrase", game=GAME, n=1)["code"] == "not-seated"
    assert table.say(1, t="phrase", game=GAME, n=8) == {
        "t": "phrase", "game": GAME, "seat": "X", "n": 8,
    }  # fmt: skip
    answers = [table.say(1, t="phrase", game=GAME, n=2) for _ in range(4)]
    assert [answer["t"] for answer in answers] == ["phrase"] * 3 + ["refused"]
    assert answers[-1]["code"] == "too-fast"
    other = Table().follow()
    other.do(other.hub.heard("phrase", table.published("phrase")[0], other.now))
    assert other.heard[4][-1]["n"] == 8


def test_presence_is_told_once_a_second() -> None:
    table = Table().follow()
    table.tick(1_000)
    assert table.heard[1][-1] == {
        "t": "presence",
        "game": GAME,
        "present": ["O", "X"],
        "watching": 2,
    }
    table.do(table.hub.disconnect(2, table.now))
    table.say(3, t="leave", game=GAME)
    table.tick(1_000)
    assert table.heard[1][-1] == {"t": "presence", "game": GAME, "present": ["X"], "watching": 1}
    assert table.heard[3][-1]["watching"] == 2


def tick(time: int, *tables: Table) -> None:
    """Time passes for all, who then hear what the others have said of who is there."""
    for table in tables:
        before = len(table.effects)
        table.tick(time)
        said = [e for e in table.effects[before:] if isinstance(e, Publish)]
        for other in tables:
            for each in said:
                if other is not table:
                    other.do(other.hub.heard(each.topic, each.text, other.now))


def test_presence_is_that_at_all_processes() -> None:
    one, other, third = (Table(process=name, refresh=60_000) for name in ("one", "two", "three"))
    one.say(1, t="watch", game=GAME)
    one.say(4, t="watch", game=GAME)
    tick(1_000, one, other, third)
    other.say(2, t="watch", game=GAME)
    third.say(3, t="watch", game=GAME)
    for _ in range(3):
        tick(1_000, one, other, third)
    everybody = {"t": "presence", "game": GAME, "present": ["O", "X"], "watching": 2}
    assert one.heard[1][-1] == other.heard[2][-1] == third.heard[3][-1] == everybody
    third.do(third.hub.disconnect(3, third.now))
    tick(1_000, third, other, one)
    assert one.heard[1][-1] == other.heard[2][-1] == {**everybody, "watching": 1}


def test_a_process_that_dies_is_not_present_for_long() -> None:
    game = terms(clock="none")
    one, other = (Table(game, process=name, refresh=60_000) for name in ("one", "two"))
    one.say(1, t="watch", game=GAME)
    other.say(2, t="watch", game=GAME)
    for _ in range(20):
        tick(1_000, one, other)
    assert one.heard[1][-1]["present"] == ["O", "X"]
    told = len(one.heard[1])
    for _ in range(12):
        tick(1_000, one)
    assert [each["present"] for each in one.heard[1][told:]] == [["X"]]
    assert len(one.published("presence")) < 10


def test_who_was_found_while_away_is_told() -> None:
    table = Table()
    asked = [e for e in table.effects if isinstance(e, Recall)]
    assert asked == [Recall(who.user) for who in (ANN, BOB, CARL)]
    table.do(table.hub.found(ANN.user, GAME, table.now))
    assert table.heard[1][-1] == {"t": "started", "game": GAME}
    robot = Who("robotrobotro", "Robot", bot=True)
    assert not [e for e in table.hub.connect(9, robot, table.now) if isinstance(e, Recall)]


def test_who_is_told_at_once_is_not_told_again() -> None:
    table = Table()
    effects = table.hub.created(terms(clock="3d"), table.now)
    assert Recall(ANN.user, GAME) in effects
    assert not [e for e in table.hub.created(terms(), table.now) if isinstance(e, Recall)]


def test_the_lobby_is_told_to_those_who_follow_it() -> None:
    table = Table()
    table.do(table.hub.lobby('{"t":"lobby"}', table.now))
    assert table.say(1, t="lobby") == {"t": "lobby"}
    table.say(2, t="lobby")
    table.say(2, t="leave-lobby")
    table.do(table.hub.lobby('{"t":"lobby","n":1}', table.now))
    assert table.heard[1][-1] == {"t": "lobby", "n": 1}
    assert table.heard[2][-1] == {"t": "lobby"}


def test_floods_are_refused_and_then_cut_off() -> None:
    table = Table()
    answers = [table.say(1, t="ping", n=n) for n in range(300)]
    assert [answer.get("t") for answer in answers[:41]] == ["pong"] * 40 + ["refused"]
    assert answers[40]["code"] == "too-fast"
    assert answers[-1] == {}
    assert table.closed() == [(1, FLOOD)]
    assert table.say(2, t="ping", n=1)["t"] == "pong"
    table.now += 1_000
    assert [table.say(1, t="ping").get("t") for _ in range(21)].count("pong") == 20


def test_who_is_silent_is_gone() -> None:
    table = Table()
    table.tick(40_000)
    table.say(1, t="ping")
    table.tick(40_000)
    assert table.closed() == [(2, IDLE), (3, IDLE), (4, IDLE)]


def test_a_client_follows_so_many_games_and_no_more() -> None:
    table = Table()
    for number in range(65):
        table.now += 1_000
        table.games[f"{number:010}"] = terms()
        answer = table.say(1, t="watch", game=f"{number:010}")
    assert (answer["t"], answer.get("code")) == ("refused", "too-many")


def test_games_that_nobody_needs_are_forgotten() -> None:
    table = Table(terms(clock="none")).follow()
    for client in table.heard:
        table.say(client, t="leave", game=GAME)
    loads = [each for each in table.effects if isinstance(each, Load)]
    table.tick(61_000)
    table.say(1, t="watch", game=GAME)
    assert len([each for each in table.effects if isinstance(each, Load)]) == len(loads) + 1


def test_nothing_of_a_forgotten_game_waits_to_be_collected() -> None:
    table = Table(terms(clock="3d")).follow().play("12", "23")
    game = table.hub._tables[GAME].game
    assert game
    assert game.match.root.children
    for client in table.heard:
        table.say(client, t="leave", game=GAME)
    table.tick(61_000)
    assert not game.match.root.children
    assert not table.hub._alarms._set


def test_what_is_overdue_in_the_store_is_seen_to() -> None:
    table = Table()
    table.now += 30_000
    table.do(table.hub.overdue([GAME], table.now))
    assert [entry.kind for entry in table.log] == [Kind.ABORT]


def test_a_server_that_stops_says_so() -> None:
    table = Table()
    table.do(table.hub.stop(500, table.now))
    assert all(heard[-1] == {"t": "bye", "again": 500} for heard in table.heard.values())
    assert table.closed() == [(client, STOPPING) for client in (1, 2, 3, 4)]


@pytest.mark.parametrize("said", [{"t": "watch"}, {"t": "do", "game": GAME}, {"t": 1}, {}])
def test_whatever_is_said_is_answered(said: dict[str, Any]) -> None:
    table = Table()
    assert table.say(1, **said)["t"] == "refused"


def test_those_who_are_gone_are_passed_over() -> None:
    table = Table().follow()
    table.is_held = True
    table.wish(1, "move", "12")
    table.do(table.hub.disconnect(1, table.now))
    assert table.hub.disconnect(1, table.now) == []
    assert table.hub.receive(1, "{}", table.now) == []
    table.release()
    assert table.heard[2][-1]["entries"][0]["b"] == "12"
    assert json.loads(table.published("entries")[0])["game"] == GAME
