"""Persistent storage: games as append-only logs, users, seeks and challenges, class rooms.

``open_store`` opens a SQLite file or a PostgreSQL database. Writes are durable when a method
returns: they survive a crash of the process or the machine and a power failure. Every method raises
``StoreUnavailable`` if the database cannot be reached, and ``StoreCorrupt`` if it returns data that
cannot have been stored. ``ValueError`` is raised for text with lone surrogates or, on PostgreSQL,
NUL, and for integers of more than 63 bits.
"""
