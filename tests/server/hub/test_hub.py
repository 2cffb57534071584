"""The hub: every request is answered, and clients are sent only what is stored."""

import json
from itertools import product
from typing import Any

import pytest
from msgspec import to_builtins

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.commands import CLAIMS, Downtime
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Identity
from qttt.server.hub import clients
from qttt.server.hub.bus_messages import (
    LOBBY_CHANNEL,
    EntriesStored,
    GameCalledOff,
    GameCreated,
    GamePresence,
    LobbyChanged,
    MessagesLost,
    PresenceReport,
    game_channel,
    user_channel,
)
from qttt.server.hub.effects import (
    CancelSearch,
    CheckMissedGames,
    ChooseMove,
    CloseCode,
    Load,
    LogError,
    Publish,
    Subscribe,
)
from qttt.server.hub.game_actors import IDLE_GAME_TTL_MS
from qttt.server.lobby.lobby import MAX_LISTED
from qttt.server.net.runner import LOBBY_UPDATE_S
from qttt.server.protocol.outgoing import PlayerPhrase

from .helpers import ANN, BOB, CARL, GAME, NOW, HubDriver, listed_game, listed_seek, terms, tick


def test_clients_are_greeted() -> None:
    driver = HubDriver()
    hello = {"t": "hello", "now": NOW, "version": "test"}
    who = {"name": "Anna", "level": None, "bot": False, "user": ANN.user}
    assert driver.received[1] == [{**hello, "who": who}]
    assert driver.received[4] == [{**hello, "who": None}]


def test_watch_sends_the_missing_entries() -> None:
    driver = HubDriver().follow().play("12", "23")
    whole = driver.send(3, t="watch", game=GAME)
    assert [entry["b"] for entry in whole["entries"]] == ["12", "23"]
    assert (whole["seat"], whole["watching"], whole["present"]) == (None, 2, ["O", "X"])
    assert whole["clock"] == {"x": 60_000, "o": 60_000, "running": "X", "deadline": NOW + 61_000}
    assert [e["v"] for e in driver.send(2, t="watch", game=GAME, have=1)["entries"]] == [2]
    assert driver.send(1, t="watch", game=GAME, have=99)["entries"] == whole["entries"]
    assert driver.send(1, t="watch", game=GAME, have=2)["seat"] == "X"


def test_a_move_is_sent_to_all_and_acknowledged_to_its_player() -> None:
    driver = HubDriver().follow()
    before = {client: len(messages) for client, messages in driver.received.items()}
    driver.submit(1, "move", "21", id="mine")
    new = {client: messages[before[client] :] for client, messages in driver.received.items()}
    entry = {"v": 1, "k": "move", "s": "X", "b": "12", "at": NOW, "spent": 0, "id": "mine"}
    assert new[1][0] == {"t": "done", "id": "mine", "game": GAME, "version": 1}
    assert [each["t"] for each in new[1]] == ["done", "entries"]
    assert new[2] == new[3] == new[4] == new[1][1:]
    assert new[2][0]["entries"] == [entry]


def test_nothing_is_sent_before_it_is_stored() -> None:
    driver = HubDriver().follow()
    driver.store_is_held = True
    before = {client: len(messages) for client, messages in driver.received.items()}
    assert driver.submit(1, "move", "12") == {}
    assert driver.send(4, t="watch", game=GAME) == {}
    assert before == {client: len(messages) for client, messages in driver.received.items()}
    driver.release()
    assert driver.received[1][-2]["t"] == "done"
    assert len(driver.received[4][-1]["entries"]) == 1


@pytest.mark.parametrize(("client", "kind"), list(product((1, 2, 3, 4), EntryKind)), ids=str)
def test_permissions(client: int, kind: EntryKind) -> None:
    """No role can execute a command for another player or for the server."""
    driver = HubDriver().follow().play("12", "23")
    driver.submit(1 if client == 2 else 2, "offer-draw", id="draw")
    driver.submit(1 if client == 2 else 2, "offer-takeback", id="back")
    log = list(driver.log)
    answer = driver.submit(client, kind, "45" if kind is EntryKind.MOVE else "", id="try")
    if answer["t"] == "done":
        (entry,) = driver.log[len(log) :]
        assert (entry.seat, entry.kind) == ({1: "X", 2: "O"}[client], kind)
    else:
        assert driver.log == log
        expected = {"not-seated", "unreadable"} if client > 2 else set(REFUSED[client][kind])
        assert answer["code"] in expected


REFUSED: dict[int, dict[EntryKind, list[str]]] = {
    client: {
        EntryKind.TOSS: ["unreadable"],
        EntryKind.FLAG: ["unreadable"],
        EntryKind.DOWNTIME: ["unreadable"],
        EntryKind.ABORT: ["too-late-to-abort"],
        EntryKind.OFFER_DRAW: ["already-offered"],
        EntryKind.OFFER_TAKEBACK: ["already-offered"],
        EntryKind.OFFER_REMATCH: ["game-goes-on"],
        EntryKind.ACCEPT_REMATCH: ["no-offer"],
        EntryKind.DECLINE_REMATCH: ["no-offer"],
        **{kind: ["not-away"] for kind in CLAIMS},
        **({EntryKind.MOVE: ["not-your-turn"]} if client == 2 else {}),
    }
    for client in (1, 2)
}


