"""A lobby with its own store, and a clock that the test sets."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from qttt.server.games.terms import Terms
from qttt.server.lobby.lobby import Lobby
from qttt.server.people.credentials import new_token, token_hash
from qttt.server.people.names import name_key
from qttt.server.people.people import BOT, SESSION, Principal, new_user_id
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.store import Store, open_store

START = 1_700_000_000_000


@dataclass
class Place:
    """A lobby, the games that it has started, and the number of its changes."""

    store: Store
    now: int = START
    started: list[Terms] = field(default_factory=list)
    changes: int = 0
    lobby: Lobby = field(init=False)

    def __post_init__(self) -> None:
        parts = (self.store.lobby, self.store.games, self.store.ratings)
        self.lobby = Lobby(*parts, lambda: self.now, self._on_started, self._on_changed)

    async def _on_started(self, terms: Terms) -> None:
        self.started.append(terms)

    def _on_changed(self) -> None:
        self.changes += 1

    async def principal(self, name: str, *, bot: bool = False) -> Principal:
        return await self._added(User(new_user_id(), name, self.now, name_key(name)), bot=bot)

    async def guest(self, name: str) -> Principal:
        return await self._added(User(new_user_id(), name, self.now))

    async def _added(self, user: User, *, bot: bool = False) -> Principal:
        assert await self.store.people.add_user(user)
        kind = BOT if bot else SESSION
        return Principal(
            user, AuthToken(token_hash(new_token()), user.id, kind, self.now, self.now + 1)
        )


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with open_store(str(tmp_path / "games.db")) as store:
        yield Place(store)
