"""Computers stop thinking when nobody wants to know any more."""

import asyncio

from qttt.game import Position, Rules
from qttt.server.hub import ChooseMove
from qttt.server.net.thinking import Thinkers

LARGE = Position(Rules.parse("krist rows=5 cols=6"))
"""On such a board the best level thinks for longer than anybody waits here."""


async def test_a_thought_that_is_not_wanted_any_more_ends() -> None:
    thinkers = Thinkers()
    games = ("one", "two", "waits for its turn")
    jobs = [
        asyncio.create_task(thinkers.think(ChooseMove(game, 0, LARGE, "best"))) for game in games
    ]
    await asyncio.sleep(0.1)
    thinkers.stop("one")
    assert await jobs[0] is None
    assert not jobs[1].done()
    thinkers.stop_all()
    assert await asyncio.gather(*jobs) == [None, None, None]


async def test_of_two_thoughts_about_one_game_the_later_counts() -> None:
    thinkers = Thinkers()
    early = asyncio.create_task(thinkers.think(ChooseMove("one", 0, LARGE, "best")))
    await asyncio.sleep(0.1)
    assert await thinkers.think(ChooseMove("one", 2, Position(), "random"))
    assert await early is None


async def test_a_thought_that_fails_is_not_in_the_way_of_others() -> None:
    thinkers = Thinkers()
    unknown = await asyncio.gather(
        thinkers.think(ChooseMove("one", 0, Position(), "brilliant")), return_exceptions=True
    )
    assert isinstance(unknown[0], ValueError)
    assert await thinkers.think(ChooseMove("one", 0, Position(), "random"))