def test_a_command_is_executed_once() -> None:
    driver = HubDriver().follow()
    first = driver.submit(1, "move", "12", id="mine", at=0)
    assert driver.submit(1, "move", "12", id="mine", at=0) == first
    assert len(driver.log) == 1
    assert driver.submit(2, "move", "23", id="mine")["code"] == "not-allowed"


def test_a_command_stored_by_another_process_is_acknowledged() -> None:
    driver = HubDriver().follow()
    driver.log.append(LogEntry(1, EntryKind.MOVE, "X", "12", NOW, 0, "mine"))
    driver.submit(1, "move", "12", id="mine", at=0)
    done = {"t": "done", "id": "mine", "game": GAME, "version": 1}
    assert [m["t"] for m in driver.received[1][-2:]] == ["entries", "done"]
    assert driver.received[1][-1] == done
    assert driver.received[3][-1]["entries"][0]["id"] == "mine"


def test_a_command_that_conflicts_is_rejected_after_the_new_entries() -> None:
    driver = HubDriver().follow()
    driver.log.append(LogEntry(1, EntryKind.MOVE, "X", "12", NOW, 0, "other"))
    assert driver.submit(1, "move", "23", id="mine", at=0)["t"] == "entries"
    assert driver.received[1][-1]["code"] == "stale"


def test_a_command_can_be_repeated_after_a_store_error() -> None:
    driver = HubDriver().follow()
    driver.store_is_held = True
    driver.submit(1, "move", "12", id="mine", at=0)
    (append,) = driver.held
    assert isinstance(append, AppendRequest)
    driver.log += append.entries  # it was stored, and the answer is lost
    driver.execute(driver.hub.on_store_error(append, driver.now))
    assert driver.received[1][-1]["code"] == "unavailable"
    assert driver.received[1][-1]["id"] == "mine"
    driver.store_is_held = False
    driver.tick(2_000)
    messages = [message for message in driver.received[2] if message["t"] == "entries"]
    assert messages[-1]["entries"][0]["id"] == "mine"
    assert driver.submit(1, "move", "12", id="mine", at=0)["t"] == "done"
    assert len(driver.log) == 1


def test_an_unavailable_store_is_retried() -> None:
    driver = HubDriver()
    driver.store_is_held = True
    driver.send(1, t="watch", game=GAME)
    driver.execute(driver.hub.on_store_error(Load(GAME), driver.now))
    assert driver.received[1][-1]["code"] == "unavailable"
    driver.store_is_held = False
    assert driver.send(1, t="watch", game=GAME) == {}
    driver.tick(1_000)
    assert driver.received[1][-1]["t"] == "game"


def test_an_unknown_game_is_rejected() -> None:
    driver = HubDriver()
    assert driver.send(1, t="watch", game="nosuchgame")["code"] == "no-such-game"
    assert driver.send(1, t="do", game="nosuchgame", id="a", at=0, kind="resign")["id"] == "a"


def test_a_damaged_game_is_reported() -> None:
    driver = HubDriver()
    driver.log.append(LogEntry(2, EntryKind.MOVE, "X", "12", NOW))
    assert driver.send(1, t="watch", game=GAME)["code"] == "unavailable"
    (report,) = [effect for effect in driver.effects if isinstance(effect, LogError)]
    assert report.message.startswith(f"game {GAME} cannot be loaded: ")


def test_clocks_are_charged_until_a_command_arrives() -> None:
    driver = HubDriver().follow().play("12", "23")
    driver.wait(5_000)
    driver.store_is_held = True
    driver.submit(1, "move", "45")
    driver.now += 20_000
    driver.release()
    assert (driver.log[-1].spent, driver.log[-1].at) == (5_000, NOW + 5_000)


def test_a_timeout_is_flagged_by_a_timer() -> None:
    driver = HubDriver().follow().play("12", "23")
    driver.tick(60_999)
    assert len(driver.log) == 2
    driver.tick(1)
    assert (driver.log[-1].kind, driver.log[-1].seat) == (EntryKind.FLAG, "X")
    assert driver.published(LobbyChanged)


def test_a_timeout_is_flagged_before_a_late_command() -> None:
    driver = HubDriver().follow().play("12", "23")
    driver.wait(61_000)
    assert driver.submit(1, "move", "45")["t"] == "entries"
    assert driver.received[1][-1]["code"] == "game-over"
    assert driver.log[-1].kind is EntryKind.FLAG


