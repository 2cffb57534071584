"""Why a class room does not do what somebody wants."""


class RoomError(ValueError):
    """A wish that a room does not grant; ``code`` is for programs.

    Codes: ``gone``, ``bad-title``, ``bad-name``, ``name-taken``, ``not-allowed``, ``too-many``,
    ``too-few``, ``not-now``, ``games-go-on``, ``all-met``, ``busy``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
