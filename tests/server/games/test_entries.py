"""Entries: round trips, and digests that detect every change of a log."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from qttt.play.log import EntryKind, LogEntry, chain_digest, entry_digest
from qttt.server.games.terms import Identity, is_game_id, new_game_id
from tests.server.log_entries import parse_entry

from .helpers import terms

IDS = st.text("abcXYZ019-_", max_size=40)
ENTRIES = st.builds(
    LogEntry,
    st.integers(1, 999),
    st.sampled_from(EntryKind),
    st.sampled_from(("X", "O", "")),
    st.text(max_size=20),
    st.integers(0, 2**53),
    st.integers(0, 2**53),
    IDS,
)


@given(ENTRIES)
def test_entries_survive_a_round_trip(entry: LogEntry) -> None:
    assert entry.text.isascii()
    assert parse_entry(json.loads(entry.text)) == entry


@given(st.lists(ENTRIES, min_size=1, max_size=6, unique=True), st.data())
def test_a_changed_log_has_another_digest(log: list[LogEntry], data: st.DataObject) -> None:
    start = terms().digest
    other = list(log)
    index = data.draw(st.integers(0, len(log) - 1))
    match data.draw(st.sampled_from(("drop", "change", "swap", "terms"))):
        case "drop":
            del other[index]
        case "change":
            other[index] = other[index]._replace(at=other[index].at + 1)
        case "swap":
            other[0], other[index] = other[index], other[0]
        case _:
            start = replace(terms(), rated=False).digest
    is_same = other == log and start == terms().digest
    assert (chain_digest(start, other) == chain_digest(terms().digest, log)) == is_same


@given(ENTRIES)
def test_a_digest_is_of_256_bits(entry: LogEntry) -> None:
    assert len(entry_digest(terms().digest, entry)) == 32


def test_seats_and_levels() -> None:
    game = terms(o=Identity("", "Hard", "hard"))
    assert [game.seat_of(user) for user in ("annannannann", "bobbobbobbob", "")] == [
        "X",
        None,
        None,
    ]
    assert (game.level_of("X"), game.level_of("O")) == ("", "hard")


def test_game_ids_are_unique_and_well_formed() -> None:
    ids = {new_game_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(map(is_game_id, ids))
    assert not any(map(is_game_id, ("", "short", "elevenchars", "ten-chars!", "αβγδεζηθικ")))