def test_downtime_is_refunded_before_anything_else() -> None:
    driver = HubDriver()
    moves = ("X", "12"), ("O", "23")
    driver.log += [LogEntry(n, EntryKind.MOVE, s, b, NOW) for n, (s, b) in enumerate(moves, 1)]
    driver.now = NOW + 90_500
    driver.beat(Downtime(NOW + 1_000, NOW + 90_000))
    driver.follow()
    assert (driver.log[-1].kind, driver.log[-1].body) == (EntryKind.DOWNTIME, "89000")
    assert driver.received[1][-1]["clock"]["x"] == 60_000 - 1_500


def test_coins_are_tossed() -> None:
    driver = HubDriver(terms("qubic3")).follow().play("12", "12")
    assert [entry.kind for entry in driver.log] == [EntryKind.MOVE, EntryKind.MOVE, EntryKind.TOSS]


def test_engines_move_and_answer_offers() -> None:
    driver = HubDriver(terms(o=Identity("", "Easy", "easy"))).follow()
    driver.submit(1, "move", "12")
    assert [(e.kind, e.seat, e.id) for e in driver.log[1:]] == [(EntryKind.MOVE, "O", "")]
    driver.submit(1, "offer-draw")
    driver.submit(1, "offer-takeback")
    driver.submit(1, "resign")
    driver.submit(1, "offer-rematch")
    assert [entry.kind for entry in driver.log[2:]] == [
        EntryKind.OFFER_DRAW, EntryKind.DECLINE_DRAW,
        EntryKind.OFFER_TAKEBACK, EntryKind.ACCEPT_TAKEBACK,
        EntryKind.ABORT, EntryKind.OFFER_REMATCH, EntryKind.ACCEPT_REMATCH,
    ]  # fmt: skip


def held_search(clock: str) -> tuple[HubDriver, ChooseMove]:
    """Let Ann move against an engine, for which the test answers."""
    driver = HubDriver(terms(clock=clock, o=Identity("", "Hard", "hard")))
    driver.engine_is_held = True
    driver.send(1, t="watch", game=GAME)
    driver.submit(1, "move", "12")
    (search,) = [effect for effect in driver.effects if isinstance(effect, ChooseMove)]
    return driver, search


def cancelled(driver: HubDriver) -> int:
    return sum(isinstance(effect, CancelSearch) for effect in driver.effects)


def test_a_search_names_the_engine_s_opponent() -> None:
    assert held_search("60+0")[1].user == ANN.user


def test_nothing_is_taken_back_when_the_time_is_up() -> None:
    """Only lag could have saved the player, who asks for a takeback instead of moving."""
    driver = HubDriver(terms(o=Identity("", "Easy", "easy"))).follow().play("12")
    driver.wait(60_500)
    assert driver.submit(1, "offer-takeback")["code"] == "no-time-left"
    driver.tick(500)
    assert [entry.kind for entry in driver.log[2:]] == [EntryKind.FLAG]


def test_engines_stop_when_the_game_ends() -> None:
    driver, search = held_search("60+0")
    driver.submit(1, "abort")
    assert cancelled(driver) == 1
    driver.execute(driver.hub.on_move_chosen(GAME, search.version, "23", driver.now))
    assert [entry.kind for entry in driver.log] == [EntryKind.MOVE, EntryKind.ABORT]


def test_an_engine_without_time_waits_for_the_end() -> None:
    """Only lag, which an engine does not have, could save a player then."""
    driver = HubDriver(terms(o=Identity("", "Easy", "easy"))).follow().play("59")
    driver.engine_is_held = True
    driver.play("34")
    search = [effect for effect in driver.effects if isinstance(effect, ChooseMove)][-1]
    driver.wait(60_500)
    driver.effects.clear()
    driver.execute(driver.hub.on_move_chosen(GAME, search.version, "67", driver.now))
    assert driver.effects == []
    driver.tick(500)
    assert (driver.log[-1].kind, driver.log[-1].seat) == (EntryKind.FLAG, "O")


def test_the_answer_of_an_outdated_search_is_ignored() -> None:
    driver, search = held_search("60+0")
    driver.submit(1, "offer-takeback")
    driver.submit(1, "move", "45")
    searches = [effect for effect in driver.effects if isinstance(effect, ChooseMove)]
    assert len(searches) == 2
    driver.execute(driver.hub.on_move_chosen(GAME, search.version, "23", driver.now))
    assert [effect for effect in driver.effects if isinstance(effect, ChooseMove)] == searches
    driver.execute(driver.hub.on_move_chosen(GAME, searches[1].version, "56", driver.now))
    assert (driver.log[-1].seat, driver.log[-1].body) == ("O", "56")


def test_without_a_clock_a_search_is_cancelled_if_there_are_no_followers() -> None:
    driver, search = held_search("none")
    driver.execute(driver.hub.disconnect(1, driver.now))
    assert cancelled(driver) == 1
    driver.received[9] = []
    driver.execute(driver.hub.connect(9, ANN, driver.now))
    driver.send(9, t="watch", game=GAME)
    assert [effect for effect in driver.effects if isinstance(effect, ChooseMove)] == [
        search,
        search,
    ]


