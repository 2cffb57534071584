"""Whatever a session writes at the same moment, nothing is left of a deleted account."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from qttt.server.store import accounts, lobby, people, rooms
from qttt.server.store.store import open_store

from .accounts import Burglary, Household, Turns
from .referee import Broken

SEEDS, ACTIONS = 40, 5


async def simulate(path: Path, kind: type[Household], seeds: int = SEEDS) -> Counter[str]:
    """Simulate accounts; returns what happened."""
    happened: Counter[str] = Counter()
    async with open_store(str(path / "games.db")) as store:
        for seed in range(seeds):
            seen: Counter[str] = Counter()
            household = kind(store.database, Turns(seed), seen)
            await household.settle_in(seed)
            await household.live(ACTIONS)
            await household.check()
            happened += seen
    return happened


async def test_nothing_is_left_of_a_deleted_account(quick_path: Path) -> None:
    happened = await simulate(quick_path, Household)
    assert happened["deleted"] > SEEDS // 3
    assert {"changed", "no-session", "games-go-on", "wrong-login"} <= set(happened)


async def test_a_new_password_ends_all_other_sessions(quick_path: Path) -> None:
    happened = await simulate(quick_path, Burglary, SEEDS // 2)
    assert happened["changed"] == SEEDS // 2
    assert {"no-session", "wrong-login"} <= set(happened)


def forgets_deletions(connection: Connection, ids: Any) -> set[str]:
    """Write for users who were deleted."""
    return set(ids) - {""}


def forgets_sessions(connection: Connection, user: str, session: bytes = b"") -> None:
    """Write for sessions that have ended."""


MUTANTS: list[tuple[str, Callable[..., object], type[Household], str]] = [
    ("lock_users", forgets_deletions, Household, "nothing is left of a deleted user"),
    ("lock_user", forgets_sessions, Household, "nothing is left of a deleted user"),
    ("lock_user", forgets_sessions, Burglary, "a new password ends all other sessions"),
]


@pytest.mark.parametrize(("name", "broken", "kind", "violated"), MUTANTS)
async def test_a_broken_store_is_detected(
    quick_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    broken: Callable[..., object],
    kind: type[Household],
    violated: str,
) -> None:
    for module in (accounts, lobby, people, rooms):
        monkeypatch.setattr(module, name, broken, raising=False)
    with pytest.raises(Broken, match=violated):
        await simulate(quick_path, kind)
