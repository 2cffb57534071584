"""Conformance tests of ``Store``, for each database."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from qttt.server.errors import StoreCorrupt
from qttt.server.store.entities import User
from qttt.server.store.store import Store

from . import accounts, games, homework, lists, lobby, people, polls, rooms
from .common import NOW, StoreFault

__all__ = ["StoreFault", "check_store"]

Make = Callable[[], AbstractAsyncContextManager[Store]]

CHECKS: tuple[Callable[[Store], Awaitable[None]], ...] = (
    games.check_logs,
    games.check_versions,
    games.check_duplicates,
    games.check_batches,
    games.check_rematches,
    games.check_gaps,
    games.check_races,
    lists.check_deadlines,
    lists.check_lists,
    lists.check_pages,
    lists.check_processes,
    people.check_names,
    people.check_tokens,
    people.check_unused_guests,
    people.check_ratings,
    people.check_earlier_games,
    people.check_busy_ratings,
    accounts.check_codes,
    accounts.check_passkeys,
    accounts.check_account_deletion,
    accounts.check_repeated_account_deletion,
    accounts.check_deleted_users_write_nothing,
    accounts.check_credentials_that_end,
    accounts.check_ghosts,
    lobby.check_seeks,
    lobby.check_accepting_seeks,
    lobby.check_renewing_seeks,
    lobby.check_seeks_that_stay,
    lobby.check_challenges,
    rooms.check_rooms,
    rooms.check_races_in_rooms,
    rooms.check_calling_off,
    rooms.check_races_in_calling_off,
    rooms.check_closing_rooms,
    rooms.check_many_expired_rooms,
    rooms.check_lists_of_rooms,
    polls.check_polls,
    polls.check_races_in_polls,
    polls.check_polls_of_deleted_teachers,
    homework.check_homework,
    homework.check_races_in_homework,
    homework.check_deletion_of_homework,
)


async def check_store(make: Make) -> None:
    """Raise ``StoreFault`` if a store opened by ``make`` violates its documentation.

    ``make`` must open an empty store each time. Durability across crashes is not tested here.
    """
    for check in CHECKS:
        async with make() as store:
            for name in ("Anna", "Bert", "Cleo"):
                await store.people.add_user(User(name.lower(), name, NOW, key=name.lower()))
            try:
                await check(store)
            except StoreCorrupt as error:
                raise StoreFault(str(error)) from error
