"""Errors of class rooms."""


class RoomError(ValueError):
    """A rejected operation on a class room; ``code`` is machine-readable.

    Codes: ``gone``, ``bad-title``, ``bad-name``, ``name-taken``, ``not-allowed``, ``too-many``,
    ``too-few``, ``not-now``, ``games-go-on``, ``all-met``, ``busy``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
