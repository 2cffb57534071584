"""Fixtures: users in an empty store, with a settable clock."""

from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from qttt.server.errors import RequestError
from qttt.server.people.accounts import Accounts, Reauthentication
from qttt.server.people.passkeys import Passkeys, RelyingParty
from qttt.server.people.passwords import Passwords
from qttt.server.people.people import People, Principal
from qttt.server.store.store import Store, open_store

PASSWORD = "correct horse"
HERE = RelyingParty("https://play.example")


@dataclass
class Backend:
    store: Store
    passwords: Passwords
    now: int = 1_700_000_000_000
    people: People = field(init=False)
    passkeys: Passkeys = field(init=False)
    accounts: Accounts = field(init=False)

    def __post_init__(self) -> None:
        def clock() -> int:
            return self.now

        self.people = People(self.store.people, self.passwords, clock)
        self.passkeys = Passkeys(self.store.accounts, clock)
        parts = (self.store.accounts, self.store.people, self.store.ratings)
        self.accounts = Accounts(*parts, self.people, self.passkeys, self.passwords, clock)

    async def guest(self) -> tuple[Principal, str]:
        token = (await self.people.create_guest()).token
        return await self.people.admit(await self.found(token)), token

    async def found(self, token: str) -> Principal:
        principal = await self.people.authenticate(token)
        assert principal is not None
        return principal

    async def account(self, name: str) -> Principal:
        principal, _ = await self.guest()
        return await self.found((await self.people.register(principal, name, PASSWORD)).token)

    async def change_password(self, principal: Principal, old: str, new: str) -> Principal:
        """Change the password; return the user with the new session."""
        session = await self.accounts.change_password(principal, new, password_proof(old))
        return await self.found(session.token)


def password_proof(password: str) -> Reauthentication:
    return Reauthentication(password, None, HERE)


async def rejection(call: Awaitable[object]) -> tuple[str, str]:
    """Return the code and the message of the ``RequestError`` that the call raises."""
    with pytest.raises(RequestError) as error:
        await call
    return error.value.code, error.value.message


@pytest.fixture
async def backend(tmp_path: Path) -> AsyncIterator[Backend]:
    passwords = Passwords()
    async with open_store(str(tmp_path / "games.db")) as store:
        yield Backend(store, passwords)
    passwords.close()
