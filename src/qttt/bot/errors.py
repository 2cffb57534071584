"""What a program that plays on a server can run into."""


class BotError(Exception):
    """The game cannot go on for this program; the message says why and what to do."""


class Unreachable(BotError):  # noqa: N818  how the server is, not a fault in it
    """The server was not reached, or did not answer; whether it did what it was asked is open."""


class Refused(BotError):  # noqa: N818  an answer, not a fault
    """The server said no, and changed nothing; ``code`` is one of ``spec/protocol.md``.

    ``wait`` is after how many seconds to ask again, if that is worth while.
    """

    def __init__(self, code: str, message: str, wait: float = 0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    @property
    def is_passing(self) -> bool:
        """True if the same can be asked again, under the same id."""
        return self.code in ("too-fast", "busy", "unavailable")
