"""Errors of bots."""


class BotError(Exception):
    """The bot cannot continue; the message says why and what to do."""


class Unreachable(BotError):  # noqa: N818  a temporary state, not a fault
    """The server did not answer; the request may or may not have taken effect."""


class Refused(BotError):  # noqa: N818  an answer, not a fault
    """The server rejected the request without effect; see ``spec/protocol.md`` for ``code``.

    ``wait`` is the number of seconds after which to retry, 0 if unspecified.
    """

    def __init__(self, code: str, message: str, wait: float = 0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    @property
    def is_passing(self) -> bool:
        """Whether the same request, with the same id, can be retried."""
        return self.code in ("too-fast", "busy", "unavailable")