def test_with_a_clock_a_search_continues_without_followers() -> None:
    driver, search = held_search("60+0")
    driver.execute(driver.hub.disconnect(1, driver.now))
    assert cancelled(driver) == 0
    driver.execute(driver.hub.on_move_chosen(GAME, search.version, "23", driver.now))
    assert driver.log[-1].body == "23"


def test_a_rematch_starts() -> None:
    driver = HubDriver().follow()
    driver.submit(1, "resign")
    driver.submit(2, "offer-rematch")
    assert driver.submit(1, "accept-rematch")["t"] == "done"
    assert driver.log[-1].body == "game000002"
    assert (driver.games["game000002"].x, driver.games["game000002"].o) == (BOB, ANN)
    started = {"t": "started", "game": "game000002"}
    assert (driver.received[1][-1], driver.received[2][-1]) == (started, started)
    assert started not in driver.received[3]
    assert [each.user for each in driver.published(GameCreated)] == [BOB.user, ANN.user]


def test_a_rematch_is_announced_when_it_is_stored() -> None:
    driver = HubDriver().follow()
    driver.submit(1, "resign")
    driver.submit(2, "offer-rematch")
    driver.store_is_held = True
    assert driver.submit(1, "accept-rematch") == {}
    assert driver.received[2][-1]["entries"][-1]["k"] == "offer-rematch"
    driver.release()
    assert [each["t"] for each in driver.received[1][-3:]] == ["done", "entries", "started"]
    assert driver.send(2, t="watch", game="game000002")["seat"] == "X"


def test_entries_of_other_processes_are_sent() -> None:
    one, other = HubDriver().follow(), HubDriver().follow()
    one.play("12", "23")
    other.receive(*one.published(EntriesStored))
    assert [m["entries"][0]["b"] for m in other.received[3] if m["t"] == "entries"] == ["12", "23"]
    assert not other.log


def abort(driver: HubDriver) -> LogEntry:
    """Let a class room call the game off in the store."""
    entry = LogEntry(len(driver.log) + 1, EntryKind.ABORT, "", "round", driver.now)
    driver.log.append(entry)
    return entry


def test_a_game_that_is_called_off_is_loaded_and_sent_in_all_processes() -> None:
    one, other = HubDriver().follow(), HubDriver().follow()
    one.play("12", "23")
    other.log = one.log
    other.receive(*one.published(EntriesStored))
    entry = abort(one)
    one.execute(one.hub.on_called_off([GAME, "unknown000"], one.now))
    other.receive(*one.published(GameCalledOff))
    for driver in (one, other):
        for client in (1, 2, 3, 4):
            last = driver.received[client][-1]["entries"]
            assert [(e["v"], e["k"], e["b"]) for e in last] == [(3, "abort", entry.body)]
    refused = one.submit(1, "move", "45")
    assert (refused["code"], refused["message"]) == ("game-over", "the game is over, * (aborted)")
    assert one.log == [*one.log[:2], entry]


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_move_on_its_way_when_the_game_is_called_off(is_stored: bool) -> None:
    """It is stored before, or it conflicts."""
    driver = HubDriver().follow()
    driver.play("12")
    driver.store_is_held = True
    driver.submit(2, "move", "23")
    if is_stored:
        driver.release()
        driver.store_is_held = True
    abort(driver)
    driver.execute(driver.hub.on_called_off([GAME], driver.now))
    driver.release()
    kinds = ["move", "move", "abort"] if is_stored else ["move", "abort"]
    assert [entry.kind for entry in driver.log] == kinds
    for client in (1, 2, 3):
        sent = [m["entries"] for m in driver.received[client] if m["t"] == "entries"]
        assert [entry["k"] for entries in sent for entry in entries] == kinds
    answers = [m["t"] for m in driver.received[2] if m["t"] in ("done", "refused")]
    assert answers == ["done" if is_stored else "refused"]


def test_missing_entries_are_loaded() -> None:
    one, other = HubDriver().follow(), HubDriver().follow()
    one.play("12", "23")
    other.log = one.log
    other.receive(one.published(EntriesStored)[1])
    assert [entry["b"] for entry in other.received[3][-1]["entries"]] == ["12", "23"]


def test_phrases_are_limited_to_players_and_rate_limited() -> None:
    driver = HubDriver().follow()
    refused = driver.send(3, t="phrase", game=GAME, n=1)
    assert refused["code"] == "not-seated"
    assert refused["message"] == "only the players of a game can send phrases"
    assert driver.send(1, t="phrase", game=GAME, n=8) == {
        "t": "phrase", "game": GAME, "seat": "X", "n": 8,
    }  # fmt: skip
    answers = [driver.send(1, t="phrase", game=GAME, n=2) for _ in range(4)]
    assert [answer["t"] for answer in answers] == ["phrase"] * 3 + ["refused"]
    assert answers[-1]["code"] == "too-fast"
    other = HubDriver().follow()
    other.receive(driver.published(PlayerPhrase)[0])
    assert other.received[4][-1]["n"] == 8


