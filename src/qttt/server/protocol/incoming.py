"""Strict parsing of the messages of clients (P10-P36)."""

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Final, NamedTuple

from qttt.server.games import CommandRejected, EntryKind, RejectionCode, is_game_id
from qttt.server.text import sanitize_line

MAX_MESSAGE_BYTES: Final = 4096
"""The size limit of a message (P4)."""

PHRASE_COUNT: Final = 8
"""Quick phrases are numbered from 1 to this."""
MAX_CHAT_CHARS: Final = 200
"""The length limit of a chat message (P36)."""

_MAX_NUMBER = 2**53 - 1
_ID = re.compile(r"[-_0-9A-Za-z]{1,40}", re.ASCII)
_ROOM = re.compile(r"[0-9A-Z]{6}", re.ASCII)
_COMMANDS = {
    kind.value: kind
    for kind in EntryKind
    if kind not in (EntryKind.TOSS, EntryKind.FLAG, EntryKind.DOWNTIME)
}


class WatchGame(NamedTuple):
    """Follow ``game``, of which the client has the first ``have`` entries.

    ``chat`` opens or closes the chat (P35).
    """

    game: str
    have: int = 0
    chat: bool = False


class LeaveGame(NamedTuple):
    """Stop following ``game``."""

    game: str


class SubmitCommand(NamedTuple):
    """A command in ``game``, decided at version ``at``.

    A command that is repeated with the same ``id`` is executed once (P10). ``lag`` is the network
    delay in milliseconds that the client claims (P42).
    """

    game: str
    id: str
    at: int
    kind: EntryKind
    body: str = ""
    lag: int = 0


class Ping(NamedTuple):
    """Answered by ``pong`` with the same number."""

    n: int


class SendPhrase(NamedTuple):
    """Send quick phrase ``n`` to all followers of ``game``."""

    game: str
    n: int


class SendChat(NamedTuple):
    """Send a sanitized ``text`` to the other player of ``game``."""

    game: str
    text: str


class WatchLobby(NamedTuple):
    """Follow the lobby."""


class LeaveLobby(NamedTuple):
    """Stop following the lobby."""


class WatchRoom(NamedTuple):
    """Follow the class room with the code ``room``, instead of any other."""

    room: str


class LeaveRoom(NamedTuple):
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
    fields = _object(text)
    kind = fields.get("t")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        known = ", ".join(_READERS)
        raise BadMessageError(
            RejectionCode.UNKNOWN_TYPE, f"the type t of a message must be one of {known}"
        )
    try:
        return read(fields)
    except _FieldError as error:
        raise BadMessageError(
            RejectionCode.UNREADABLE,
            f"{kind}: {error}",
            _if_valid(_id, fields),
            _if_valid(_game, fields),
        ) from None


def _object(text: str) -> dict[str, object]:
    try:
        fields: object = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessageError(RejectionCode.UNREADABLE, "a message must be a JSON object") from None
    if not isinstance(fields, dict):
        raise BadMessageError(RejectionCode.UNREADABLE, "a message must be a JSON object")
    return fields


# --- fields --------------------------------------------------------------------------------------


class _FieldError(ValueError):
    """A field is missing or malformed."""


def _game(fields: dict[str, object]) -> str:
    game = fields.get("game")
    if isinstance(game, str) and is_game_id(game):
        return game
    raise _FieldError("game must be a game id of 10 letters and digits")


def _id(fields: dict[str, object]) -> str:
    id_ = fields.get("id")
    if isinstance(id_, str) and _ID.fullmatch(id_):
        return id_
    raise _FieldError("id must be 1 to 40 characters of a-z, A-Z, 0-9, - and _")


def _number(fields: dict[str, object], name: str, default: int | None = None) -> int:
    value = fields.get(name, default)
    if type(value) is int and 0 <= value <= _MAX_NUMBER:
        return value
    raise _FieldError(f"{name} must be an integer from 0 to 2^53-1")


def _kind(fields: dict[str, object]) -> EntryKind:
    kind = fields.get("kind")
    if isinstance(kind, str) and (command := _COMMANDS.get(kind)):
        return command
    raise _FieldError(f"kind must be one of {', '.join(_COMMANDS)}")


def _body(fields: dict[str, object], kind: EntryKind) -> str:
    body = fields.get("body", "")
    if not isinstance(body, str) or (body and kind is not EntryKind.MOVE):
        raise _FieldError("body must be the text of a move, and empty for other kinds")
    return body


def _if_valid(read: Callable[[dict[str, object]], str], fields: dict[str, object]) -> str:
    try:
        return read(fields)
    except _FieldError:
        return ""


# --- messages ------------------------------------------------------------------------------------


def _watch(fields: dict[str, object]) -> WatchGame:
    chat = fields.get("chat", False)
    if not isinstance(chat, bool):
        raise _FieldError("chat must be true or false")
    return WatchGame(_game(fields), _number(fields, "have", 0), chat)


def _leave(fields: dict[str, object]) -> LeaveGame:
    return LeaveGame(_game(fields))


def _do(fields: dict[str, object]) -> SubmitCommand:
    kind = _kind(fields)
    game, id_, at = _game(fields), _id(fields), _number(fields, "at")
    return SubmitCommand(game, id_, at, kind, _body(fields, kind), _number(fields, "lag", 0))


def _ping(fields: dict[str, object]) -> Ping:
    return Ping(_number(fields, "n", 0))


def _phrase(fields: dict[str, object]) -> SendPhrase:
    n = _number(fields, "n")
    if not 1 <= n <= PHRASE_COUNT:
        raise _FieldError(f"n must be the number of a phrase, from 1 to {PHRASE_COUNT}")
    return SendPhrase(_game(fields), n)


def _chat(fields: dict[str, object]) -> SendChat:
    text = fields.get("text")
    sanitized = sanitize_line(unicodedata.normalize("NFC", text)) if isinstance(text, str) else ""
    if not 1 <= len(sanitized) <= MAX_CHAT_CHARS:
        raise _FieldError(f"text must be 1 to {MAX_CHAT_CHARS} printable characters")
    return SendChat(_game(fields), sanitized)


def _room(fields: dict[str, object]) -> WatchRoom:
    room = fields.get("room")
    if isinstance(room, str) and _ROOM.fullmatch(room):
        return WatchRoom(room)
    raise _FieldError("room must be a class room's code of 6 digits and capital letters")


_READERS: dict[str, Callable[[dict[str, object]], Message]] = {
    "watch": _watch,
    "leave": _leave,
    "do": _do,
    "ping": _ping,
    "phrase": _phrase,
    "chat": _chat,
    "lobby": lambda fields: WatchLobby(),
    "leave-lobby": lambda fields: LeaveLobby(),
    "room": _room,
    "leave-room": lambda fields: LeaveRoom(),
}
