"""Messages between processes: each is decoded as it was encoded, and others are errors."""

from typing import get_args

import pytest

from qttt.game import Player
from qttt.play.log import EntryKind, LogEntry
from qttt.server.hub.bus_messages import (
    BusMessage,
    EntriesStored,
    GameCalledOff,
    GameCreated,
    GamePresence,
    LobbyChanged,
    MessagesLost,
    PresenceReport,
    SessionsEnded,
    decode_bus_message,
    encode_bus_message,
)
from qttt.server.protocol.outgoing import PlayerChat, PlayerPhrase, PollProgress, RoomChanged

from .helpers import ANN, GAME, NOW

TOSS = LogEntry(2, EntryKind.TOSS, "", '{"bit": 1, "source": "π"}', NOW)
MESSAGES: list[BusMessage] = [
    GameCalledOff(GAME),
    EntriesStored(GAME, (LogEntry(1, EntryKind.MOVE, "X", "12", NOW, 40, "a1"), TOSS)),
    PlayerPhrase(GAME, Player.X, 3),
    PlayerChat(GAME, Player.O, "Γεια σου"),
    GameCreated(ANN.user, GAME, True),
    LobbyChanged(),
    MessagesLost("lobby"),
    RoomChanged("K7MQ2X"),
    PollProgress("K7MQ2X", 1, "asking", 2, 30),
    SessionsEnded(ANN.user, ""),
    PresenceReport(GAME, "here", GamePresence(frozenset(Player), 7, frozenset()), "there"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_messages_survive_the_bus(message: BusMessage) -> None:
    decoded = decode_bus_message(encode_bus_message(message))
    assert (decoded, type(decoded)) == (message, type(message))


def test_every_message_is_tested() -> None:
    assert {type(message) for message in MESSAGES} == set(get_args(BusMessage))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"t":"none"}',
        '{"t":"room","room":1}',
        '{"t":"phrase","game":"g","seat":"Z","n":1}',
        '{"t":"entries","game":"g","entries":[[1,"walk","X","12",5,0,""]]}',
    ],
)
def test_malformed_messages_are_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode_bus_message(text.encode())