def test_presence_is_sent_once_a_second() -> None:
    driver = HubDriver().follow()
    driver.tick(1_000)
    assert driver.received[1][-1] == {
        "t": "presence",
        "game": GAME,
        "present": ["O", "X"],
        "watching": 2,
    }
    driver.execute(driver.hub.disconnect(2, driver.now))
    driver.send(3, t="leave", game=GAME)
    driver.tick(1_000)
    assert driver.received[1][-1] == {
        "t": "presence",
        "game": GAME,
        "present": ["X"],
        "watching": 1,
    }
    assert driver.received[3][-1]["watching"] == 2


def test_presence_includes_all_processes() -> None:
    one, other, third = (
        HubDriver(process=name, refresh=60_000) for name in ("one", "two", "three")
    )
    one.send(1, t="watch", game=GAME)
    one.send(4, t="watch", game=GAME)
    tick(1_000, one, other, third)
    other.send(2, t="watch", game=GAME)
    third.send(3, t="watch", game=GAME)
    for _ in range(3):
        tick(1_000, one, other, third)
    presence = {"t": "presence", "game": GAME, "present": ["O", "X"], "watching": 2}
    assert one.received[1][-1] == other.received[2][-1] == third.received[3][-1] == presence
    third.execute(third.hub.disconnect(3, third.now))
    tick(1_000, third, other, one)
    assert one.received[1][-1] == other.received[2][-1] == {**presence, "watching": 1}
    assert game_channel(GAME) not in third.channels
    third.send(4, t="watch", game=GAME)
    for _ in range(3):
        tick(1_000, one, other, third)
    assert one.received[1][-1] == other.received[2][-1] == third.received[4][-1] == presence


def test_a_client_that_follows_while_another_leaves_learns_who_is_present() -> None:
    one, other = two_processes()
    other.send(2, t="leave", game=GAME)
    other.store_is_held = True
    other.send(2, t="watch", game=GAME)
    tick(1_000, other, one)
    other.release()
    for _ in range(2):
        tick(1_000, other, one)
    assert one.received[1][-1]["present"] == other.received[2][-1]["present"] == ["O", "X"]


def two_processes() -> tuple[HubDriver, HubDriver]:
    """Return processes with one player each, who know of each other."""
    game = terms(clock="none")
    one, other = (HubDriver(game, process=name, refresh=60_000) for name in ("one", "two"))
    one.send(1, t="watch", game=GAME)
    other.send(2, t="watch", game=GAME)
    for _ in range(3):
        tick(1_000, one, other)
    assert one.received[1][-1]["present"] == other.received[2][-1]["present"] == ["O", "X"]
    return one, other


def test_an_answer_has_the_presence_that_other_processes_know() -> None:
    """A follower who comes and goes between two reports would otherwise be counted for ever."""
    one, _ = two_processes()
    one.send(3, t="watch", game=GAME)
    spectator = GamePresence(frozenset(), 1, frozenset())
    one.receive(PresenceReport(GAME, "three", spectator, "process:three"))
    assert one.published(PresenceReport)[-1].presence.watching == 0
    one.send(3, t="leave", game=GAME)
    tick(1_000, one)
    assert one.published(PresenceReport)[-1].presence.watching == 0


def test_the_last_follower_of_a_quiet_game_is_reported_as_gone() -> None:
    one = HubDriver(refresh=600_000, process="one")
    one.send(3, t="watch", game=GAME)
    one.tick(1_000)
    assert one.published(PresenceReport)[-1].presence.watching == 1
    one.tick(IDLE_GAME_TTL_MS + 1_000)
    one.send(3, t="leave", game=GAME)
    one.tick(1_000)
    assert one.hub.game_count == 0
    assert one.published(PresenceReport)[-1].presence.watching == 0


def test_unchanged_presence_is_not_published() -> None:
    one, other = two_processes()
    before = len(one.effects), len(other.effects)
    for _ in range(30):
        tick(1_000, one, other)
    assert not [e for e in one.effects[before[0] :] if isinstance(e, Publish)]
    assert not [e for e in other.effects[before[1] :] if isinstance(e, Publish)]


def test_the_presence_of_a_dead_process_expires() -> None:
    one, _ = two_processes()
    before = len(one.received[1])
    for alive in ({"one", "two"}, {"one"}, {"one"}):
        one.keep(alive)
        tick(1_000, one)
    assert [each["present"] for each in one.received[1][before:]] == [["X"]]


def test_a_process_can_report_before_it_is_listed_as_alive() -> None:
    one, other = two_processes()
    other.execute(other.hub.set_process("two again"))
    known = one.hub.known_processes
    tick(1_000, one, other)  # meanwhile a list is read that lacks the new id
    one.execute(one.hub.keep_processes(frozenset({"one", "two"}), known, one.now))
    one.keep({"one", "two again"})
    for _ in range(2):
        tick(1_000, one, other)
    assert one.received[1][-1]["present"] == ["O", "X"]


