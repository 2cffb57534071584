"""The progress of accounts in the app."""

import asyncio

from tests.server.api.conftest import PASSWORD, Site

PHONE, DESK = "0123456789abcdef", "fedcba9876543210"
EMPTY = {"results": {}, "lessons": {}, "solved": [], "longest": 0, "days": {}}


def won(device: str, games: int) -> dict[str, object]:
    counts = {"rules": "goff", "level": "easy", "won": games, "drawn": 0, "lost": 0}
    return {"results": {device: [counts]}}


async def test_progress_is_the_same_on_every_device(site: Site) -> None:
    phone = await site.account("Anna")
    assert await phone.get("account/progress") == EMPTY
    await phone.post("account/progress", {**won(PHONE, 3), "solved": ["one"]})
    desk = await site.unauthenticated()
    await desk.post("login", {"name": "Anna", "password": PASSWORD})
    merged = await desk.post("account/progress", {**won(DESK, 1), "solved": ["two"]})
    assert merged == await phone.get("account/progress")
    assert merged == {
        **EMPTY,
        "results": {**won(PHONE, 3)["results"], **won(DESK, 1)["results"]},  # type: ignore[dict-item]
        "solved": ["one", "two"],
    }


async def test_concurrent_merges_lose_nothing(site: Site) -> None:
    phone = await site.quick_account("Anna")
    devices = [f"{number:016x}" for number in range(8)]
    await asyncio.gather(*(phone.post("account/progress", won(device, 1)) for device in devices))
    assert sorted((await phone.get("account/progress"))["results"]) == devices


async def test_guests_have_none(site: Site) -> None:
    guest = await site.guest()
    for error in (
        await guest.get("account/progress", 403),
        await guest.post("account/progress", {}, 403),
    ):
        assert error["message"] == "guests have no account: register first"


async def test_invalid_progress_changes_nothing(site: Site) -> None:
    phone = await site.quick_account("Anna")
    error = await phone.post("account/progress", {"solved": ["one"], "longest": -1}, 422)
    assert error["error"] == "bad-progress"
    assert await phone.get("account/progress") == EMPTY


async def test_progress_is_deleted_with_the_account(site: Site) -> None:
    phone = await site.account("Anna")
    await phone.post("account/progress", won(PHONE, 3))
    user = (await phone.get("session"))["user"]
    await phone.post("account/delete", {"password": PASSWORD}, 204)
    assert await site.services.store.accounts.progress(user) is None
