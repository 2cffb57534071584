"""Why the store could not do what it was asked."""


class StoreError(Exception):
    """The store cannot be opened or used; the message says why and what to do."""


class StoreUnavailable(StoreError):  # noqa: N818  how the store is, not an error in it
    """The database is away, busy, full or read-only just now.

    Nothing is known to be stored. Whoever asked may ask again; a move with the same id is stored
    once, whatever became of the first attempt.
    """


class StoreCorrupt(StoreError):  # noqa: N818  how the store is, not an error in it
    """What is stored is not what was stored: a damaged file, or a log that was tampered with."""
