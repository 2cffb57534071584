"""Errors of the lobby."""


class LobbyError(ValueError):
    """A rejected request; ``code`` is for programs, ``message`` for people.

    Codes: ``bad-rules``, ``bad-start``, ``bad-clock``, ``bad-level``, ``not-allowed``,
    ``needs-account``, ``too-many``, ``gone``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
