"""Class rooms over HTTP; test_authorisation tests who has which rights."""

import asyncio
from typing import Any

import pytest

from qttt.play.log import EntryKind
from qttt.server import rooms
from qttt.server.games.terms import Identity
from qttt.server.net import streams
from qttt.server.retention import DAY_MS
from qttt.server.rooms import commands
from tests.server.api.conftest import Browser, Site


async def open_room(site: Site, *names: str, **options: str) -> tuple[Browser, str, list[Browser]]:
    """Return a teacher, the code of a new room, and its members."""
    teacher = await site.guest()
    code: str = (await teacher.post("rooms", options, 201))["room"]
    students = [await join(site, code, name) for name in names]
    return teacher, code, students


async def join(site: Site, code: str, name: str) -> Browser:
    student = await site.guest()
    await student.post(f"rooms/{code}/join", {"nickname": name})
    return student


async def resign(site: Site, students: list[Browser], room: Any) -> None:
    """Resign as X in every current game, after one move of each player."""
    decisions = (
        ("x", EntryKind.MOVE, "12"),
        ("o", EntryKind.MOVE, "23"),
        ("x", EntryKind.RESIGN, ""),
    )
    for game in room["games"]:
        if game["result"] or game["off"]:
            continue
        for at, (seat, kind, body) in enumerate(decisions):
            who = await who_is(students[game[seat] - 1])
            # Browsers send this on their sockets, which call the runner.
            await streams.submit(
                site.services.runner, who, game["game"], f"decision-{at}", at, kind, body
            )


async def who_is(student: Browser) -> Identity:
    session = await student.get("session")
    return Identity(session["user"], session["name"])


async def room_of(browser: Browser, code: str) -> Any:
    return await browser.get(f"rooms/{code}")


def names(room: Any) -> dict[int, str]:
    return {member["number"]: member["name"] for member in room["members"]}


async def test_nicknames_are_optional(site: Site) -> None:
    teacher, code, _ = await open_room(site, "Ann", "Pupil 3")
    teacher.headers["Accept-Language"] = "el-GR, en;q=0.5"
    greek = (await teacher.post("rooms", {}, 201))["room"]
    chosen = (await teacher.post("rooms", {"language": "en"}, 201))["room"]
    for room, name in ((code, "Pupil 4"), (greek, "Μαθητής 1"), (chosen, "Pupil 1")):
        pupil = await site.guest()
        pupil.headers["Accept-Language"] = "el"
        joined = await pupil.post(f"rooms/{room}/join", {})
        assert names(joined)[joined["you"]] == name


async def test_the_teacher_chooses_how_long_a_room_is_kept(site: Site) -> None:
    teacher = await site.guest()
    room = await teacher.post("rooms", {"keep": 7}, 201)
    assert room["expires"] - room["created"] == 7 * DAY_MS
    changed = await teacher.ask("PATCH", f"rooms/{room['room']}", {"keep": 30})
    assert changed["expires"] - room["created"] == 30 * DAY_MS
    unchosen = await teacher.post("rooms", {}, 201)
    own = await teacher.get("rooms")
    assert [own["keep"], own["longest"]] == [30, 366]
    assert unchosen["expires"] - unchosen["created"] == 30 * DAY_MS
    listed = {each["room"]: each["expires"] for each in own["rooms"]}
    assert listed == {each["room"]: each["expires"] for each in (unchosen, changed)}
    rejected = await teacher.ask("PATCH", f"rooms/{room['room']}", {"keep": 367}, 422)
    assert rejected == {"error": "bad-keep", "message": "a room can be kept for 1 to 366 days"}


async def test_a_whole_round_robin(site: Site) -> None:
    teacher, code, students = await open_room(site, "Ann", "Bob", "Cid", title="  Physics ")
    room = await teacher.post(f"rooms/{code.lower()}/start")
    assert (room["title"], room["stage"], room["round"], room["rounds"]) == (
        *("Physics", "playing", 1, 3),
    )
    for number in (2, 3):
        await resign(site, students, room)
        room = await teacher.post(f"rooms/{code}/next", {"round": number - 1})
        assert room["round"] == number
    await resign(site, students, room)
    room = await room_of(teacher, code)
    assert [game["result"] for game in room["games"]] == ["0-1"] * 3
    assert sum(standing["score"] for standing in room["standings"]) == 3
    again = await teacher.post(f"rooms/{code}/next", {"round": 3})
    assert (again["round"], again["rounds"]) == (4, 6)
    assert (await teacher.post(f"rooms/{code}/end"))["stage"] == "over"
    assert (await teacher.get("rooms"))["rooms"] == []