def test_a_process_that_may_have_missed_messages_exchanges_presence_again() -> None:
    one, other = two_processes()
    one.send(3, t="watch", game=GAME)
    one.tick(1_000)
    other.execute(other.hub.disconnect(2, other.now))
    other.send(4, t="watch", game=GAME)
    other.tick(1_000)
    one.lose()
    other.lose()
    one.execute(one.hub.set_process("one again"))
    for _ in range(2):
        tick(1_000, one, other)
    for driver in (one, other):
        driver.keep({"one again", "two"})
    for _ in range(2):
        tick(1_000, one, other)
    presence = {"t": "presence", "game": GAME, "present": ["X"], "watching": 2}
    assert one.received[1][-1] == other.received[4][-1] == presence


def test_entries_whose_messages_were_lost_are_loaded() -> None:
    one, other = two_processes()
    for driver in (one, other):
        driver.keep({"one", "two"})
    one.submit(1, "move", "12")
    one.lose()
    other.log = list(one.log)
    other.receive(MessagesLost(game_channel(GAME)))
    assert [entry["v"] for entry in other.received[2][-1]["entries"]] == [1]
    one.submit(2, "move", "23")
    one.lose()
    other.log = list(one.log)
    other.keep({"two"})  # the other died
    assert [entry["v"] for entry in other.received[2][-1]["entries"]] == [2]


def test_a_user_whose_messages_were_lost_is_notified_of_games() -> None:
    driver = HubDriver(process="one", refresh=60_000)
    driver.receive(MessagesLost(user_channel(ANN.user)))
    assert driver.effects[-1] == CheckMissedGames(ANN.user)


def test_a_process_subscribes_before_it_loads_and_while_a_client_follows() -> None:
    driver = HubDriver(process="one", refresh=60_000)
    before = len(driver.effects)
    driver.send(1, t="watch", game=GAME)
    driver.send(2, t="watch", game=GAME)
    assert driver.effects[before : before + 2] == [Subscribe(game_channel(GAME)), Load(GAME)]
    driver.send(1, t="leave", game=GAME)
    assert game_channel(GAME) in driver.channels
    driver.send(2, t="leave", game=GAME)
    assert game_channel(GAME) not in driver.channels


def test_a_game_that_nobody_followed_is_loaded_for_its_next_follower() -> None:
    one, other = two_processes()
    other.send(2, t="leave", game=GAME)
    one.submit(1, "move", "12")
    other.log = one.log
    assert len(other.send(2, t="watch", game=GAME)["entries"]) == 1


def test_the_lobby_is_loaded_for_its_first_follower() -> None:
    driver = HubDriver()
    driver.lobby = [listed_seek("s1", "Ann")], []
    assert [seek["seek"] for seek in driver.send(4, t="lobby")["seeks"]] == ["s1"]
    assert LOBBY_CHANNEL in driver.channels
    driver.send(4, t="leave-lobby")
    assert not driver.hub.has_lobby_followers
    assert LOBBY_CHANNEL not in driver.channels
    driver.lobby = [listed_seek("s2", "Bob")], []
    assert [seek["seek"] for seek in driver.send(1, t="lobby")["seeks"]] == ["s2"]


def test_clients_wait_for_the_first_load_of_the_lobby() -> None:
    driver = HubDriver()
    driver.lobby_is_held = True
    assert driver.send(1, t="lobby") == driver.send(2, t="lobby") == driver.send(3, t="lobby") == {}
    driver.send(3, t="leave-lobby")
    driver.update_lobby()
    assert [driver.received[client][-1]["t"] for client in (1, 2, 3)] == ["lobby", "lobby", "hello"]


def test_users_are_notified_of_missed_games() -> None:
    driver = HubDriver()
    checks = [e for e in driver.effects if isinstance(e, CheckMissedGames)]
    assert checks == [CheckMissedGames(who.user) for who in (ANN, BOB, CARL)]
    driver.execute(driver.hub.on_missed_game(ANN.user, GAME, driver.now))
    assert driver.received[1][-1] == {"t": "started", "game": GAME}
    robot = Identity("robotrobotro", "Robot", bot=True)
    assert not [
        e for e in driver.hub.connect(9, robot, driver.now) if isinstance(e, CheckMissedGames)
    ]


def test_a_notified_user_is_not_notified_again() -> None:
    driver = HubDriver()
    effects = driver.hub.on_game_created(terms(clock="3d"), driver.now)
    assert CheckMissedGames(ANN.user, GAME) in effects
    assert not [
        e
        for e in driver.hub.on_game_created(terms(), driver.now)
        if isinstance(e, CheckMissedGames)
    ]


def update_lobby(driver: HubDriver, seeks: dict[str, str], *games: str) -> None:
    """Let the lobby have these seeks, with names, and games."""
    listed = [listed_seek(seek, who) for seek, who in seeks.items()]
    driver.lobby = listed, [*map(listed_game, games)]
    driver.update_lobby()


