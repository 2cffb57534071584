"""Entries of logs, as clients receive them."""

from dataclasses import astuple

import msgspec

from qttt.play.log import LogEntry
from qttt.server.protocol.outgoing import EntryInfo


def parse_entry(fields: object) -> LogEntry:
    """Return the entry from its decoded JSON (P20)."""
    return LogEntry(*astuple(msgspec.convert(fields, EntryInfo)))
