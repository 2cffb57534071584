"""Errors that prevent the server from starting, and rejected requests."""

from collections.abc import Mapping


class ServerError(Exception):
    """The server cannot start; the message gives the cause and the remedy."""


class ServerRunningError(ServerError):
    """Another server uses the store; ``url`` is its address, empty if it is unknown."""

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class RequestError(Exception):
    """A rejected request, which changed nothing.

    ``code`` is for programs and decides the status of a response (``api.errors.STATUS``),
    ``message`` is for people; ``headers`` are added to the response.
    """

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.headers = code, message, headers
