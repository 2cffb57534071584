"""Errors of tournaments, and forfeits by external programs."""


class ArenaError(ValueError):
    """Invalid tournament settings or data; nothing was changed."""


class ContenderError(ArenaError):
    """No such player, or it cannot play under these rules."""


class FolderError(ArenaError):
    """The folder holds the games of another tournament."""


class WorkersError(ArenaError):
    """The worker processes or machines are unavailable."""


class ForfeitError(Exception):
    """A program failed to give a legal move and loses the game; the message is the reason."""
