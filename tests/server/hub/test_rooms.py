"""Class rooms in the hub: followers are notified that a room has changed."""

from dataclasses import replace

from qttt.server.hub.bus_messages import MessagesLost
from qttt.server.hub.effects import Publish, ReadPoll
from qttt.server.hub.followers import POLL_INTERVAL_MS
from qttt.server.hub.hub import SWEEP_INTERVAL_MS
from qttt.server.protocol.outgoing import PlayerPhrase, PollProgress, RoomChanged

from .helpers import GAME, HubDriver, terms

ROOM = "K7MQ2X"
NOTIFICATION = {"t": "room", "room": ROOM}


def notified(driver: HubDriver) -> list[int]:
    """Return the clients that are notified of the room within a second."""
    before = {client: len(messages) for client, messages in driver.received.items()}
    driver.tick(SWEEP_INTERVAL_MS)
    return [
        client
        for client, messages in driver.received.items()
        if NOTIFICATION in messages[before[client] :]
    ]


def change(driver: HubDriver, room: str = ROOM) -> None:
    driver.execute(driver.hub.on_room_changed(room, driver.now))


def test_followers_of_a_room_are_notified_once_a_second() -> None:
    driver = HubDriver()
    driver.tick(SWEEP_INTERVAL_MS)
    for client in (1, 4):
        assert driver.send(client, t="room", room=ROOM) == {}
    for _ in range(3):
        change(driver)
    change(driver, "OTHER2")
    assert notified(driver) == [1, 4]
    assert driver.received[1].count(NOTIFICATION) == 1
    assert notified(driver) == []
    assert driver.published(RoomChanged) == [RoomChanged(ROOM)] * 3 + [RoomChanged("OTHER2")]


def test_a_client_follows_one_room_and_can_leave_it() -> None:
    driver = HubDriver()
    for client in (1, 2, 3):
        driver.send(client, t="room", room=ROOM)
    driver.send(1, t="room", room="OTHER2")
    driver.send(2, t="leave-room")
    driver.send(4, t="leave-room")
    change(driver)
    assert notified(driver) == [3]
    driver.execute(driver.hub.disconnect(3, driver.now))
    change(driver)
    assert notified(driver) == []


def test_a_room_may_have_changed_before_the_subscription() -> None:
    driver = HubDriver(process="one", refresh=60_000)
    driver.send(1, t="room", room=ROOM)
    assert notified(driver) == [1]
    driver.send(2, t="room", room=ROOM)
    assert notified(driver) == []
    driver.execute(driver.hub.on_bus_status(True, 60_000, driver.now))
    assert notified(driver) == [1, 2]
    driver.receive(MessagesLost(f"room:{ROOM}"))
    assert notified(driver) == [1, 2]


def test_changes_in_another_process_are_notified() -> None:
    driver = HubDriver()
    driver.send(1, t="room", room=ROOM)
    driver.receive(RoomChanged(ROOM))
    assert notified(driver) == [1]
    assert not driver.published(RoomChanged)


def test_a_game_that_ends_changes_its_room() -> None:
    driver = HubDriver(replace(terms(), room=ROOM)).follow().play("12", "23")
    driver.send(3, t="room", room=ROOM)
    assert notified(driver) == []
    driver.submit(1, "resign")
    assert Publish(f"room:{ROOM}", RoomChanged(ROOM)) in driver.effects
    assert notified(driver) == [3]


def test_games_of_a_class_room_have_no_phrases() -> None:
    driver = HubDriver(replace(terms(), room=ROOM)).follow()
    refused = driver.send(1, t="phrase", game=GAME, n=1)
    assert (refused["code"], refused["message"]) == (
        "not-allowed",
        "games of a class room have no phrases",
    )
    assert not driver.published(PlayerPhrase)


def test_games_of_a_class_room_have_no_rematch() -> None:
    driver = HubDriver(replace(terms(), room=ROOM)).follow().play("12", "23")
    driver.submit(1, "resign")
    assert driver.submit(1, "offer-rematch")["code"] == "not-allowed"


def test_progress_of_polls_is_sent_in_all_processes_every_200_ms() -> None:
    here, there = HubDriver(process="one", refresh=60_000), HubDriver(process="two", refresh=60_000)
    for driver in (here, there):
        driver.send(1, t="room", room=ROOM)
        driver.send(2, t="room", room="OTHER2")
    for time in (POLL_INTERVAL_MS, POLL_INTERVAL_MS - 1):
        for _ in range(40):
            here.hub.on_poll_changed(ROOM)
        here.tick(time)
    assert here.effects.count(ReadPoll(ROOM)) == 1
    here.tick(1)
    assert here.effects.count(ReadPoll(ROOM)) == 2
    progress = PollProgress(ROOM, 1, "asking", 1, 40)
    here.execute(here.hub.on_poll_read(progress))
    assert here.published(PollProgress) == [progress]
    there.receive(progress)
    assert not there.published(PollProgress)
    sent = {"t": "poll", "room": ROOM, "poll": 1, "stage": "asking", "round": 1, "answers": 40}
    for driver in (here, there):
        assert [client for client in driver.received if sent in driver.received[client]] == [1]


def test_followers_of_rooms_are_notified_if_a_process_has_died() -> None:
    driver = HubDriver(process="one", refresh=60_000)
    driver.send(1, t="room", room=ROOM)
    driver.keep({"one", "two"})
    driver.tick(SWEEP_INTERVAL_MS)
    driver.keep({"one"})
    assert notified(driver) == [1]
