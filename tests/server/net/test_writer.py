"""Appends are stored in batches, of which one append cannot reject the others."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest

from qttt.server.errors import StoreCorrupt, StoreUnavailable
from qttt.server.game_errors import log_game_error
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.net.writer import Writer
from qttt.server.telemetry import Telemetry


class RejectingStore:
    """Stores batches without the game ``bad``, and raises ``errors`` in turn for the others."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls = 0

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        self.calls += 1
        if any(append.game == "bad" for append in batch):
            raise self.errors.pop(0)
        return ["stored" for _ in batch]


async def written(store: RejectingStore) -> dict[str, AppendResult | None]:
    """Return the results of a batch of three games."""
    results: dict[str, AppendResult | None] = {}

    def on_result(append: AppendRequest, result: AppendResult | None) -> None:
        results[append.game] = result

    await write(store, on_result)
    return results


async def write(
    store: RejectingStore, on_result: Callable[[AppendRequest, AppendResult | None], None]
) -> None:
    writer = Writer(cast(Any, store), on_result, Telemetry("test"))
    for game in ("first", "bad", "last"):
        writer.submit(AppendRequest(game, ()))
    await writer.write()


@pytest.mark.parametrize("error", [StoreCorrupt("damaged"), ValueError("bad"), RuntimeError("bug")])
async def test_an_append_that_is_rejected_does_not_reject_the_others(error: Exception) -> None:
    results = await written(RejectingStore(error, error))
    assert results == {"first": "stored", "bad": None, "last": "stored"}


async def test_a_batch_is_tried_once_while_the_store_is_unavailable() -> None:
    store = RejectingStore(StoreUnavailable("away"))
    assert await written(store) == dict.fromkeys(("first", "bad", "last"))
    assert store.calls == 1


async def test_a_store_that_goes_away_is_not_asked_for_each_append() -> None:
    store = RejectingStore(StoreCorrupt("damaged"), StoreUnavailable("away"))
    assert await written(store) == {"first": "stored", "bad": None, "last": None}
    assert store.calls == 3


async def test_a_result_that_is_not_handled_keeps_no_other_waiting() -> None:
    results: list[str] = []

    def on_result(append: AppendRequest, result: AppendResult | None) -> None:
        if append.game == "bad":
            raise RuntimeError("bug")
        results.append(append.game)

    await write(RejectingStore(ValueError("x"), ValueError("x")), on_result)
    assert results == ["first", "last"]


async def test_a_damaged_store_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    log_game_error.cache_clear()
    for _ in range(2):
        await written(RejectingStore(StoreCorrupt("damaged"), StoreCorrupt("damaged")))
    (logged,) = caplog.records
    assert (logged.message, vars(logged)["problem"]) == ("game skipped", "damaged")
    assert not logged.exc_info
