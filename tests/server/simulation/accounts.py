"""A simulation of accounts: sessions that change one at the same moment as another deletes it.

The store is real; which of the waiting transactions and hashes is next is random, so that every
interleaving of them can happen.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table, select

from qttt.server.errors import RequestError
from qttt.server.games.terms import DELETED_NAME, Terms
from qttt.server.lobby.lobby import Lobby
from qttt.server.lobby.setup import GameSetup
from qttt.server.people.accounts import Accounts, Reauthentication
from qttt.server.people.credentials import token_hash
from qttt.server.people.names import name_key
from qttt.server.people.passkeys import Passkeys, RelyingParty
from qttt.server.people.people import People, Principal
from qttt.server.rooms.homework import HomeworkService
from qttt.server.rooms.rooms import Rooms
from qttt.server.store.columns import TABLES
from qttt.server.store.database import Database
from qttt.server.store.entities import AuthToken, Passkey, User
from qttt.server.store.schema import room_members, rooms, seats, tokens, users
from qttt.server.store.store import Store

from .referee import Broken

T = TypeVar("T")
NOW = 1_700_000_000_000
PASSWORD, OTHER = "correct horse", "another horse"
SETUP = GameSetup("goff", "300+5")
HERE = RelyingParty("http://localhost")


class Turns:
    """Lets waiting steps happen one at a time, in random order."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._waiting: list[asyncio.Future[None]] = []
        self._is_free = asyncio.Event()
        self._is_free.set()

    async def take(self, step: Callable[[], Awaitable[T]]) -> T:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn
        try:
            return await step()
        finally:
            self._is_free.set()

    async def run(self, tasks: Sequence["asyncio.Task[Any]"]) -> None:
        while not all(task.done() for task in tasks):
            await self._is_free.wait()
            for _ in range(10):  # until all wait
                await asyncio.sleep(0)
            if self._waiting:
                self._is_free.clear()
                self._waiting.pop(self.rng.randrange(len(self._waiting))).set_result(None)


class SlowDatabase(Database):
    """A database whose transactions wait for their turn."""

    turns: Turns

    async def _run(
        self, threads: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]
    ) -> T:
        return await self.turns.take(lambda: Database._run(self, threads, engine, work))


