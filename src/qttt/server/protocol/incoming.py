"""What clients say: one line of JSON each, read strictly into one of ten messages (P10-P36)."""

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Final, NamedTuple

from qttt.server.games import Code, Kind, Refusal, is_game_id
from qttt.server.text import one_line

MOST: Final = 4096
"""How many bytes a message may have (P4)."""

PHRASES: Final = 8
"""How many quick phrases there are, from 1."""
LONGEST: Final = 200
"""How many characters may be written at once (P36)."""

_LARGEST = 2**53 - 1
_ID = re.compile(r"[-_0-9A-Za-z]{1,40}", re.ASCII)
_ROOM = re.compile(r"[0-9A-Z]{6}", re.ASCII)
_WISHES = {kind.value: kind for kind in Kind if kind not in (Kind.TOSS, Kind.FLAG, Kind.DOWNTIME)}


class Watch(NamedTuple):
    """Follow ``game``, of which the client knows the first ``have`` entries.

    With ``chat`` its player has opened the chat, and without has not.
    """

    game: str
    have: int = 0
    chat: bool = False


class Leave(NamedTuple):
    """Follow ``game`` no more."""

    game: str


class Do(NamedTuple):
    """Do something in ``game``, which the client has seen up to version ``at``.

    ``id`` is the client's own word for this wish; said twice, it is granted once. ``lag`` is how
    many milliseconds the network has taken of the player's time, as the client believes.
    """

    game: str
    id: str
    at: int
    kind: Kind
    body: str = ""
    lag: int = 0


class Ping(NamedTuple):
    """Is anybody there? The answer bears the same number."""

    n: int


class Phrase(NamedTuple):
    """Say quick phrase ``n`` to all who follow ``game``."""

    game: str
    n: int


class Chat(NamedTuple):
    """Write ``text``, which is fit to be shown, to the other player of ``game``."""

    game: str
    text: str


class Lobby(NamedTuple):
    """Follow the lobby."""


class LeaveLobby(NamedTuple):
    """Follow the lobby no more."""


class Room(NamedTuple):
    """Follow the class room of that code, and no other."""

    room: str


class LeaveRoom(NamedTuple):
    """Follow no class room."""


Message = Watch | Leave | Do | Ping | Phrase | Chat | Lobby | LeaveLobby | Room | LeaveRoom


class BadMessageError(Refusal):
    """What was sent is no message; ``id`` and ``game`` are what it names, where they are fine."""

    def __init__(self, code: Code, message: str, id_: str = "", game: str = "") -> None:
        super().__init__(code, message)
        self.id, self.game = id_, game


def read_message(text: str) -> Message:
    """The message that ``text`` is; fields that are not known are passed over (P5).

    Raises ``BadMessageError`` for what is none.
    """
    if len(text) > MOST or (not text.isascii() and len(text.encode(errors="replace")) > MOST):
        raise BadMessageError(Code.TOO_BIG, f"a message has no more than {MOST} bytes")
    said = _object(text)
    kind = said.get("t")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        known = ", ".join(_READERS)
        raise BadMessageError(Code.UNKNOWN_TYPE, f"the type t of a message is one of {known}")
    try:
        return read(said)
    except _FieldError as error:
        raise BadMessageError(
            Code.UNREADABLE, f"{kind}: {error}", _if_fine(_id, said), _if_fine(_game, said)
        ) from None


def _object(text: str) -> dict[str, object]:
    try:
        said: object = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessageError(Code.UNREADABLE, "a message is one object of JSON") from None
    if not isinstance(said, dict):
        raise BadMessageError(Code.UNREADABLE, "a message is one object of JSON")
    return said


# --- fields --------------------------------------------------------------------------------------


class _FieldError(ValueError):
    """A field is not what it should be."""


def _game(said: dict[str, object]) -> str:
    game = said.get("game")
    if isinstance(game, str) and is_game_id(game):
        return game
    raise _FieldError("game is the 10 letters and digits of a game's name")


def _id(said: dict[str, object]) -> str:
    id_ = said.get("id")
    if isinstance(id_, str) and _ID.fullmatch(id_):
        return id_
    raise _FieldError("id is 1 to 40 characters of a-z, A-Z, 0-9, - and _")


def _number(said: dict[str, object], name: str, default: int | None = None) -> int:
    value = said.get(name, default)
    if type(value) is int and 0 <= value <= _LARGEST:
        return value
    raise _FieldError(f"{name} is a whole number from 0")


def _kind(said: dict[str, object]) -> Kind:
    kind = said.get("kind")
    if isinstance(kind, str) and (wish := _WISHES.get(kind)):
        return wish
    raise _FieldError(f"kind is one of {', '.join(_WISHES)}")


def _body(said: dict[str, object], kind: Kind) -> str:
    body = said.get("body", "")
    if not isinstance(body, str) or (body and kind is not Kind.MOVE):
        raise _FieldError("body is the text of a move, and else empty or absent")
    return body


def _if_fine(field: Callable[[dict[str, object]], str], said: dict[str, object]) -> str:
    try:
        return field(said)
    except _FieldError:
        return ""


# --- messages ------------------------------------------------------------------------------------


def _watch(said: dict[str, object]) -> Watch:
    chat = said.get("chat", False)
    if not isinstance(chat, bool):
        raise _FieldError("chat is true or false")
    return Watch(_game(said), _number(said, "have", 0), chat)


def _leave(said: dict[str, object]) -> Leave:
    return Leave(_game(said))


def _do(said: dict[str, object]) -> Do:
    kind = _kind(said)
    game, id_, at = _game(said), _id(said), _number(said, "at")
    return Do(game, id_, at, kind, _body(said, kind), _number(said, "lag", 0))


def _ping(said: dict[str, object]) -> Ping:
    return Ping(_number(said, "n", 0))


def _phrase(said: dict[str, object]) -> Phrase:
    n = _number(said, "n")
    if not 1 <= n <= PHRASES:
        raise _FieldError(f"n is the number of a phrase, from 1 to {PHRASES}")
    return Phrase(_game(said), n)


def _chat(said: dict[str, object]) -> Chat:
    text = said.get("text")
    written = one_line(unicodedata.normalize("NFC", text)) if isinstance(text, str) else ""
    if not 1 <= len(written) <= LONGEST:
        raise _FieldError(f"text is 1 to {LONGEST} characters that can be shown")
    return Chat(_game(said), written)


def _room(said: dict[str, object]) -> Room:
    room = said.get("room")
    if isinstance(room, str) and _ROOM.fullmatch(room):
        return Room(room)
    raise _FieldError("room is the 6 digits and capital letters of a class room's code")


_READERS: dict[str, Callable[[dict[str, object]], Message]] = {
    "watch": _watch,
    "leave": _leave,
    "do": _do,
    "ping": _ping,
    "phrase": _phrase,
    "chat": _chat,
    "lobby": lambda said: Lobby(),
    "leave-lobby": lambda said: LeaveLobby(),
    "room": _room,
    "leave-room": lambda said: LeaveRoom(),
}
