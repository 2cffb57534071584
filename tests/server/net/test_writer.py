"""Appends are stored in batches, of which one append cannot reject the others."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from qttt.server.errors import StoreCorrupt, StoreUnavailable
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.net.writer import Writer
from qttt.server.telemetry import Telemetry


class RejectingStore:
    """Stores batches without the game ``bad``, and raises ``error`` for the others."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.calls = 0

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        self.calls += 1
        if any(append.game == "bad" for append in batch):
            raise self.error
        return ["stored" for _ in batch]


async def written(store: RejectingStore) -> dict[str, AppendResult | None]:
    """Return the results of a batch of three games."""
    results: dict[str, AppendResult | None] = {}

    def on_result(append: AppendRequest, result: AppendResult | None) -> None:
        results[append.game] = result

    writer = Writer(cast(Any, store), on_result, Telemetry("test"))
    for game in ("first", "bad", "last"):
        writer.submit(AppendRequest(game, ()))
    await writer.write()
    return results


@pytest.mark.parametrize("error", [StoreCorrupt("damaged"), ValueError("bad"), RuntimeError("bug")])
async def test_an_append_that_is_rejected_does_not_reject_the_others(error: Exception) -> None:
    results = await written(RejectingStore(error))
    assert results == {"first": "stored", "bad": None, "last": "stored"}


async def test_a_batch_is_tried_once_while_the_store_is_unavailable() -> None:
    store = RejectingStore(StoreUnavailable("away"))
    assert await written(store) == dict.fromkeys(("first", "bad", "last"))
    assert store.calls == 1
