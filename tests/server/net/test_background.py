"""Background tasks end, however they handle their cancellation."""

import asyncio
from contextlib import suppress

import pytest

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
