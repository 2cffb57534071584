"""The engine pool: searches can be cancelled, and users take turns."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from types import SimpleNamespace

import pytest

from qttt.engine.levels import Level
from qttt.game import Position, Rules
from qttt.server.hub.effects import ChooseMove
from qttt.server.net import engine_pool
from qttt.server.net.engine_pool import MAX_SEARCHES, EnginePool

LARGE = Position(Rules.parse("krist rows=5 cols=6"))


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches of levels end only when they are cancelled."""
    monkeypatch.setattr("qttt.engine.levels.simulations_for", lambda *_, **__: 1 << 40)


@pytest.mark.usefixtures("endless")
async def test_a_search_can_be_cancelled() -> None:
    pool = EnginePool()
    games = ("one", "two", "waits for its turn")
    jobs = [
        asyncio.create_task(pool.choose_move(ChooseMove(game, 0, LARGE, "best", f"user of {game}")))
        for game in games
    ]
    await asyncio.sleep(0.1)
    pool.cancel("one")
    assert await jobs[0] is None
    assert not jobs[1].done()
    pool.cancel_all()
    assert await asyncio.gather(*jobs) == [None, None, None]


@pytest.mark.usefixtures("endless")
async def test_a_new_search_cancels_an_earlier_one_in_the_same_game() -> None:
    pool = EnginePool()
    early = asyncio.create_task(pool.choose_move(ChooseMove("one", 0, LARGE, "best", "Ann")))
    await asyncio.sleep(0.1)
    assert await pool.choose_move(ChooseMove("one", 2, Position(), "random", "Ann"))
    assert await early is None


async def test_a_failed_search_does_not_block_others() -> None:
    pool = EnginePool()
    unknown = await asyncio.gather(
        pool.choose_move(ChooseMove("one", 0, Position(), "brilliant", "Ann")),
        return_exceptions=True,
    )
    assert isinstance(unknown[0], ValueError)
    assert await pool.choose_move(ChooseMove("one", 0, Position(), "random", "Ann"))


@contextmanager
def held_searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[str], Semaphore]]:
    """Hold each search until a permit is released; yield the levels in order and the permits."""
    began, permits = list[str](), Semaphore(0)

    def decide(position: Position, level: Level, *_: object, **__: object) -> SimpleNamespace:
        began.append(level)
        permits.acquire()
        return SimpleNamespace(move=position.legal_moves[0])

    monkeypatch.setattr(engine_pool, "decide_move", decide)
    try:
        yield began, permits
    finally:
        permits.release(100)


ANN, BOB, CARL = ("random", "Ann"), ("easy", "Bob"), ("hard", "Carl")
"""Users with the level that identifies their searches."""


def requested(pool: EnginePool, *users: tuple[str, str]) -> list[asyncio.Task[str | None]]:
    """Request a move in a new game for each user."""
    return [
        asyncio.create_task(pool.choose_move(ChooseMove(f"{number}", 0, Position(), *user)))
        for number, user in enumerate(users)
    ]


async def test_users_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_pool, "MAX_SEARCHES", 1)
    with held_searches(monkeypatch) as (began, permits):
        jobs = requested(EnginePool(), *[ANN] * 20, BOB, BOB, CARL)
        permits.release(len(jobs))
        assert all(await asyncio.gather(*jobs))
    in_turn = [ANN, BOB, CARL, ANN, BOB, *[ANN] * 18]
    assert began == [level for level, _ in in_turn]


async def test_a_user_has_one_search_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with held_searches(monkeypatch) as (began, permits):
        jobs = requested(EnginePool(), *[ANN] * 20, BOB)
        async with asyncio.timeout(60):
            while len(began) < MAX_SEARCHES:
                await asyncio.sleep(0.001)
        assert sorted(began) == ["easy", "random"]
        permits.release(len(jobs))
        assert all(await asyncio.gather(*jobs))
