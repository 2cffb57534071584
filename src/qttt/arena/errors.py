"""What a tournament refuses, and how a program loses a game off the board."""


class ArenaError(ValueError):
    """This tournament cannot be played as it was asked for; nothing has been changed."""


class ContenderError(ArenaError):
    """No player is called that, or it does not play under these rules."""


class FolderError(ArenaError):
    """The folder holds other games than those of this match."""


class WorkersError(ArenaError):
    """The processes or machines that were to play the games are not there."""


class Forfeit(Exception):  # noqa: N818  not an error of ours: it ends a game
    """A program gave no legal move: it loses the game, and the text says why."""
