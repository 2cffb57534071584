"""The engine pool: searches can be cancelled."""

import asyncio

from qttt.game import Position, Rules
from qttt.server.hub import ChooseMove
from qttt.server.net.engine_pool import EnginePool

LARGE = Position(Rules.parse("krist rows=5 cols=6"))
"""A search of the best level on this board takes longer than the test."""


async def test_a_search_can_be_cancelled() -> None:
    pool = EnginePool()
    games = ("one", "two", "waits for its turn")
    jobs = [
        asyncio.create_task(pool.choose_move(ChooseMove(game, 0, LARGE, "best"))) for game in games
    ]
    await asyncio.sleep(0.1)
    pool.cancel("one")
    assert await jobs[0] is None
    assert not jobs[1].done()
    pool.cancel_all()
    assert await asyncio.gather(*jobs) == [None, None, None]


async def test_a_new_search_cancels_an_earlier_one_in_the_same_game() -> None:
    pool = EnginePool()
    early = asyncio.create_task(pool.choose_move(ChooseMove("one", 0, LARGE, "best")))
    await asyncio.sleep(0.1)
    assert await pool.choose_move(ChooseMove("one", 2, Position(), "random"))
    assert await early is None


async def test_a_failed_search_does_not_block_others() -> None:
    pool = EnginePool()
    unknown = await asyncio.gather(
        pool.choose_move(ChooseMove("one", 0, Position(), "brilliant")), return_exceptions=True
    )
    assert isinstance(unknown[0], ValueError)
    assert await pool.choose_move(ChooseMove("one", 0, Position(), "random"))
