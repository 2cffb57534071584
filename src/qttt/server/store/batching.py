"""Transactions for several callers: requests that arrive during one form the next batch."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Batcher(Generic[K, V]):
    """Calls ``execute`` with the keys of all callers that wait; it returns values by key.

    When thousands of clients reconnect, one transaction serves many of them.
    """

    def __init__(
        self, execute: Callable[[Sequence[K]], Coroutine[Any, Any, Mapping[K, V]]]
    ) -> None:
        self._execute = execute
        self._keys: dict[K, None] = {}
        self._next: asyncio.Task[Mapping[K, V]] | None = None
        self._executing = asyncio.Lock()

    async def get(self, key: K) -> V | None:
        """Return the value of ``key``, None if it has none. Raises what ``execute`` raises."""
        self._keys[key] = None
        if self._next is None:
            self._next = asyncio.create_task(self._execute_next())
        # A caller that is cancelled must not cancel the transaction of the others.
        return (await asyncio.shield(self._next)).get(key)

    async def _execute_next(self) -> Mapping[K, V]:
        async with self._executing:
            keys, self._keys, self._next = [*self._keys], {}, None
            return await self._execute(keys)
