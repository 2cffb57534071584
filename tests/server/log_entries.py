"""Entries of logs, as clients receive them."""

from collections.abc import Mapping
from typing import Any

from qttt.server.games import EntryKind, LogEntry


def parse_entry(fields: Mapping[str, Any]) -> LogEntry:
    """Return the entry from its decoded JSON (P20)."""
    version, kind, *others = (fields[name] for name in ("v", "k", "s", "b", "at", "spent", "id"))
    return LogEntry(version, EntryKind(kind), *others)
