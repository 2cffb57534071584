"""Errors of bots."""

from qttt.copies import RebuiltError


class BotError(Exception):
    """The bot cannot continue; the message says why and what to do."""


class ServerUnreachableError(BotError):
    """The server did not answer; the request may or may not have taken effect."""


class RequestRejectedError(RebuiltError, BotError):
    """The server rejected the request; see ``spec/protocol.md`` for ``code``.

    It had no effect, except perhaps after ``unavailable``, when the store was unreachable.
    ``retry_after_s`` is the number of seconds after which to retry, 0 if unspecified.
    """

    def __init__(self, code: str, message: str, retry_after_s: float = 0) -> None:
        super().__init__(message)
        self.code, self.retry_after_s = code, retry_after_s

    @property
    def is_temporary(self) -> bool:
        """Whether the same request, with the same id, can be retried."""
        return self.code in ("too-fast", "busy", "unavailable")
