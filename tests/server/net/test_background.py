"""Background tasks end, however they handle their cancellation, and outlive errors."""

import asyncio
import logging
from contextlib import suppress

import pytest

from qttt.server.errors import StoreUnavailable
from qttt.server.net import background
from qttt.server.net.background import BackgroundTasks


async def test_a_swallowed_cancellation_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "CANCEL_AGAIN_S", 0.01)
    cancellations: list[str] = []
    begun = asyncio.Event()

    async def swallow() -> None:
        begun.set()
        for _ in range(2):
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
            cancellations.append("swallowed")

    tasks = BackgroundTasks()
    tasks.start(swallow())
    await begun.wait()
    async with asyncio.timeout(60):
        await tasks.cancel_all()
    assert cancellations == ["swallowed"] * 2


async def test_a_periodic_task_outlives_all_errors(caplog: pytest.LogCaptureFixture) -> None:
    errors = [StoreUnavailable("away"), KeyError("a"), KeyError("a"), RuntimeError("b")]
    calls = iter(errors)
    is_done = asyncio.Event()

    async def act() -> None:
        if error := next(calls, None):
            raise error
        is_done.set()

    tasks = BackgroundTasks()
    with caplog.at_level(logging.ERROR):
        tasks.repeat(0, act)
        async with asyncio.timeout(60):
            await is_done.wait()
    await tasks.cancel_all()
    # An error that recurs is logged once.
    logged = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert logged == [errors[1], errors[3]]
