"""Why two did not come together."""


class LobbyError(ValueError):
    """A game that cannot be had; ``code`` is for programs.

    Codes: ``bad-rules``, ``bad-start``, ``bad-clock``, ``bad-level``, ``not-allowed``,
    ``too-many``, ``gone``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
