"""A class room from its opening to its end, over HTTP; who may do what is in test_authorisation."""

import asyncio
from typing import Any

import pytest

from qttt.server import rooms
from qttt.server.api import LIMITS, Rates
from qttt.server.games import Kind, Who
from tests.server.api.conftest import Browser, Site


async def opened(site: Site, *names: str, **wanted: str) -> tuple[Browser, str, list[Browser]]:
    """A teacher, the code of a room, and the pupils who have joined."""
    teacher = await site.guest()
    code: str = (await teacher.post("rooms", wanted, 201))["room"]
    pupils = [await joined(site, code, name) for name in names]
    return teacher, code, pupils


async def joined(site: Site, code: str, name: str) -> Browser:
    pupil = await site.guest()
    await pupil.post(f"rooms/{code}/join", {"nickname": name})
    return pupil


async def resign(site: Site, pupils: list[Browser], room: Any) -> None:
    """X resigns in every game that goes on, after both have moved."""
    wishes = (("x", Kind.MOVE, "12"), ("o", Kind.MOVE, "23"), ("x", Kind.RESIGN, ""))
    for each in room["games"]:
        if each["result"] or each["off"]:
            continue
        for at, (seat, kind, body) in enumerate(wishes):
            who = await who_is(pupils[each[seat] - 1])
            # Browsers say this on their sockets, which ask the same of the runner.
            await site.service.runner.do(who, each["game"], f"wish-{at}", at, kind, body)


async def who_is(pupil: Browser) -> Who:
    session = await pupil.get("session")
    return Who(session["user"], session["name"])


async def room_of(browser: Browser, code: str) -> Any:
    return await browser.get(f"rooms/{code}")


def names(room: Any) -> dict[int, str]:
    return {each["number"]: each["name"] for each in room["members"]}


async def test_a_round_robin_from_beginning_to_end(site: Site) -> None:
    teacher, code, pupils = await opened(site, "Ann", "Bob", "Cid", title="  Physics ")
    room = await teacher.post(f"rooms/{code.lower()}/start")
    assert (room["title"], room["stage"], room["round"], room["rounds"]) == (
        *("Physics", "playing", 1, 3),
    )
    for number in (2, 3):
        await resign(site, pupils, room)
        room = await teacher.post(f"rooms/{code}/next")
        assert room["round"] == number
    await resign(site, pupils, room)
    room = await room_of(teacher, code)
    assert [each["result"] for each in room["games"]] == ["0-1"] * 3
    assert sum(each["score"] for each in room["standings"]) == 3
    assert (await teacher.post(f"rooms/{code}/next", status=409))["error"] == "all-met"
    assert (await teacher.post(f"rooms/{code}/end"))["stage"] == "over"
    assert await teacher.get("rooms") == {"rooms": []}


async def test_its_games_are_in_no_list_and_bear_nicknames(site: Site) -> None:
    teacher, code, (ann, bob) = await opened(site, "Ann", "Bob", clock="300+5")
    (game,) = (await teacher.post(f"rooms/{code}/start"))["games"]
    told = await teacher.get(f"games/{game['game']}")
    assert (told["terms"]["room"], told["terms"]["clock"]) == (code, "300+5")
    assert {told["terms"][seat]["name"] for seat in "xo"} == {"Ann", "Bob"}
    assert (told["terms"]["rated"], told["terms"]["private"]) == (False, True)
    assert (await teacher.get("live"))["games"] == []
    assert [each["game"] for each in (await ann.get("games"))["games"]] == [game["game"]]
    assert (await bob.get(f"games/{game['game']}"))["seat"] in "XO"


async def test_what_is_told_names_no_user(site: Site) -> None:
    teacher, code, (ann, bob) = await opened(site, "Ann", "Bob")
    text = str(await room_of(bob, code))
    for browser in (teacher, ann, bob):
        assert (await browser.get("session"))["user"] not in text
    told = [await room_of(each, code) for each in (teacher, bob, await site.stranger())]
    assert [(each["mine"], each["you"]) for each in told] == [
        *((True, None), (False, 2), (False, None)),
    ]
    assert told[0]["url"].endswith(f"/#online/room/{code}")


