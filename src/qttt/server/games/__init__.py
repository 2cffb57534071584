"""Event-sourced games: immutable terms, and an append-only log of entries.

No I/O and no clock: the caller passes times in milliseconds.
"""
