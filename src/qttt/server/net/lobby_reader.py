"""Reads the lobby from the store when it may have changed."""

import asyncio
from math import inf

from qttt.server.lobby.fields import game_fields, seek_fields
from qttt.server.lobby.lobby import MAX_LISTED
from qttt.server.protocol.outgoing import ListedGame, ListedSeek
from qttt.server.store.errors import StoreUnavailable
from qttt.server.store.store import Store


class LobbyReader:
    """The public seeks and games in ``store``.

    Set ``has_changed`` when any of them may have changed.
    """

    def __init__(self, store: Store) -> None:
        self.has_changed = True
        self._store = store
        self._lock = asyncio.Lock()
        self._expires = inf  # when the first listed seek expires, unless it is renewed

    async def read(self, now: int) -> tuple[list[ListedSeek], list[ListedGame]] | None:
        """Return the seeks and games; None if nothing has changed. The last result is the newest.

        Raises ``StoreUnavailable``.
        """
        async with self._lock:
            return await self._read(now)

    async def _read(self, now: int) -> tuple[list[ListedSeek], list[ListedGame]] | None:
        if not self.has_changed and now < self._expires:
            return None
        self.has_changed = False
        try:
            seeks = await self._store.lobby.seeks(now, MAX_LISTED)
            games = await self._store.games.live_games(MAX_LISTED)
        except StoreUnavailable:
            self.has_changed = True
            raise
        self._expires = min((seek.expires for seek in seeks), default=inf)
        return (
            [ListedSeek(**seek_fields(each)) for each in seeks],
            [ListedGame(**game_fields(each.terms)) for each in games],
        )