async def test_a_repeated_request_begins_one_round(site: Site) -> None:
    """The answer to the first was lost, or the teacher has two devices."""
    teacher, code, _ = await open_room(site, "Ann", "Bob", "Cid", "Dan")
    await teacher.post(f"rooms/{code}/start")
    body = {"round": 1, "off": True}
    room = await teacher.post(f"rooms/{code}/next", body)
    rejected = await teacher.post(f"rooms/{code}/next", body, 409)
    assert rejected == {"error": "not-now", "message": "this room is in round 2, not 1"}
    games = (await room_of(teacher, code))["games"]
    assert [game["game"] for game in games] == [game["game"] for game in room["games"]]
    assert [game["off"] for game in games] == [True, True, False, False]


async def test_games_of_rooms_are_private_and_show_nicknames(site: Site) -> None:
    teacher, code, (ann, bob) = await open_room(site, "Ann", "Bob", clock="300+5")
    (game,) = (await teacher.post(f"rooms/{code}/start"))["games"]
    answer = await teacher.get(f"games/{game['game']}")
    assert (answer["terms"]["room"], answer["terms"]["clock"]) == (code, "300+5")
    assert {answer["terms"][seat]["name"] for seat in "xo"} == {"Ann", "Bob"}
    assert (answer["terms"]["rated"], answer["terms"]["private"]) == (False, True)
    assert (await teacher.get("live"))["games"] == []
    assert [each["game"] for each in (await ann.get("games"))["games"]] == [game["game"]]
    assert (await bob.get(f"games/{game['game']}"))["seat"] in "XO"


async def test_responses_do_not_contain_user_ids(site: Site) -> None:
    teacher, code, (ann, bob) = await open_room(site, "Ann", "Bob")
    text = str(await room_of(bob, code))
    for browser in (teacher, ann, bob):
        assert (await browser.get("session"))["user"] not in text
    answer = [await room_of(each, code) for each in (teacher, bob, await site.unauthenticated())]
    assert [(each["mine"], each["you"]) for each in answer] == [
        *((True, None), (False, 2), (False, None)),
    ]
    assert answer[0]["url"].endswith(f"/room/{code}")


async def test_a_returning_member_keeps_number_and_name(site: Site) -> None:
    _, code, (ann, _) = await open_room(site, "Ann", "Bob")
    left = await ann.post(f"rooms/{code}/leave")
    assert left["members"][0]["presence"] == "left"
    again = await ann.post(f"rooms/{code}/join", {"nickname": "Another"})
    assert (again["you"], again["members"][0]["name"], len(again["members"])) == (1, "Ann", 2)


async def test_the_teacher_renames_and_removes_members(site: Site) -> None:
    teacher, code, (ann, _) = await open_room(site, "Rude", "Bob")
    renamed = await teacher.ask("PATCH", f"rooms/{code}/members/1", {"nickname": "Ann"})
    assert names(renamed) == {1: "Ann", 2: "Bob"}
    removed = await teacher.ask("DELETE", f"rooms/{code}/members/1")
    assert removed["members"][0]["presence"] == "removed"
    answer = await ann.post(f"rooms/{code}/join", {"nickname": "Ann"}, 403)
    assert answer["message"] == "the teacher has removed you from this room"


async def test_an_arena_pairs_automatically(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms.commands, "REST_MS", 0)
    teacher, code, students = await open_room(site, "Ann", "Bob", kind="arena")
    room = await teacher.post(f"rooms/{code}/start")
    assert len(room["games"]) == 1
    late = [await join(site, code, name) for name in ("Cid", "Dan")]
    assert len((await room_of(teacher, code))["games"]) == 2
    await resign(site, [*students, *late], room)
    await until(teacher, code, lambda room: len(room["games"]) >= 3)
    paused = await teacher.post(f"rooms/{code}/pause", {"paused": True})
    assert paused["paused"]


async def until(browser: Browser, code: str, holds: Any) -> None:
    async with asyncio.timeout(60):
        while not holds(await room_of(browser, code)):
            await asyncio.sleep(0.05)


async def test_many_members_join_concurrently(site: Site) -> None:
    teacher, code, _ = await open_room(site)
    site.disable_limits()
    students = [await site.guest() for _ in range(24)]
    await asyncio.gather(
        *(
            student.post(f"rooms/{code}/join", {"nickname": f"Student {number}"})
            for number, student in enumerate(students)
        )
    )
    room = await room_of(teacher, code)
    assert [member["number"] for member in room["members"]] == list(range(1, 25))
    assert len({member["name"] for member in room["members"]}) == 24
    both = await asyncio.gather(
        *(teacher.request("POST", f"/api/rooms/{code}/start", json={}) for _ in range(4))
    )
    assert sorted(each.status_code for each in both) == [200, 409, 409, 409]
    assert len((await room_of(teacher, code))["games"]) == 12


