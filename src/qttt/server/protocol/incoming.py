"""The messages of clients (P10-P36), and their strict parsing."""

import json
import re
import unicodedata
from typing import Annotated, Final, get_args

import msgspec
from msgspec import Meta, Struct

from qttt.play.log import EntryKind
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.commands import COMMAND_KINDS, GameCommand
from qttt.server.text import sanitize_line

SUBPROTOCOL: Final = "qttt.1"
"""The WebSocket subprotocol, with the protocol's version (P2)."""

MAX_MESSAGE_BYTES: Final = 4096
"""The size limit of a message (P4)."""

PHRASE_COUNT: Final = 8
"""Quick phrases are numbered from 1 to this."""
MAX_CHAT_CHARS: Final = 200
"""The length limit of a chat message (P36)."""

_GAME, _ID, _ROOM = r"^[0-9A-Za-z]{10}\Z", r"^[-_0-9A-Za-z]{1,40}\Z", r"^[0-9A-Z]{6}\Z"

GameId = Annotated[str, Meta(pattern=_GAME)]
CommandId = Annotated[str, Meta(pattern=_ID)]
RoomCode = Annotated[str, Meta(pattern=_ROOM)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
CommandKind = Annotated[EntryKind, Meta(extra_json_schema={"enum": list(COMMAND_KINDS)})]
PhraseNumber = Annotated[int, Meta(ge=1, le=PHRASE_COUNT)]


class _ClientMessage(Struct, tag_field="t"):
    """The base of all messages, which have their type in ``t`` (P3)."""


class WatchGame(_ClientMessage, tag="watch"):
    """Follow ``game``, of which the client has the first ``have`` entries.

    ``chat`` opens or closes the chat (P35).
    """

    game: GameId
    have: Number = 0
    chat: bool = False


class LeaveGame(_ClientMessage, tag="leave"):
    """Stop following ``game``."""

    game: GameId


class SubmitCommand(GameCommand, tag_field="t", tag="do", kw_only=True):
    """A command in ``game``; if it is repeated with the same ``id`` it is executed once (P10)."""

    game: GameId
    id: CommandId
    at: Number
    kind: CommandKind
    lag: Number = 0

    def __post_init__(self) -> None:
        if self.kind not in COMMAND_KINDS:
            raise ValueError(f"kind {self.kind} is reserved for the server")
        if self.body and self.kind is not EntryKind.MOVE:
            raise ValueError("body must be the text of a move, and empty for other kinds")


class Ping(_ClientMessage, tag="ping"):
    """Answered by ``pong`` with the same number."""

    n: Number = 0


class SendPhrase(_ClientMessage, tag="phrase"):
    """Send quick phrase ``n`` to all followers of ``game``."""

    game: GameId
    n: PhraseNumber


class SendChat(_ClientMessage, tag="chat"):
    """Send ``text``, which is sanitized, to the other player of ``game``."""

    game: GameId
    text: str

    def __post_init__(self) -> None:
        self.text = sanitize_line(unicodedata.normalize("NFC", self.text))
        if not 1 <= len(self.text) <= MAX_CHAT_CHARS:
            raise ValueError(f"text must be 1 to {MAX_CHAT_CHARS} printable characters")


class WatchLobby(_ClientMessage, tag="lobby"):
    """Follow the lobby."""


class LeaveLobby(_ClientMessage, tag="leave-lobby"):
    """Stop following the lobby."""


class WatchRoom(_ClientMessage, tag="room"):
    """Follow the class room with the code ``room``, instead of any other."""

    room: RoomCode


class LeaveRoom(_ClientMessage, tag="leave-room"):
    """Stop following a class room."""


Message = (
    WatchGame
    | LeaveGame
    | SubmitCommand
    | Ping
    | SendPhrase
    | SendChat
    | WatchLobby
    | LeaveLobby
    | WatchRoom
    | LeaveRoom
)

TYPES: Final = tuple(str(struct.__struct_config__.tag) for struct in get_args(Message))
"""The values of ``t``."""

_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class BadMessageError(CommandRejected):
    """A malformed message; ``id`` and ``game`` are its fields, empty if they are malformed too."""

    def __init__(self, code: RejectionCode, message: str, id_: str = "", game: str = "") -> None:
        super().__init__(code, message)
        self.id, self.game = id_, game


def parse_message(text: str) -> Message:
    """Parse a message; unknown fields are ignored (P5). Raises ``BadMessageError``."""
    size = len(text) if text.isascii() else len(text.encode(errors="replace"))
    if size > MAX_MESSAGE_BYTES:
        raise BadMessageError(
            RejectionCode.TOO_BIG, f"a message can have {MAX_MESSAGE_BYTES} bytes at most"
        )
    try:
        return _DECODER.decode(text)
    except msgspec.ValidationError as error:
        why = str(error)
    except (ValueError, RecursionError):
        why = "invalid JSON"
    raise _rejection(text, why)


def named_in(text: str) -> tuple[str, str]:
    """Return the fields ``id`` and ``game`` of a message; empty if missing or malformed."""
    return _names(_fields(text) or {})


def _rejection(text: str, why: str) -> BadMessageError:
    """Return the error for an invalid message."""
    fields = _fields(text)
    if fields is None:
        return BadMessageError(RejectionCode.UNREADABLE, "a message must be a JSON object")
    kind = fields.get("t")
    if kind not in TYPES:
        known = ", ".join(TYPES)
        return BadMessageError(
            RejectionCode.UNKNOWN_TYPE, f"the type t of a message must be one of {known}"
        )
    return BadMessageError(RejectionCode.UNREADABLE, f"{kind}: {why}", *_names(fields))


def _fields(text: str) -> dict[str, object] | None:
    """Return the fields of a message; ``json`` reads more of them than ``msgspec``."""
    try:
        fields: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _names(fields: dict[str, object]) -> tuple[str, str]:
    return _if_valid(_ID, fields.get("id")), _if_valid(_GAME, fields.get("game"))


def _if_valid(pattern: str, value: object) -> str:
    return value if isinstance(value, str) and re.match(pattern, value) else ""