async def test_a_pupil_who_comes_again_has_the_same_seat(site: Site) -> None:
    _, code, (ann, _) = await opened(site, "Ann", "Bob")
    left = await ann.post(f"rooms/{code}/leave")
    assert left["members"][0]["presence"] == "left"
    again = await ann.post(f"rooms/{code}/join", {"nickname": "Somebody else"})
    assert (again["you"], again["members"][0]["name"], len(again["members"])) == (1, "Ann", 2)


async def test_the_teacher_renames_and_removes(site: Site) -> None:
    teacher, code, (ann, _) = await opened(site, "Rude", "Bob")
    renamed = await teacher.ask("PATCH", f"rooms/{code}/members/1", {"nickname": "Ann"})
    assert names(renamed) == {1: "Ann", 2: "Bob"}
    removed = await teacher.ask("DELETE", f"rooms/{code}/members/1")
    assert removed["members"][0]["presence"] == "removed"
    told = await ann.post(f"rooms/{code}/join", {"nickname": "Ann"}, 403)
    assert told["message"] == "the teacher has removed you from this room"


async def test_an_arena_pairs_by_itself(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms.changes, "REST", 0)
    teacher, code, pupils = await opened(site, "Ann", "Bob", kind="arena")
    room = await teacher.post(f"rooms/{code}/start")
    assert len(room["games"]) == 1
    late = [await joined(site, code, name) for name in ("Cid", "Dan")]
    assert len((await room_of(teacher, code))["games"]) == 2
    await resign(site, [*pupils, *late], room)
    await until(teacher, code, lambda room: len(room["games"]) >= 3)
    paused = await teacher.post(f"rooms/{code}/pause", {"paused": True})
    assert paused["paused"]


async def until(browser: Browser, code: str, holds: Any) -> None:
    async with asyncio.timeout(60):
        while not holds(await room_of(browser, code)):
            await asyncio.sleep(0.05)


async def test_a_whole_class_joins_at_once(site: Site) -> None:
    teacher, code, _ = await opened(site)
    site.count_nothing()
    pupils = [await site.guest() for _ in range(24)]
    await asyncio.gather(
        *(
            pupil.post(f"rooms/{code}/join", {"nickname": f"Pupil {number}"})
            for number, pupil in enumerate(pupils)
        )
    )
    room = await room_of(teacher, code)
    assert [each["number"] for each in room["members"]] == list(range(1, 25))
    assert len({each["name"] for each in room["members"]}) == 24
    both = await asyncio.gather(
        *(teacher.request("POST", f"/api/rooms/{code}/start", json={}) for _ in range(4))
    )
    assert sorted(each.status_code for each in both) == [200, 409, 409, 409]
    assert len((await room_of(teacher, code))["games"]) == 12


async def test_codes_cannot_be_guessed(site: Site) -> None:
    teacher, code, _ = await opened(site)
    site.api.state.service.rates._limits.update(Rates({"guess": "3/hour"})._limits)
    for wrong in ("222222", "nothing", "x"):
        assert (await teacher.get(f"rooms/{wrong}", 404))["error"] == "gone"
    # From now on right codes are not told from wrong ones.
    assert (await teacher.get(f"rooms/{code}", 429))["error"] == "too-fast"
    assert LIMITS["guess"]


async def test_a_room_has_a_picture_of_its_link(site: Site) -> None:
    teacher, code, _ = await opened(site)
    answer = await teacher.request("GET", f"/api/rooms/{code}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"rules": "chess"}, "bad-rules"),
        ({"clock": "soon"}, "bad-clock"),
        ({"title": "x" * 61}, "bad-title"),
        ({"kind": "duel"}, "unreadable"),
    ],
)
async def test_what_is_no_room(site: Site, wanted: dict[str, str], error: str) -> None:
    teacher = await site.guest()
    assert (await teacher.post("rooms", wanted, 422))["error"] == error


async def test_a_teacher_has_not_too_many_rooms(site: Site) -> None:
    teacher = await site.guest()
    for _ in range(10):
        await teacher.post("rooms", {}, 201)
    told = await teacher.post("rooms", {}, 409)
    assert (told["error"], told["message"]) == (
        "too-many",
        "you have 10 open rooms: end one first",
    )


async def test_old_rooms_are_forgotten(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, code, _ = await opened(site, "Ann")
    monkeypatch.setattr(rooms.rooms, "RETENTION_MS", -1)
    await site.service.rooms.sweep()
    await teacher.get(f"rooms/{code}", 404)