def test_the_lobby_is_sent_once_and_then_its_changes() -> None:
    driver = HubDriver()
    assert driver.send(4, t="lobby") == {"t": "lobby", "seeks": [], "games": [], "online": 4}
    update_lobby(driver, {"s1": "Ann", "s2": "Guest 1"}, "g1", "g2")
    seeks = [to_builtins(listed_seek("s1", "Ann")), to_builtins(listed_seek("s2", "Guest 1"))]
    games = [to_builtins(listed_game("g1")), to_builtins(listed_game("g2"))]
    listed = {"seeks": seeks, "games": games, "online": 4}
    assert driver.received[4][-1] == {"t": "lobby-changes", **listed, "removed": []}
    assert driver.send(1, t="lobby") == {"t": "lobby", **listed}
    update_lobby(driver, {"s2": "Bob", "s3": "Carl"}, "g2")
    changes = {
        "t": "lobby-changes",
        "seeks": [to_builtins(listed_seek("s2", "Bob")), to_builtins(listed_seek("s3", "Carl"))],
        "games": [],
        "removed": ["g1", "s1"],
        "online": 4,
    }
    assert driver.received[1][-1] == driver.received[4][-1] == changes


def test_an_unchanged_lobby_is_not_sent() -> None:
    driver = HubDriver()
    for client in (1, 2):
        driver.send(client, t="lobby")
    driver.send(2, t="leave-lobby")
    for seeks in ({"s1": "Ann"}, {"s1": "Ann"}):
        update_lobby(driver, seeks)
    assert [m["t"] for m in driver.received[1]] == ["hello", "lobby", "lobby-changes"]
    assert [m["t"] for m in driver.received[2]] == ["hello", "lobby"]


def test_an_hour_in_a_busy_lobby_is_a_few_megabytes() -> None:
    """With each update, a seek and a game are replaced by others."""
    driver = HubDriver()

    def size_of(seek: int, game: int) -> int:
        """Update the lobby, and return the size of the message about it."""
        seeks = dict.fromkeys(map(str, range(seek, seek + MAX_LISTED)), "A name of 20 letters")
        update_lobby(driver, seeks, *map(str, range(game, game + MAX_LISTED)))
        return len(json.dumps(driver.received[4][-1], separators=(",", ":")))

    size_of(0, 0)
    driver.send(4, t="lobby")
    whole, change = size_of(0, 0), size_of(1, 1)
    hour = whole + change * int(3600 / LOBBY_UPDATE_S)
    print(f"the lobby: {whole} bytes, then {change} with each change: {hour} an hour")
    assert whole < 24_000
    assert hour < 2_000_000


def test_the_lobby_is_charged_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "ANSWER_BYTES", 10)
    driver = HubDriver()
    update_lobby(driver, {f"{number}": "somebody" for number in range(100)})
    assert driver.send(4, t="lobby")["t"] == "lobby"
    assert driver.send(4, t="lobby")["code"] == "too-fast"


def test_floods_are_refused_and_then_disconnected() -> None:
    driver = HubDriver()
    answers = [driver.send(1, t="ping", n=n) for n in range(300)]
    assert [answer.get("t") for answer in answers[:41]] == ["pong"] * 40 + ["refused"]
    assert answers[40]["code"] == "too-fast"
    assert answers[40]["message"] == "too many messages: wait a second"
    assert answers[-1] == {}
    assert set(driver.closed()) == {(1, CloseCode.FLOOD)}
    assert driver.send(2, t="ping", n=1)["t"] == "pong"
    driver.now += 1_000
    assert [driver.send(1, t="ping").get("t") for _ in range(21)].count("pong") == 20


def test_what_is_sent_too_fast_is_named() -> None:
    driver = HubDriver()
    for n in range(40):
        driver.send(1, t="ping", n=n)
    watched = driver.send(1, t="watch", game=GAME)
    command = driver.send(1, t="do", game=GAME, id="a", at=0, kind="move", body="12")
    malformed = driver.send(1, t="do", game="?", id=7)
    refused = [(each["code"], each["game"], each["id"]) for each in (watched, command, malformed)]
    assert refused == [("too-fast", *who) for who in ((GAME, None), (GAME, "a"), (None, None))]


def test_a_flood_that_pauses_for_single_messages_is_disconnected() -> None:
    driver = HubDriver()
    for _ in range(400):
        driver.send(1, t="ping")
        driver.now += 10
    assert (1, CloseCode.FLOOD) in driver.closed()


def test_large_answers_are_charged_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "ANSWER_BYTES", 100)
    driver = HubDriver().follow()
    driver.now += 10_000
    answers = [driver.send(4, t="watch", game=GAME) for _ in range(40)]
    size = len(json.dumps(answers[0], separators=(",", ":")))
    assert [answer.get("code") for answer in answers].count(None) == 40 // (1 + size // 100)
    assert {answer.get("code") for answer in answers} == {None, "too-fast"}
    assert driver.send(1, t="ping")["t"] == "pong"


