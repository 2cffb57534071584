"""Errors: why the server cannot start, why a request is rejected, and what the store reports."""

from collections.abc import Mapping
from enum import StrEnum

from qttt.copies import RebuiltError


class ServerError(Exception):
    """The server cannot start; the message gives the cause and the remedy."""


class ServerRunningError(RebuiltError, ServerError):
    """Another server uses the store; ``url`` is its address, empty if it is unknown."""

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class RequestError(RebuiltError):
    """A rejected request, which changed nothing.

    ``code`` is for programs and decides the status of a response (``api.error_responses.STATUS``),
    ``message`` is for people; ``headers`` are added to the response.
    """

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.headers = code, message, headers


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
    NO_TIME_LEFT = "no-time-left"
    NOT_AWAY = "not-away"
    CHAT_CLOSED = "chat-closed"
    NOT_ALLOWED = "not-allowed"
    UNAVAILABLE = "unavailable"


class CommandRejected(RequestError):  # noqa: N818  the protocol's term
    """A client's message or command is rejected for a reason of the protocol."""

    code: RejectionCode


class StoreError(Exception):
    """The store cannot be opened or used; the message gives the cause and the remedy."""


class StoreUnavailable(StoreError):  # noqa: N818  a condition of the store
    """The database is unreachable, busy, full or read-only.

    The write may or may not have been stored. Retrying is safe for appends: an entry with the same
    id is stored once.
    """


class StoreCorrupt(StoreError):  # noqa: N818  a condition of the store
    """Stored data has changed: a damaged file, or a log that was tampered with."""
