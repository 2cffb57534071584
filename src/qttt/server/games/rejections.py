"""Rejected requests: a code for programs and a message for people. They change nothing."""

from enum import StrEnum

from qttt.server.errors import RequestError


class RejectionCode(StrEnum):
    """The reason codes of ``spec/protocol.md`` (P32)."""

    UNREADABLE = "unreadable"
    UNKNOWN_TYPE = "unknown-type"
    TOO_BIG = "too-big"
    TOO_FAST = "too-fast"
    TOO_MANY = "too-many"
    NO_SUCH_GAME = "no-such-game"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    CHANCE_DECIDES = "chance-decides"
    ILLEGAL_MOVE = "illegal-move"
    GAME_OVER = "game-over"
    GAME_GOES_ON = "game-goes-on"
    STALE = "stale"
    OUT_OF_TIME = "out-of-time"
    NO_OFFER = "no-offer"
    ALREADY_OFFERED = "already-offered"
    TOO_LATE_TO_ABORT = "too-late-to-abort"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOT_AWAY = "not-away"
    CHAT_CLOSED = "chat-closed"
    NOT_ALLOWED = "not-allowed"
    UNAVAILABLE = "unavailable"


class CommandRejected(RequestError):  # noqa: N818  the protocol's term
    """A client's message or command is rejected for a reason of the protocol."""

    code: RejectionCode
