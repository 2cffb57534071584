"""Errors that prevent the server from starting."""


class ServerError(Exception):
    """The server cannot start; the message gives the cause and the remedy."""
