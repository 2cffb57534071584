"""Coins of online games: a device that is slow or fails stops no game."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from qttt.game import Position
from qttt.play import Toss
from qttt.quantum import DeviceError
from qttt.server.hub.effects import ChooseMove
from qttt.server.net.coin_tosser import MAX_TOSSES, CoinTosser
from qttt.server.net.engine_pool import EnginePool
from tests.quantum.positions import PAIR


async def test_slow_coins_delay_no_level() -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    released = Event()

    def slow(position: Position) -> Toss:
        released.wait(60)
        return Toss(1, "slow")

    tosser = CoinTosser(slow)
    tosses = [asyncio.create_task(tosser.toss(PAIR)) for _ in range(2 * MAX_TOSSES)]
    try:
        await asyncio.sleep(0)  # the tosses begin
        async with asyncio.timeout(50):
            assert await EnginePool().choose_move(ChooseMove("", 0, Position(), "random", "Ann"))
        assert not any(toss.done() for toss in tosses)
    finally:
        released.set()
    assert {toss.source for toss in await asyncio.gather(*tosses)} == {"slow"}


@pytest.mark.parametrize(
    ("error", "source"),
    [
        (DeviceError("offline"), "operating system, as offline"),
        (RuntimeError("a bug"), "operating system"),
    ],
)
async def test_the_system_decides_if_the_coin_fails(error: Exception, source: str) -> None:
    def failing(position: Position) -> Toss:
        raise error

    assert (await CoinTosser(failing).toss(PAIR)).source == source


async def test_the_system_decides_if_the_coin_is_invalid() -> None:
    assert (await CoinTosser(lambda position: 1).toss(PAIR)).source == "operating system"  # type: ignore[arg-type, return-value]
