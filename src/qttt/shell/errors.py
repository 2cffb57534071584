"""What the shell refuses, and how it tells so."""


class ShellError(ValueError):
    """A command that cannot be carried out: what is wrong, and what to do. Nothing has changed."""