async def test_codes_cannot_be_guessed(site: Site) -> None:
    _, code, _ = await open_room(site)
    limits = {"guess": "3/hour", "guess-all": "4/hour"}
    site.set_limits(limits)
    stored, stranger = await site.account("Anna"), await site.unauthenticated()
    elsewhere = await site.unauthenticated(client="192.0.2.1")
    for browser in (stored, stranger):
        wrong_codes = ("222222", "222223", "222224") if browser is stored else ("222225", "222226")
        for wrong in wrong_codes:
            assert (await browser.get(f"rooms/{wrong}", 404))["error"] == "gone"
    # Now valid codes are rejected too.
    for browser in (stored, stranger):
        assert (await browser.get(f"rooms/{code}", 429))["error"] == "too-fast"
    await elsewhere.get(f"rooms/{code}")
    await (await site.account("Bert")).get(f"rooms/{code}")  # has not guessed wrong


async def test_guesses_of_others_do_not_stop_a_class(site: Site) -> None:
    teacher, code, (member,) = await open_room(site, "Ann")
    site.set_limits({"guess": "2/hour", "guess-all": "2/hour"})
    guesser = await site.unauthenticated()
    for wrong in ("222222", "222223"):
        await guesser.get(f"rooms/{wrong}", 404)
    await guesser.get("rooms/222224", 429)
    await guesser.get(f"rooms/{code}", 429)
    await teacher.get(f"rooms/{code}")
    await member.get(f"rooms/{code}")
    await (await site.unauthenticated()).get(f"rooms/{code}")  # the projector of this class
    await join(site, code, "Late")
    away = await site.unauthenticated(client="192.0.2.1")
    for wrong in ("222222", "222223"):
        await away.get(f"rooms/{wrong}", 404)
    await away.get(f"rooms/{code}", 429)


async def test_present_members_fill_a_room(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_MEMBERS", 2)
    monkeypatch.setattr(commands, "MAX_NUMBERS", 4)
    teacher, code, (ann, bob) = await open_room(site, "Ann", "Bob")
    late = await site.guest()
    message = "a class room has at most 2 members"
    assert (await late.post(f"rooms/{code}/join", {}, 409))["message"] == message
    await ann.post(f"rooms/{code}/leave")
    await late.post(f"rooms/{code}/join", {"nickname": "Late"})
    assert (await ann.post(f"rooms/{code}/join", {}, 409))["message"] == message
    room = await teacher.post(f"rooms/{code}/remove", {"after": 1})
    assert [member["presence"] for member in room["members"]] == ["left", "removed", "removed"]
    await bob.post(f"rooms/{code}/join", {}, 403)
    await ann.post(f"rooms/{code}/join", {})
    await join(site, code, "Dora")
    room = await teacher.post(f"rooms/{code}/remove", {"after": 0})
    assert {member["presence"] for member in room["members"]} == {"removed"}
    answer = await (await site.guest()).post(f"rooms/{code}/join", {}, 409)
    assert answer["message"] == "4 members have been in this room: open a new one"


async def test_a_teacher_lets_nobody_else_in(site: Site) -> None:
    teacher, code, (ann,) = await open_room(site, "Ann")
    await ann.post(f"rooms/{code}/leave")
    assert (await teacher.post(f"rooms/{code}/lock", {"locked": True}))["locked"]
    late = await site.guest()
    rejected = await late.post(f"rooms/{code}/join", {}, 409)
    assert rejected == {
        "error": "room-locked",
        "message": "the teacher lets nobody else into this room now",
    }
    await ann.post(f"rooms/{code}/join")
    await ann.post(f"rooms/{code}/lock", {"locked": False}, 403)
    assert not (await teacher.post(f"rooms/{code}/lock", {"locked": False}))["locked"]
    await late.post(f"rooms/{code}/join")
    await teacher.post(f"rooms/{code}/end")
    await teacher.post(f"rooms/{code}/lock", {"locked": True}, 409)


async def test_a_guest_whom_a_room_does_not_admit_is_not_stored(site: Site) -> None:
    teacher, code, _ = await open_room(site)
    await teacher.post(f"rooms/{code}/end")
    guest = await site.unauthenticated()
    await guest.post("session")
    await guest.post(f"rooms/{code}/join", {}, 409)
    user = (await guest.get("session"))["user"]
    assert await site.services.store.people.user(user) is None


async def test_a_room_has_a_qr_code(site: Site) -> None:
    teacher, code, _ = await open_room(site)
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
async def test_invalid_rooms(site: Site, wanted: dict[str, str], error: str) -> None:
    teacher = await site.guest()
    assert (await teacher.post("rooms", wanted, 422))["error"] == error


async def test_a_teacher_has_a_maximum_of_rooms(site: Site) -> None:
    teacher = await site.guest()
    for _ in range(10):
        await teacher.post("rooms", {}, 201)
    answer = await teacher.post("rooms", {}, 409)
    assert (answer["error"], answer["message"]) == (
        "too-many",
        "you have 10 open rooms: end one first",
    )
