"""What clients say: read strictly, and never anything but a message or a refusal."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server.games import Code, Kind
from qttt.server.protocol import (
    MOST,
    BadMessageError,
    Chat,
    Do,
    Leave,
    LeaveLobby,
    LeaveRoom,
    Lobby,
    Message,
    Phrase,
    Ping,
    Room,
    Watch,
    read_message,
)

GAME = "Zk3bT9aQ0x"
DO = {"t": "do", "game": GAME, "id": "a-1_Z", "at": 3, "kind": "move", "body": "12"}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"t": "watch", "game": GAME, "have": 7}, Watch(GAME, 7)),
        ({"t": "watch", "game": GAME}, Watch(GAME, 0)),
        ({"t": "watch", "game": GAME, "chat": True}, Watch(GAME, 0, chat=True)),
        ({"t": "leave", "game": GAME}, Leave(GAME)),
        (DO, Do(GAME, "a-1_Z", 3, Kind.MOVE, "12")),
        (DO | {"lag": 60}, Do(GAME, "a-1_Z", 3, Kind.MOVE, "12", 60)),
        (DO | {"kind": "resign", "body": ""}, Do(GAME, "a-1_Z", 3, Kind.RESIGN)),
        ({"t": "ping", "n": 5}, Ping(5)),
        ({"t": "phrase", "game": GAME, "n": 8}, Phrase(GAME, 8)),
        ({"t": "chat", "game": GAME, "text": "Γεια σου, 𝄞!"}, Chat(GAME, "Γεια σου, 𝄞!")),
        ({"t": "chat", "game": GAME, "text": "😀" * 200}, Chat(GAME, "😀" * 200)),
        ({"t": "lobby"}, Lobby()),
        ({"t": "leave-lobby", "more": [1]}, LeaveLobby()),
        ({"t": "room", "room": "K7MQ2X"}, Room("K7MQ2X")),
        ({"t": "leave-room"}, LeaveRoom()),
    ],
    ids=str,
)
def test_messages(said: dict[str, Any], message: Message) -> None:
    assert read_message(json.dumps(said)) == message
    assert type(read_message(json.dumps(said))) is type(message)


NO_GAME = "game is the 10 letters and digits of a game's name"
NO_TEXT = "chat: text is 1 to 200 characters that can be shown"
NO_ID = "do: id is 1 to 40 characters of a-z, A-Z, 0-9, - and _"


NO_MESSAGES: list[tuple[object, Code, str]] = [
    ("", Code.UNREADABLE, "a message is one object of JSON"),
    ("[]", Code.UNREADABLE, "a message is one object of JSON"),
    ("[" * 4000, Code.UNREADABLE, "a message is one object of JSON"),
    ('{"t":"ping","n":1}x', Code.UNREADABLE, "a message is one object of JSON"),
    ("{}", Code.UNKNOWN_TYPE, "the type t of a message is one of watch, leave, do, ping"),
    ('{"t":["do"]}', Code.UNKNOWN_TYPE, "the type t of a message is one of"),
    ('{"t":"game"}', Code.UNKNOWN_TYPE, "the type t of a message is one of"),
    ('{"t":"lobby"}' + " " * MOST, Code.TOO_BIG, "a message has no more than 4096 bytes"),
    ('{"t":"lobby","x":"' + "ä" * 2100 + '"}', Code.TOO_BIG, "no more than 4096 bytes"),
    ({"t": "watch"}, Code.UNREADABLE, f"watch: {NO_GAME}"),
    ({"t": "leave", "game": "../../etc1"}, Code.UNREADABLE, f"leave: {NO_GAME}"),
    ({"t": "leave", "game": 5}, Code.UNREADABLE, NO_GAME),
    ({"t": "room", "room": "k7mq2x"}, Code.UNREADABLE, "room: room is the 6 digits and capital"),
    ({"t": "watch", "game": GAME, "have": -1}, Code.UNREADABLE, "have is a whole number from"),
    ({"t": "watch", "game": GAME, "have": True}, Code.UNREADABLE, "have is a whole number"),
    ({"t": "watch", "game": GAME, "have": 1.0}, Code.UNREADABLE, "have is a whole number"),
    ({"t": "watch", "game": GAME, "have": 2**53}, Code.UNREADABLE, "have is a whole number"),
    (DO | {"id": ""}, Code.UNREADABLE, NO_ID),
    (DO | {"id": "x" * 41}, Code.UNREADABLE, NO_ID),
    (DO | {"id": "a b"}, Code.UNREADABLE, NO_ID),
    (DO | {"id": "a\n"}, Code.UNREADABLE, NO_ID),
    (DO | {"at": None}, Code.UNREADABLE, "do: at is a whole number from 0"),
    (DO | {"lag": "1"}, Code.UNREADABLE, "do: lag is a whole number from 0"),
    (DO | {"kind": "toss"}, Code.UNREADABLE, "do: kind is one of move, resign, offer-draw"),
    (DO | {"kind": "flag"}, Code.UNREADABLE, "do: kind is one of"),
    (DO | {"kind": {}}, Code.UNREADABLE, "do: kind is one of"),
    (DO | {"body": 12}, Code.UNREADABLE, "do: body is the text of a move, and else empty"),
    (DO | {"kind": "resign"}, Code.UNREADABLE, "do: body is the text of a move"),
    ({"t": "phrase", "game": GAME, "n": 9}, Code.UNREADABLE, "phrase: n is the number of a"),
    ({"t": "phrase", "game": GAME, "n": 0}, Code.UNREADABLE, "phrase, from 1 to 8"),
    ({"t": "watch", "game": GAME, "chat": 1}, Code.UNREADABLE, "watch: chat is true or false"),
    ({"t": "chat", "game": GAME}, Code.UNREADABLE, NO_TEXT),
    ({"t": "chat", "game": GAME, "text": ["x"]}, Code.UNREADABLE, NO_TEXT),
    ({"t": "chat", "game": GAME, "text": " \n\u200b\u202e"}, Code.UNREADABLE, NO_TEXT),
    ({"t": "chat", "game": GAME, "text": "x" * 201}, Code.UNREADABLE, NO_TEXT),
    ({"t": "chat", "text": "x"}, Code.UNREADABLE, f"chat: {NO_GAME}"),
    ({"t": "ping", "n": "1"}, Code.UNREADABLE, "ping: n is a whole number from 0"),
]


@pytest.mark.parametrize(
    ("said", "code", "why"), NO_MESSAGES, ids=map(str, range(len(NO_MESSAGES)))
)
def test_what_is_no_message(said: object, code: Code, why: str) -> None:
    with pytest.raises(BadMessageError) as refused:
        read_message(said if isinstance(said, str) else json.dumps(said))
    assert refused.value.code is code
    assert why in refused.value.message


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("  a \t\r\n b\u2028c\u3000", "a b c"),
        ("\x1b[2J\x00\x07red\x9b31m", "[2Jred31m"),
        ("\u202eabc\u2066\u200f", "abc"),
        ("a\u200b\u200d\ufeff\u00adb", "ab"),
        ("\ud800x\ue000\U000e0041", "x"),
        ("e\u0301", "\u00e9"),
        ("½ … <b>&amp;</b> https://x.example", "½ … <b>&amp;</b> https://x.example"),
    ],
    ids=ascii,
)
def test_what_is_written_loses_what_cannot_be_shown(written: str, text: str) -> None:
    said = json.dumps({"t": "chat", "game": GAME, "text": written})
    assert read_message(said) == Chat(GAME, text)


def test_a_refusal_names_what_it_can() -> None:
    with pytest.raises(BadMessageError) as refused:
        read_message(json.dumps(DO | {"at": "now"}))
    assert (refused.value.id, refused.value.game) == ("a-1_Z", GAME)
    with pytest.raises(BadMessageError) as refused:
        read_message(json.dumps(DO | {"at": "now", "game": "<script>", "id": "<"}))
    assert (refused.value.id, refused.value.game) == ("", "")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.text(max_size=200)
    | VALUES.map(json.dumps)
    | st.dictionaries(st.sampled_from([*DO, "have", "n", "lag", "chat", "text"]), VALUES).map(
        lambda said: json.dumps(DO | said)
    )
)
def test_nothing_but_messages_and_refusals(text: str) -> None:
    with suppress(BadMessageError):
        assert isinstance(read_message(text), Message)
