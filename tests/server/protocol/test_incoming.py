"""Parsing: strict, and every input is either a message or a ``BadMessageError``."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.play.log import EntryKind
from qttt.server.errors import RejectionCode
from qttt.server.protocol.incoming import (
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


def command(kind: EntryKind, body: str = "", lag: int = 0) -> SubmitCommand:
    return SubmitCommand(kind=kind, body=body, game=GAME, id="a-1_Z", at=3, lag=lag)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"t": "watch", "game": GAME, "have": 7}, WatchGame(GAME, 7)),
        ({"t": "watch", "game": GAME}, WatchGame(GAME, 0)),
        ({"t": "watch", "game": GAME, "chat": True}, WatchGame(GAME, 0, chat=True)),
        ({"t": "leave", "game": GAME}, LeaveGame(GAME)),
        (DO, command(EntryKind.MOVE, "12")),
        (DO | {"lag": 60}, command(EntryKind.MOVE, "12", lag=60)),
        (DO | {"kind": "resign", "body": ""}, command(EntryKind.RESIGN)),
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


NO_GAME = "Object missing required field `game`"
BAD_GAME = r"Expected `str` matching regex '^[0-9A-Za-z]{10}\\Z' - at `$.game`"
BAD_TEXT = "chat: text must be 1 to 200 printable characters"
BAD_ID = r"do: Expected `str` matching regex '^[-_0-9A-Za-z]{1,40}\\Z' - at `$.id`"


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
    ({"t": "watch"}, RejectionCode.UNREADABLE, f"watch: {NO_GAME}"),
    ({"t": "leave", "game": "../../etc1"}, RejectionCode.UNREADABLE, f"leave: {BAD_GAME}"),
    (
        {"t": "leave", "game": 5},
        RejectionCode.UNREADABLE,
        "Expected `str`, got `int` - at `$.game`",
    ),
    (
        {"t": "room", "room": "k7mq2x"},
        RejectionCode.UNREADABLE,
        r"room: Expected `str` matching regex '^[0-9A-Z]{6}\\Z' - at `$.room`",
    ),
    (
        {"t": "watch", "game": GAME, "have": -1},
        RejectionCode.UNREADABLE,
        "watch: Expected `int` >= 0 - at `$.have`",
    ),
    (
        {"t": "watch", "game": GAME, "have": True},
        RejectionCode.UNREADABLE,
        "Expected `int`, got `bool` - at `$.have`",
    ),
    (
        {"t": "watch", "game": GAME, "have": 1.0},
        RejectionCode.UNREADABLE,
        "Expected `int`, got `float` - at `$.have`",
    ),
    (
        {"t": "watch", "game": GAME, "have": 2**53},
        RejectionCode.UNREADABLE,
        "Expected `int` <= 9007199254740991 - at `$.have`",
    ),
    (DO | {"id": ""}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"id": "x" * 41}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"id": "a b"}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"id": "a\n"}, RejectionCode.UNREADABLE, BAD_ID),
    (DO | {"at": None}, RejectionCode.UNREADABLE, "do: Expected `int`, got `null` - at `$.at`"),
    (DO | {"lag": "1"}, RejectionCode.UNREADABLE, "do: Expected `int`, got `str` - at `$.lag`"),
    (DO | {"kind": "toss"}, RejectionCode.UNREADABLE, "do: kind toss is reserved for the server"),
    (DO | {"kind": "flag"}, RejectionCode.UNREADABLE, "do: kind flag is reserved for the server"),
    (
        DO | {"kind": "Move"},
        RejectionCode.UNREADABLE,
        "do: Invalid enum value 'Move' - at `$.kind`",
    ),
    (DO | {"kind": {}}, RejectionCode.UNREADABLE, "do: Expected `str`, got `object` - at `$.kind`"),
    (DO | {"body": 12}, RejectionCode.UNREADABLE, "do: Expected `str`, got `int` - at `$.body`"),
    (DO | {"kind": "resign"}, RejectionCode.UNREADABLE, "do: body must be the text of a move"),
    (
        {"t": "phrase", "game": GAME, "n": 9},
        RejectionCode.UNREADABLE,
        "phrase: Expected `int` <= 8 - at `$.n`",
    ),
    (
        {"t": "phrase", "game": GAME, "n": 0},
        RejectionCode.UNREADABLE,
        "phrase: Expected `int` >= 1 - at `$.n`",
    ),
    (
        {"t": "watch", "game": GAME, "chat": 1},
        RejectionCode.UNREADABLE,
        "watch: Expected `bool`, got `int` - at `$.chat`",
    ),
    (
        {"t": "chat", "game": GAME},
        RejectionCode.UNREADABLE,
        "chat: Object missing required field `text`",
    ),
    (
        {"t": "chat", "game": GAME, "text": ["x"]},
        RejectionCode.UNREADABLE,
        "got `array` - at `$.text`",
    ),
    ({"t": "chat", "game": GAME, "text": " \n\u200b\u202e"}, RejectionCode.UNREADABLE, BAD_TEXT),
    ({"t": "chat", "game": GAME, "text": "x" * 201}, RejectionCode.UNREADABLE, BAD_TEXT),
    ({"t": "chat", "text": "x"}, RejectionCode.UNREADABLE, f"chat: {NO_GAME}"),
    (
        {"t": "ping", "n": "1"},
        RejectionCode.UNREADABLE,
        "ping: Expected `int`, got `str` - at `$.n`",
    ),
    ('{"t":"ping","t":"lobby"}', RejectionCode.UNREADABLE, "Invalid value 'lobby' - at `$.t`"),
    ('{"t":"ping","n":"x","n":1}', RejectionCode.UNREADABLE, "Expected `int`, got `str` - at"),
    ('{"t":"lobby","more":NaN}', RejectionCode.UNREADABLE, "lobby: invalid JSON"),
    ('{"t":"lobby","more":"\x00"}', RejectionCode.UNREADABLE, "a message must be a JSON object"),
    ({"t": "lobby", "more": "\ud800"}, RejectionCode.UNREADABLE, "lobby: invalid JSON"),
    ('{"t":"lobby","more":"\ud800"}', RejectionCode.UNREADABLE, "lobby: invalid JSON"),
    (
        '{"t":"lobby","more":' + "[" * 2000 + "]" * 2000 + "}",
        RejectionCode.UNREADABLE,
        "a message must be a JSON object",
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
        ("x\ue000\U000e0041", "x"),
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