class SlowPasswords:
    """Passwords that are hashed at once, when it is their turn."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    async def hash(self, password: str) -> str:
        return await self._turns.take(lambda: _now(f"{password} {self._turns.rng.random()}"))

    async def verify(self, hashed: str | None, password: str) -> bool:
        is_right = hashed is not None and hashed.startswith(f"{password} ")
        return await self._turns.take(lambda: _now(is_right))


async def _now(value: T) -> T:
    return value


class Household:
    """An account with two sessions, and what they can do."""

    def __init__(self, database: Database, turns: Turns, seen: Counter[str]) -> None:
        slow = SlowDatabase(*database)
        slow.turns = turns
        self._turns, self._seen, self._plain = turns, seen, Store(database)
        store = Store(slow)
        passwords: Any = SlowPasswords(turns)

        def clock() -> int:
            return NOW

        async def ignore(terms: Terms) -> None:
            pass

        self.store = store
        self.people = People(store.people, passwords, clock)
        passkeys = Passkeys(store.accounts, clock)
        parts = (store.accounts, store.people, store.ratings)
        self.accounts = Accounts(*parts, self.people, passkeys, passwords, clock)
        self.lobby = Lobby(store.lobby, store.games, store.ratings, clock, ignore)
        self.rooms = Rooms(store.rooms, clock, ignore)
        self.homework = HomeworkService(store.homework, clock)
        self._numbers = iter(range(1_000))

    async def settle_in(self, seed: int) -> None:
        """Create the account, two sessions, and an opponent with a seek, an invitation, a room."""
        self.user = await self._person(f"Anna{seed}x")
        self.one, self.two = [await self._session(self.user) for _ in range(2)]
        self.opponent = await self._session(await self._person(f"Bert{seed}x"))
        self.invitation = (
            await self._alone(self.lobby.create_challenge(self.opponent, SETUP))
        ).code
        self.room = (
            await self._alone(self.rooms.open(self.opponent, "", "arena", "goff", "none"))
        ).code

    async def _alone(self, work: Awaitable[T]) -> T:
        task = asyncio.ensure_future(work)
        await self._turns.run([task])
        return task.result()

    async def _person(self, name: str) -> User:
        user = User(name.lower(), name, NOW, name_key(name))
        await self._plain.people.add_user(user)
        await self._plain.people.set_password(f"{PASSWORD} 0", self._token(user))
        return user

    async def _session(self, user: User) -> Principal:
        token = self._token(user)
        await self._plain.people.add_token(token)
        return Principal(user, token)

    def _token(self, user: User) -> AuthToken:
        hashed = f"{user.id}{next(self._numbers)}".encode()
        return AuthToken(hashed, user.id, "session", NOW, NOW + 10**9)

    # --- what a session does -----------------------------------------------------------------

    def actions(self) -> list[Callable[[], Awaitable[object]]]:
        """Return everything that stores something for a user, by the second session."""
        two, store = self.two, self.store
        id_ = self.user.id
        passkey = Passkey(id_.encode(), id_, b"key", 0, NOW, NOW, "")
        return [
            self.change_password,
            lambda: self.accounts.new_codes(two, _proof()),
            lambda: self.people.create_bot_token(two, "robot"),
            lambda: self.people.login(self.user.name, PASSWORD),
            lambda: store.accounts.add_passkey(passkey, two.token.hash),
            lambda: store.accounts.add_passkey_challenge(id_.encode(), id_, NOW + 9),
            lambda: store.accounts.update_progress(id_, lambda stored: b"{}"),
            lambda: store.people.set_listed(id_, True),
            lambda: self.lobby.seek(two, SETUP),
            lambda: self.lobby.create_challenge(two, SETUP),
            lambda: self.lobby.accept_challenge(two, self.invitation),
            lambda: self.lobby.play_level(two, "easy", GameSetup("goff", "none")),
            lambda: self.rooms.open(two, "", "arena", "goff", "none"),
            lambda: self.rooms.join(two, self.room, "Ann"),
            lambda: self.homework.set(two, "", ["puzzle"], ["Ann"], NOW + 10**9, 9),
            lambda: self.people.register(two, f"{self.user.name}y", PASSWORD),
            lambda: self.lobby.seek(self.opponent, SETUP),
        ]

    async def change_password(self) -> None:
        await self.accounts.change_password(self.two, OTHER, _proof())
        self._seen["changed"] += 1

    async def delete(self) -> None:
        await self.accounts.delete(self.one)
        self._seen["deleted"] += 1

    async def live(self, count: int) -> None:
        """Do some random things at the same time, one of them the deletion."""
        chosen = self._turns.rng.sample(self.actions(), count)
        tasks = [asyncio.ensure_future(self._do(each)) for each in (*chosen, self.delete)]
        await self._turns.run(tasks)
        for task in tasks:
            task.result()

    async def _do(self, action: Callable[[], Awaitable[object]]) -> None:
        try:
            await action()
        except RequestError as error:
            self._seen[error.code] += 1

    # --- what must hold ----------------------------------------------------------------------

    async def check(self) -> None:
        await self._plain.database.read(self._check)

    def _check(self, connection: Connection) -> None:
        mine = users.c.id == self.user.id
        name = connection.execute(select(users.c.name).where(mine)).scalar_one()
        if name != DELETED_NAME:
            return
        for table in TABLES.sorted_tables:
            for column in (key.parent for key in table.foreign_keys if key.column is users.c.id):
                rows = connection.execute(select(table).where(column == self.user.id)).all()
                if rows and table.name != "deleted_users" and not _stays(table, rows):
                    raise Broken(f"nothing is left of a deleted user: {table.name} has {rows}")


def _stays(table: Table, rows: Sequence[Any]) -> bool:
    """Return whether these rows are what stays of a deleted user."""
    what_stays: dict[Table, Callable[[Any], bool]] = {
        rooms: lambda row: row.stage == "over" and not row.title,
        room_members: lambda row: (row.name, row.presence) == (DELETED_NAME, "removed"),
        seats: lambda row: row.over,
    }
    return table in what_stays and all(map(what_stays[table], rows))


class Burglary(Household):
    """A stolen session acts while the owner changes the password."""

    async def live(self, count: int) -> None:
        """Change the password in the first session, and grant access in the second."""
        two = self.two
        grants = [
            lambda: self.people.create_bot_token(two, "robot"),
            lambda: self.people.login(self.user.name, PASSWORD),
            lambda: self.people.login(self.user.name, PASSWORD),
        ]
        tasks = [asyncio.ensure_future(self._do(grant)) for grant in (*grants, self.lock_out)]
        await self._turns.run(tasks)
        for task in tasks:
            task.result()

    async def lock_out(self) -> None:
        new = await self.accounts.change_password(self.one, OTHER, _proof())
        self._kept = token_hash(new.token)
        self._seen["changed"] += 1

    def _check(self, connection: Connection) -> None:
        own = select(tokens.c.hash).where(tokens.c.user == self.user.id)
        left = set(connection.execute(own).scalars())
        if self._seen["changed"] and left != {self._kept}:
            raise Broken(f"a new password ends all other sessions: {left} are valid")


def _proof() -> Reauthentication:
    return Reauthentication(PASSWORD, None, HERE)