def test_waiting_requests_for_large_answers_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "ANSWER_BYTES", 100)
    driver = HubDriver()
    driver.store_is_held = True
    for _ in range(40):
        driver.send(4, t="watch", game=GAME)
    driver.release()
    first, *others = driver.received[4][1:]
    assert first["t"] == "game"
    assert [other["message"] for other in others] == ["too many large answers: wait a second"] * 39
    assert {other["code"] for other in others} == {"too-fast"}


def test_idle_clients_are_disconnected() -> None:
    driver = HubDriver()
    driver.tick(1_000)
    driver.tick(200_000)  # a standstill, which makes no client idle
    assert driver.closed() == []
    for _ in range(2):
        driver.send(1, t="ping")
        for _ in range(38):
            driver.tick(1_000)
        driver.tick(2_000)  # nor does it make one present
    assert set(driver.closed()) == {(n, CloseCode.IDLE) for n in (2, 3, 4)}


def followed(driver: HubDriver, client: int, count: int) -> tuple[int, dict[str, Any]]:
    """Follow ``count`` games. Return how many the client follows, and the last answer."""
    answer: dict[str, Any] = {}
    for number in range(count):
        driver.now += 1_000
        driver.games[f"{number:010}"] = terms()
        answer = driver.send(client, t="watch", game=f"{number:010}")
    return len(driver.hub._clients.clients[client].watched), answer


@pytest.mark.parametrize(
    ("client", "limit", "who"), [(1, 64, "a client"), (4, 8, "a client without a session")]
)
def test_the_games_that_a_client_follows_are_limited(client: int, limit: int, who: str) -> None:
    count, answer = followed(HubDriver(), client, limit + 1)
    assert (count, answer["t"], answer.get("code")) == (limit, "refused", "too-many")
    assert answer["message"] == f"{who} can follow at most {limit} games: leave one first"


def test_the_games_that_an_address_follows_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "MAX_WATCHED_PER_ADDRESS", 3)
    driver = HubDriver()
    for client in (5, 6, 7):
        driver.received[client] = []
        address = "192.0.2.1" if client < 7 else "192.0.2.2"
        driver.execute(driver.hub.connect(client, ANN, driver.now, address))
    assert followed(driver, 5, 2)[0] == 2
    count, answer = followed(driver, 6, 3)
    assert (count, answer["code"]) == (1, "too-many")
    assert answer["message"] == "your network follows 3 games: try again later"
    assert followed(driver, 7, 3)[0] == 3
    assert followed(driver, 1, 5)[0] == 5
    driver.send(5, t="leave", game="0000000000")
    assert followed(driver, 6, 3)[0] == 2
    driver.execute(driver.hub.end_sessions(ANN.user, "", driver.now))
    for client in driver.received:
        driver.execute(driver.hub.disconnect(client, driver.now))
    assert not driver.hub._clients._watched


def test_unused_games_are_removed_from_memory() -> None:
    driver = HubDriver(terms(clock="none")).follow()
    for client in driver.received:
        driver.send(client, t="leave", game=GAME)
    loads = [effect for effect in driver.effects if isinstance(effect, Load)]
    driver.tick(61_000)
    driver.send(1, t="watch", game=GAME)
    assert len([effect for effect in driver.effects if isinstance(effect, Load)]) == len(loads) + 1


def test_a_removed_game_leaves_no_reference_cycles() -> None:
    driver = HubDriver(terms(clock="3d")).follow().play("12", "23")
    game = driver.hub._games.by_name[GAME].game
    assert game
    assert game.match.root.children
    for client in driver.received:
        driver.send(client, t="leave", game=GAME)
    driver.tick(61_000)
    assert not game.match.root.children
    assert not driver.hub._games._timers._set


def test_deadlines_reported_by_the_store_are_checked() -> None:
    driver = HubDriver()
    driver.wait(30_000)
    driver.execute(driver.hub.check_deadlines([GAME], driver.now))
    assert [entry.kind for entry in driver.log] == [EntryKind.ABORT]


def test_clients_are_notified_of_a_shutdown() -> None:
    driver = HubDriver()
    driver.execute(driver.hub.stop(500, driver.now))
    assert all(messages[-1] == {"t": "bye", "again": 500} for messages in driver.received.values())
    assert driver.closed() == [(client, CloseCode.STOPPING) for client in (1, 2, 3, 4)]


@pytest.mark.parametrize("message", [{"t": "watch"}, {"t": "do", "game": GAME}, {"t": 1}, {}])
def test_malformed_messages_are_rejected(message: dict[str, Any]) -> None:
    driver = HubDriver()
    assert driver.send(1, **message)["t"] == "refused"


def test_commands_of_disconnected_clients_are_processed() -> None:
    driver = HubDriver().follow()
    driver.store_is_held = True
    driver.submit(1, "move", "12")
    driver.execute(driver.hub.disconnect(1, driver.now))
    assert driver.hub.disconnect(1, driver.now) == []
    assert driver.hub.receive(1, "{}", driver.now) == []
    driver.release()
    assert driver.received[2][-1]["entries"][0]["b"] == "12"
    assert driver.published(EntriesStored) == [EntriesStored(GAME, tuple(driver.log))]
