"""Class rooms as the hub sees them: who follows one is told that it has changed, and no more."""

from dataclasses import replace

from qttt.server.hub import Publish
from qttt.server.hub.hub import SWEEP

from .helpers import GAME, Table, terms

ROOM = "K7MQ2X"
HINT = {"t": "room", "room": ROOM}


def told(table: Table) -> list[int]:
    """Which clients are told of the room within a second."""
    before = {client: len(heard) for client, heard in table.heard.items()}
    table.tick(SWEEP)
    return [client for client, heard in table.heard.items() if HINT in heard[before[client] :]]


def change(table: Table, room: str = ROOM) -> None:
    table.do(table.hub.room_changed(room, table.now))


def test_who_follows_a_room_is_told_once_a_second() -> None:
    table = Table()
    table.tick(SWEEP)
    for client in (1, 4):
        assert table.say(client, t="room", room=ROOM) == {}
    for _ in range(3):
        change(table)
    change(table, "OTHER2")
    assert told(table) == [1, 4]
    assert table.heard[1].count(HINT) == 1
    assert told(table) == []
    assert table.published("room") == [ROOM] * 3 + ["OTHER2"]


def test_a_client_follows_one_room_and_may_leave_it() -> None:
    table = Table()
    for client in (1, 2, 3):
        table.say(client, t="room", room=ROOM)
    table.say(1, t="room", room="OTHER2")
    table.say(2, t="leave-room")
    table.say(4, t="leave-room")
    change(table)
    assert told(table) == [3]
    table.do(table.hub.disconnect(3, table.now))
    change(table)
    assert told(table) == []


def test_another_process_tells_of_a_room() -> None:
    table = Table()
    table.say(1, t="room", room=ROOM)
    table.do(table.hub.heard("room", ROOM, table.now))
    assert told(table) == [1]
    assert not table.published("room")


def test_a_game_that_ends_changes_its_room() -> None:
    table = Table(replace(terms(), room=ROOM)).follow().play("12", "23")
    table.say(3, t="room", room=ROOM)
    assert told(table) == []
    table.wish(1, "resign")
    assert Publish("room", ROOM) in table.effects
    assert told(table) == [3]


def test_nobody_talks_in_a_class_room() -> None:
    table = Table(replace(terms(), room=ROOM)).follow()
    refused = table.say(1, t="phrase", game=GAME, n=1)
    assert (refused["code"], refused["message"]) == (
        "not-allowed",
        "nobody talks in the games of a class room",
    )
    assert not table.published("phrase")


def test_the_room_arranges_the_next_game() -> None:
    table = Table(replace(terms(), room=ROOM)).follow().play("12", "23")
    table.wish(1, "resign")
    assert table.wish(1, "offer-rematch")["code"] == "not-allowed"
