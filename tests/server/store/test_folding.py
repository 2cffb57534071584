"""Finished games are folded into one row, from which the same is read."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, func, select, update

from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import StoreCorrupt
from qttt.server.games.game import AppendRequest, GameState
from qttt.server.games.terms import Identity, Terms
from qttt.server.store.backup import verify_store
from qttt.server.store.entities import User
from qttt.server.store.packing import pack_log, pack_terms, unpack_log, unpack_terms
from qttt.server.store.schema import entries, games, open_games
from qttt.server.store.store import Store
from tests.server.store.check.common import NOW, make_terms

from .random_games import advance

LATER = NOW + 10**9
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
WHO = st.builds(Identity, TEXT, TEXT, TEXT, st.booleans())
TERMS = st.builds(
    Terms, st.just("game"), TEXT, TEXT, WHO, WHO, TEXT, st.booleans(), st.integers(0, 2**60),
    st.booleans(), TEXT, TEXT,
)  # fmt: skip
NUMBER = st.integers(-(2**62), 2**62)
ENTRY = st.builds(
    LogEntry, st.just(0), st.sampled_from(EntryKind), st.sampled_from(["X", "O", ""]), TEXT,
    NUMBER, NUMBER, st.from_regex(r"[A-Za-z0-9_-]{0,9}", fullmatch=True),
)  # fmt: skip


@given(TERMS)
def test_terms_are_read_as_packed(terms: Terms) -> None:
    assert unpack_terms(terms.game, pack_terms(terms)) == terms


@given(NUMBER, st.lists(ENTRY, max_size=5))
def test_a_log_is_read_as_packed(start: int, some: list[LogEntry]) -> None:
    log = [entry._replace(version=version) for version, entry in enumerate(some, 1)]
    assert list(unpack_log(start, pack_log(start, log))) == log


def test_a_packed_log_is_short_text() -> None:
    log = [
        LogEntry(1, EntryKind.MOVE, "X", "12", NOW + 1_000, 990, "a1b2c3"),
        LogEntry(2, EntryKind.ABORT, "", "", NOW + 3_000),
    ]
    assert pack_log(NOW, log) == "aXrs a a1b2c3 12\nj-1jk 1jk  "


async def finish(store: Store, terms: Terms, rng: Random) -> GameState:
    """Play a random game to its end, with ids as long as those of the app."""
    assert await store.games.create(terms)
    game = GameState(terms)
    while not game.is_over:
        assert await store.games.append([advance(game, rng, game.updated_at + 7_531)]) == ["stored"]
    return game


@pytest.fixture
async def filled(store: Store) -> Store:
    for name in ("anna", "bert"):
        await store.people.add_user(User(name, name, 1, key=name))
    return store


async def count(store: Store) -> list[int]:
    counts = [select(func.count()).select_from(table) for table in (games, entries, open_games)]
    return await store.database.read(
        lambda connection: [connection.execute(each).scalar_one() for each in counts]
    )


async def test_a_folded_game_is_read_and_verified_like_others(filled: Store) -> None:
    over = [await finish(filled, make_terms(rated=False), Random(n)) for n in range(5)]
    live = make_terms(rated=False)
    await filled.games.create(live)
    ids = [game.terms.game for game in over]
    before = await filled.games.load_all([*ids, live.game])
    archive = await filled.games.archive("anna", 10)
    assert await filled.games.fold(min(game.updated_at for game in over), 10) == 0
    assert await filled.games.fold(LATER, 3) == 3
    assert await filled.games.fold(LATER, 10) == 2
    assert await filled.games.fold(LATER, 10) == 0
    assert await count(filled) == [6, 0, 1]
    assert await filled.games.load_all([*ids, live.game]) == before
    assert await filled.games.archive("anna", 10) == archive
    assert verify_store(filled.database, replay=True) == 6
    assert (await filled.games.live_games(10))[0].terms == live


async def test_games_that_await_a_rating_are_not_folded(filled: Store) -> None:
    rated = await finish(filled, make_terms(), Random(1))
    assert await filled.games.fold(LATER, 10) == 0
    (unrated,) = await filled.ratings.unrated_games(10)
    assert unrated.ended == rated.updated_at


async def test_a_folded_game_can_go_on(filled: Store) -> None:
    over = await finish(filled, make_terms(rated=False), Random(1))
    await filled.games.fold(LATER, 10)
    offer = LogEntry(over.version + 1, EntryKind.OFFER_REMATCH, "X", "", LATER, 0, "again")
    used = offer._replace(id=next(entry.id for entry in over.entries if entry.id))
    append = AppendRequest(over.terms.game, (used,))
    assert await filled.games.append([append]) == ["duplicate"]
    assert await filled.games.append([append._replace(entries=(offer,))]) == ["stored"]
    log = await filled.games.load(over.terms.game)
    assert log is not None
    assert log.entries == (*over.entries, offer)
    assert verify_store(filled.database, replay=True) == 1
    assert await filled.games.fold(LATER, 10) == 1
    assert await filled.games.load(over.terms.game) == log
    assert verify_store(filled.database, replay=True) == 1


async def test_a_deleted_user_leaves_folded_games(filled: Store) -> None:
    over = await finish(filled, make_terms(rated=False), Random(1))
    await filled.games.fold(LATER, 10)
    assert await filled.accounts.delete_user("anna", LATER, LATER)
    assert await filled.accounts.anonymize_games(10) == 1
    log = await filled.games.load(over.terms.game)
    assert log is not None
    assert (log.terms.x.name, log.entries) == ("Gone", tuple(over.entries))
    assert verify_store(filled.database, replay=True) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"log": "aX1 0  12"}, "entry 2 is missing"),
        ({"log": "zX1 0  12"}, "its folded log cannot be read"),
        ({"log": "a"}, "its folded log cannot be read"),
        ({"version": 1}, "entry 2 is missing|its digest does not match|is missing"),
        ({"digest": b"?"}, "its digest does not match"),
        ({"terms": "{}"}, "its terms cannot be read"),
        ({"log": None}, "entry 1 is missing"),
    ],
)
async def test_damage_to_a_folded_game_is_detected(
    filled: Store, change: dict[str, object], message: str
) -> None:
    await finish(filled, make_terms(rated=False), Random(1))
    await filled.games.fold(LATER, 10)
    await filled.database.write(lambda connection: connection.execute(update(games).values(change)))
    with pytest.raises(StoreCorrupt, match=message):
        verify_store(filled.database)


async def test_games_are_open_until_they_are_folded(filled: Store) -> None:
    over = await finish(filled, make_terms(rated=False), Random(1))
    await filled.games.fold(LATER, 10)
    opened = {"game": over.terms.game, "created": NOW, "ended": NOW, "awaits_rating": False}
    opened["is_private"] = False
    await filled.database.write(lambda connection: connection.execute(open_games.insert(), opened))
    with pytest.raises(StoreCorrupt, match="it is open, unlike its log"):
        verify_store(filled.database, replay=True)
    live = make_terms(rated=False)
    await filled.games.create(live)
    await filled.database.write(lambda connection: connection.execute(delete(open_games)))
    with pytest.raises(StoreCorrupt, match=rf"{live.game} is corrupt: it is not open, unlike its"):
        verify_store(filled.database, replay=True)


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ({"spent": 1}, "entry 2 or one before it was changed"),
        ({"kind": "unknown"}, "entry 2 has the unknown kind 'unknown'"),
    ],
    ids=["changed", "unreadable"],
)
async def test_a_corrupt_game_is_not_folded(
    damage: dict[str, object], fault: str, filled: Store
) -> None:
    corrupt = await finish(filled, make_terms(rated=False), Random(1))
    await finish(filled, replace(make_terms(rated=False), game="0000000002"), Random(2))
    chosen = (entries.c.game == corrupt.terms.game) & (entries.c.version == 2)
    changed = update(entries).where(chosen).values(damage)
    await filled.database.write(lambda connection: connection.execute(changed))
    assert await filled.games.fold(LATER, 10) == 1
    with pytest.raises(StoreCorrupt, match=fault):
        verify_store(filled.database)


async def test_a_folded_game_takes_half_a_kilobyte(filled: Store) -> None:
    terms = replace(make_terms(rated=False), x=Identity("anna", "A name of 20 letters"))
    sizes = []
    for seed in range(50):
        over = await finish(filled, replace(terms, game=f"{seed:010}"), Random(seed))
        text = pack_terms(over.terms) + pack_log(over.terms.created, over.entries)
        sizes.append(len(text.encode()) + 32 + 100)  # the digest, and the other columns
    assert sum(sizes) / len(sizes) < 500, sizes
