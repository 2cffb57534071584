"""Unused data is deleted after the retention periods of the settings."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import RequestError, StoreUnavailable
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Terms
from qttt.server.lobby.lobby import Lobby
from qttt.server.lobby.setup import GameSetup
from qttt.server.people.passwords import Passwords
from qttt.server.people.people import SESSION, People, Principal
from qttt.server.retention import DAY_MS, RETENTION_DAYS, retention_ms
from qttt.server.rooms.rooms import Rooms
from qttt.server.services import (
    KEEP_EXPIRED_MS,
    KEEP_LESSONS_MS,
    UNFOLDED_MS,
    delete_expired,
    delete_unused,
    fold_finished,
)
from qttt.server.store import database
from qttt.server.store.backup import verify_store
from qttt.server.store.entities import AuthToken, Seek, User
from qttt.server.store.rooms import RoomGame
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import NOW, make_terms
from tests.server.store.check.rooms import ROOM

DOCUMENT = Path(__file__).parents[3] / "docs/operate.md"
KEEP_ALL: Mapping[str, int] = {}


async def sweep(store: Store, now: int, keep: Mapping[str, int] = KEEP_ALL) -> None:
    """Delete and fold what is old at this time."""
    server = SimpleNamespace(
        now=now,
        uptime_ago=lambda uptime: now - uptime,
        on_rooms_closed=lambda closed: None,
        is_store_up=True,
    )
    await delete_expired(store, server)  # type: ignore[arg-type]
    await delete_unused(store, server, retention_ms(keep))  # type: ignore[arg-type]
    await fold_finished(store, now)


def between(x: str, o: str, game: str) -> Terms:
    return make_terms(game, x=x, o=o, rated=False)


async def ignore(terms: Terms) -> None:
    """Announce a new game to no one."""


async def finish(store: Store, terms: Terms) -> None:
    assert await store.games.create(terms)
    entry = LogEntry(1, EntryKind.ABORT, "X", "", NOW)
    append = AppendRequest(terms.game, (entry,), None, "*", "aborted")
    assert await store.games.append([append]) == ["stored"]


@pytest.fixture
async def users(store: Store) -> Store:
    await store.people.add_user(User("anna", "Anna", NOW, key="anna"))
    for guest in ("bert", "cleo"):
        await store.people.add_user(User(guest, "Guest", NOW))
    return store


async def test_games_of_guests_go_after_a_year_and_then_the_guests(users: Store) -> None:
    for game, players in {
        "guests0000": ("bert", "cleo"),
        "engine0000": ("cleo", ""),
        "account000": ("anna", "bert"),
    }.items():
        await finish(users, between(*players, game))
    going_on = between("bert", "cleo", "goingon000")
    await users.games.create(going_on)
    games = ["guests0000", "engine0000", "account000", "goingon000"]
    for days, left in ((364, games), (366, ["account000", "goingon000"])):
        await sweep(users, NOW + days * DAY_MS)
        assert [log.terms.game for log in await users.games.load_all(games)] == left
        assert verify_store(users.database, replay=True) == len(left)
    assert await users.people.user("cleo")
    stop = LogEntry(1, EntryKind.ABORT, "X", "", NOW + DAY_MS)
    append = AppendRequest(going_on.game, (stop,), None, "*", "aborted")
    assert await users.games.append([append]) == ["stored"]
    await sweep(users, NOW + 400 * DAY_MS)
    assert await users.people.user("cleo") is None
    assert await users.people.user("bert")  # he has played Anna
    assert await users.games.load(going_on.game) is None


async def test_the_clean_up_reads_a_few_rows_at_a_time(
    users: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PAGE_SIZE", 2)
    for number in range(5):
        await finish(users, between("bert", "cleo", f"guests{number:04}"))
        await finish(users, between("anna", "cleo", f"mixed{number:05}"))
    await sweep(users, NOW + 366 * DAY_MS)
    assert verify_store(users.database) == 5
    assert await users.people.user("bert") is None
    assert await users.people.user("cleo")


async def test_a_step_of_the_clean_up_that_fails_stops_no_other(
    users: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def time_out(*_: object) -> None:
        raise StoreUnavailable("canceling statement due to statement timeout")

    async def fail(*_: object) -> None:
        raise ValueError("a bug")

    await users.processes.record_heartbeat("ended", NOW)
    await users.processes.record_heartbeat("later", NOW + 1)
    monkeypatch.setattr(users.rooms, "delete_expired", time_out)
    monkeypatch.setattr(users.people, "delete_expired", fail)
    monkeypatch.setattr(users.games, "delete_guest_games", fail)
    await sweep(users, NOW + 366 * DAY_MS)
    assert await users.people.user("bert") is None
    assert await users.processes.beats() == {"later": NOW + 1}
    logged = [(entry.levelname, entry.getMessage()) for entry in caplog.records]
    failed = "cleanup failed"
    assert logged == [("ERROR", failed), ("WARNING", failed), ("ERROR", failed)]


async def test_an_outage_ends_a_round_of_the_clean_up(
    users: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(users.people, "delete_expired", fail)
    monkeypatch.setattr(users.rooms, "delete_expired", None)  # is not called
    server = SimpleNamespace(now=NOW, uptime_ago=lambda uptime: NOW - uptime, is_store_up=False)
    with pytest.raises(StoreUnavailable):
        await delete_expired(users, server)  # type: ignore[arg-type]
    assert not caplog.records


async def test_games_of_deleted_accounts_go_after_a_year(users: Store) -> None:
    await finish(users, between("anna", "", "engine0000"))
    await finish(users, between("anna", "bert", "account000"))
    assert await users.accounts.delete_user("anna", NOW, NOW)
    assert await users.accounts.anonymize_games(10) == 2
    for days, left in ((364, 2), (366, 0)):
        await sweep(users, NOW + days * DAY_MS)
        assert verify_store(users.database, replay=True) == left


async def test_a_game_that_a_room_lists_is_kept_with_it(users: Store) -> None:
    await finish(users, replace(between("bert", "cleo", "inaroom000"), room=ROOM.code))
    end = NOW + 380 * DAY_MS
    room = replace(ROOM, teacher="anna", expires=end, members=(), games=())
    assert await users.rooms.add(room)
    listed = RoomGame("inaroom000", 1, 1, 2)
    assert await users.rooms.update(replace(room, version=2, games=(listed,)))
    await sweep(users, NOW + 370 * DAY_MS)
    assert await users.games.load("inaroom000")
    await sweep(users, NOW + 381 * DAY_MS)
    assert await users.games.load("inaroom000") is None
    assert await users.rooms.room(ROOM.code) is None


async def test_ages_can_be_set(users: Store) -> None:
    await finish(users, between("bert", "cleo", "guests0000"))
    keep = {"guest-game": 2, "guest": 4}
    seen = []
    for day in range(1, 6):
        await sweep(users, NOW + day * DAY_MS + 1, keep)
        game = await users.games.load("guests0000")
        seen.append((bool(game), bool(await users.people.user("bert"))))
    assert seen == [(True, True), *[(False, True)] * 2, *[(False, False)] * 2]


async def test_a_room_is_kept_as_long_as_its_teacher_chooses(users: Store) -> None:
    now = NOW
    rooms = Rooms(
        users.rooms, lambda: now, ignore, retention=retention_ms({"room": 3, "room-max": 9})
    )
    anna = await users.people.user("anna")
    assert anna
    teacher = Principal(anna, AuthToken(b"", anna.id, SESSION, NOW, NOW))
    opened = [
        (await rooms.open(teacher, "", "arena", "goff", "none", keep_days=days)).code
        for days in (None, 1, 9, 5, 5)
    ]
    assert (await rooms.keep(teacher, opened[3], 2)).expires == NOW + 2 * DAY_MS
    lasted = dict.fromkeys(opened, 0)
    for day in range(1, 11):
        if day == 5:
            with pytest.raises(RequestError, match=r"opened more than 4 days ago: choose more$"):
                await rooms.keep(teacher, opened[4], 4)
            await rooms.keep(teacher, opened[4], 7)
        now = NOW + day * DAY_MS
        # The server has run for less than an hour since the end of the day, and then longer.
        await sweep(users, now + KEEP_LESSONS_MS - 1)
        for code in opened:
            lasted[code] += await users.rooms.room(code) is not None
        await sweep(users, now + KEEP_LESSONS_MS)
    assert list(lasted.values()) == [3, 1, 9, 2, 7]
    for days in (0, 10):
        with pytest.raises(RequestError, match=r"^a room can be kept for 1 to 9 days$"):
            await rooms.open(teacher, "", "arena", "goff", "none", keep_days=days)


async def test_sessions_and_invitations_end_at_their_age(tmp_path: Path) -> None:
    now, keep = NOW, retention_ms({"session": 10, "invitation": 3, "seek": 5})

    def clock() -> int:
        return now

    async with open_store(str(tmp_path / "games.db")) as store:
        people = People(store.people, Passwords(), clock, keep["session"])
        user, token, _ = await people.create_guest()
        principal = await people.authenticate(token)
        assert principal
        principal = await people.admit(principal)

        lobby = Lobby(store.lobby, store.games, store.ratings, clock, ignore, retention=keep)
        challenge = await lobby.create_challenge(principal, GameSetup("goff", "3d"))
        seek = await lobby.seek(principal, GameSetup("goff", "3d"))
        assert isinstance(seek, Seek)
        assert seek.expires == now + 5 * DAY_MS
        now += 3 * DAY_MS
        assert await store.lobby.challenge(challenge.code, now) is None
        assert await people.authenticate(token)  # renews it
        now += 10 * DAY_MS
        assert await people.authenticate(token) is None
        await sweep(store, now + KEEP_EXPIRED_MS)
        assert await store.people.user(user.id) is None


async def test_finished_games_are_folded_after_a_day(users: Store) -> None:
    await finish(users, between("anna", "bert", "account000"))
    assert await users.games.fold(NOW, 10) == 0
    await fold_finished(users, NOW + UNFOLDED_MS)
    assert await users.games.fold(NOW + 1, 10) == 1


def test_the_defaults_are_documented() -> None:
    text = DOCUMENT.read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| `(\d+)` \|$", text, re.MULTILINE)
    table = {name: int(days) for name, days in rows if name in RETENTION_DAYS}
    assert table == RETENTION_DAYS
