"""Errors of the shell."""


class ShellError(ValueError):
    """A command failed and changed nothing; the message says why and what to do."""
