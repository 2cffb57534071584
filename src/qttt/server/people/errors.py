"""Errors of names, credentials and accounts."""


class AccountError(ValueError):
    """A rejected name, credential or operation; ``code`` is machine-readable.

    Codes: ``bad-name``, ``name-taken``, ``bad-password``, ``bad-label``, ``bad-passkey``,
    ``wrong-login``, ``not-allowed``, ``not-found``, ``too-many``, ``games-go-on``, ``busy``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
