"""Parsing: strict, and every input is either a message or a ``BadMessageError``."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server.games import EntryKind, RejectionCode
from qttt.server.protocol import (
    MAX_MESSAGE_BYTES,
    BadMessageError,
    LeaveGame,
    LeaveLobby,
    LeaveRoom,
    Message,
    Ping,
    SendChat,
    SendPhrase,
    SubmitCommand,
    WatchGame,
    WatchLobby,
    WatchRoom,
    parse_message,
)

GAME = "Zk3bT9aQ0x"
DO = {"t": "do", "game": GAME, "id": "a-1_Z", "at": 3, "kind": "move", "body": "12"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"t": "watch", "game": GAME, "have": 7}, WatchGame(GAME, 7)),
        ({"t": "watch", "game": GAME}, WatchGame(GAME, 0)),
        ({"t": "watch", "game": GAME, "chat": True}, WatchGame(GAME, 0, chat=True)),
        ({"t": "leave", "game": GAME}, LeaveGame(GAME)),
        (DO, SubmitCommand(GAME, "a-1_Z", 3, EntryKind.MOVE, "12")),
        (DO | {"lag": 60}, SubmitCommand(GAME, "a-1_Z", 3, EntryKind.MOVE, "12", 60)),
        (DO | {"kind": "resign", "body": ""}, SubmitCommand(GAME, "a-1_Z", 3, EntryKind.RESIGN)),
        ({"t": "ping", "n": 5}, Ping(5)),
        ({"t": "phrase", "game": GAME, "n": 8}, SendPhrase(GAME, 8)),
        ({"t": "chat", "game": GAME, "text": "Γεια σου, 𝄞!"}, SendChat(GAME, "Γεια σου, 𝄞!")),
        ({"t": "chat", "game": GAME, "text": "😀" * 200}, SendChat(GAME, "😀" * 200)),
        ({"t": "lobby"}, WatchLobby()),
        ({"t": "leave-lobby", "more": [1]}, LeaveLobby()),
        ({"t": "room", "room": "K7MQ2X"}, WatchRoom("K7MQ2X")),
        ({"t": "leave-room"}, LeaveRoom()),
    ],
    ids=str,
)
def test_messages(data: dict[str, Any], message: Message) -> None:
    assert parse_message(json.dumps(data)) == message
    assert type(parse_message(json.dumps(data))) is type(message)


BAD_GAME = "game must be a game id of 10 letters and digits"
BAD_TEXT = "chat: text must be 1 to 200 printable characters"
BAD_ID = "do: id must be 1 to 40 characters of a-z, A-Z, 0-9, - and _"


MALFORMED: list[tuple[object, RejectionCode, str]] = [
    ("", RejectionCode.UNREADABLE, "a message must be a JSON object"),
    ("[]", RejectionCode.UNREADABLE, "a message must be a JSON object"),
    ("[" * 4000, RejectionCode.UNREADABLE, "a message must be a JSON object"),
    ('{"t":"ping","n":1}x', RejectionCode.UNREADABLE, "a message must be a JSON object"),
    (
        "{}",
        RejectionCode.UNKNOWN_TYPE,
        "the type t of a message must be one of watch, leave, do, ping",
    ),
    ('{"t":["do"]}', RejectionCode.UNKNOWN_TYPE, "the type t of a message must be one of"),
    ('{"t":"game"}', RejectionCode.UNKNOWN_TYPE, "the type t of a message must be one of"),
    (
        '{"t":"lobby"}' + " " * MAX_MESSAGE_BYTES,
        RejectionCode.TOO_BIG,
        "a message can have 4096 bytes at most",
    ),
    ('{"t":"lobby","x":"' + "ä" * 2100 + '"}', RejectionCode.TOO_BIG, "have 4096 bytes at most"),
    ({"t": "watch"}, RejectionCode.UNREADABLE, f"watch: {BAD_GAME}"),
    ({"t": "leave", "game": "../../etc1"}, RejectionCode.UNREADABLE, f"leave: {BAD_GAME}"),
    ({"t": "leave", "game": 5}, RejectionCode.UNREADABLE, BAD_GAME),
    (
        {"t": "room", "room": "k7mq2x"},
        RejectionCode.UNREADABLE,
        "room: room must be a class room's code",
    ),
    (
        {"t": "watch", "game": GAME, "have": -1},
        RejectionCode.UNREADABLE,
        "have must be an integer from 0",
    ),
    (
        {"t": "watch", "game": GAME, "have": True},
        RejectionCode.UNREADABLE,
        "have must be an integer from 0",
    ),
    (
        {"t": "watch", "game": GAME, "have": 1.0},
        RejectionCode.UNREADABLE,
        "have must be an integer from 0",
    ),
    (
        {"t": "watch", "game": GAME, "have": 2**53},
        RejectionCode.UNREADABLE,
        "have must be an integer from 0",
    ),
    (DO | {"id": ""}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"id": "x" * 41}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"id": "a b"}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"id": "a\n"}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"at": None}, RejectionCode.UNREADABLE, "do: at must be an integer from 0 to 2^53-1"),
    (DO | {"lag": "1"}, RejectionCode.UNREADABLE, "do: lag must be an integer from 0 to 2^53-1"),
    (DO | {"kind": "toss"}, RejectionCode.UNREADABLE, "do: kind must be one of move, resign"),
    (DO | {"kind": "flag"}, RejectionCode.UNREADABLE, "do: kind must be one of"),
    (DO | {"kind": {}}, RejectionCode.UNREADABLE, "do: kind must be one of"),
    (DO | {"body": 12}, RejectionCode.UNREADABLE, "do: body must be the text of a move, and"),
    (DO | {"kind": "resign"}, RejectionCode.UNREADABLE, "do: body must be the text of a move"),
    (
        {"t": "phrase", "game": GAME, "n": 9},
        RejectionCode.UNREADABLE,
        "phrase: n must be the number of",
    ),
    ({"t": "phrase", "game": GAME, "n": 0}, RejectionCode.UNREADABLE, "phrase, from 1 to 8"),
    (
        {"t": "watch", "game": GAME, "chat": 1},
        RejectionCode.UNREADABLE,
        "watch: chat must be true or false",
    ),
    ({"t": "chat", "game": GAME}, RejectionCode.UNREADABLE, BAD_TEXT),
    ({"t": "chat", "game": GAME, "text": ["x"]}, RejectionCode.UNREADABLE, BAD_TEXT),
    ({"t": "chat", "game": GAME, "text": " \n\u200b\u202e"}, RejectionCode.UNREADABLE, BAD_TEXT),
    ({"t": "chat", "game": GAME, "text": "x" * 201}, RejectionCode.UNREADABLE, BAD_TEXT),
    ({"t": "chat", "text": "x"}, RejectionCode.UNREADABLE, f"chat: {BAD_GAME}"),
    (
        {"t": "ping", "n": "1"},
        RejectionCode.UNREADABLE,
        "ping: n must be an integer from 0 to 2^53-1",
    ),
]


@pytest.mark.parametrize(("data", "code", "why"), MALFORMED, ids=map(str, range(len(MALFORMED))))
def test_malformed_messages_are_rejected(data: object, code: RejectionCode, why: str) -> None:
    with pytest.raises(BadMessageError) as rejected:
        parse_message(data if isinstance(data, str) else json.dumps(data))
    assert rejected.value.code is code
    assert why in rejected.value.message


@pytest.mark.parametrize(
    ("raw", "text"),
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
def test_chat_messages_are_sanitized(raw: str, text: str) -> None:
    message = json.dumps({"t": "chat", "game": GAME, "text": raw})
    assert parse_message(message) == SendChat(GAME, text)


def test_a_rejection_has_the_valid_id_and_game() -> None:
    with pytest.raises(BadMessageError) as rejected:
        parse_message(json.dumps(DO | {"at": "now"}))
    assert (rejected.value.id, rejected.value.game) == ("a-1_Z", GAME)
    with pytest.raises(BadMessageError) as rejected:
        parse_message(json.dumps(DO | {"at": "now", "game": "<script>", "id": "<"}))
    assert (rejected.value.id, rejected.value.game) == ("", "")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.text(max_size=200)
    | VALUES.map(json.dumps)
    | st.dictionaries(st.sampled_from([*DO, "have", "n", "lag", "chat", "text"]), VALUES).map(
        lambda message: json.dumps(DO | message)
    )
)
def test_every_text_is_a_message_or_rejected(text: str) -> None:
    with suppress(BadMessageError):
        assert isinstance(parse_message(text), Message)
