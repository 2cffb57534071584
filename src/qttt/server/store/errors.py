"""Exceptions of the store."""


class StoreError(Exception):
    """The store cannot be opened or used; the message gives the cause and the remedy."""


class StoreUnavailable(StoreError):  # noqa: N818  a condition of the store
    """The database is unreachable, busy, full or read-only.

    The write may or may not have been stored. Retrying is safe for appends: an entry with the same
    id is stored once.
    """


class StoreCorrupt(StoreError):  # noqa: N818  a condition of the store
    """Stored data has changed: a damaged file, or a log that was tampered with."""
