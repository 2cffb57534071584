"""Why nothing can be served."""


class ServerError(Exception):
    """There is no app to serve, or no address to serve it at; the message says what to do."""
