"""Why somebody cannot be called that, come in, or do that."""


class PersonError(ValueError):
    """A name, a password or a person that is refused; ``code`` is for programs.

    Codes: ``bad-name``, ``name-taken``, ``bad-password``, ``bad-label``, ``bad-passkey``,
    ``wrong-login``, ``not-allowed``, ``not-found``, ``too-many``, ``games-go-on``, ``busy``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
