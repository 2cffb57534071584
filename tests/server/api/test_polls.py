"""Polls over HTTP: what each role sees and can do, and that each answer counts once."""

import asyncio
from typing import Any

import pytest

from qttt.server.rooms import polls
from qttt.server.rooms.polls import Polls
from qttt.server.store.store import open_store
from tests.server.api.conftest import Browser, Site
from tests.server.api.test_rooms import open_room, resign, room_of

CHOICE = {"kind": "choice", "text": "Who wins?", "options": ["X", "O", "no one"]}


class Class:
    """A class room with a poll."""

    def __init__(self, teacher: Browser, code: str, pupils: list[Browser]) -> None:
        self.teacher, self.code, self.pupils = teacher, code, pupils

    async def ask(self, question: object = CHOICE, status: int = 201) -> Any:
        return await self.teacher.post(f"rooms/{self.code}/polls", question, status)

    async def step(self, step: str, status: int = 200, poll: int = 1) -> Any:
        path = f"rooms/{self.code}/polls/{poll}"
        return await self.teacher.ask("PATCH", path, {"step": step}, status)

    async def answer(
        self, pupil: Browser, answer: str, status: int = 200, *, round: int = 1, poll: int = 1
    ) -> Any:
        path = f"rooms/{self.code}/polls/{poll}/answer"
        return await pupil.ask("PUT", path, {"round": round, "answer": answer}, status)

    async def poll(self, browser: Browser) -> Any:
        return (await room_of(browser, self.code))["poll"]


async def open_class(site: Site, *names: str) -> Class:
    return Class(*await open_room(site, *names))


async def test_two_rounds_of_a_poll(site: Site) -> None:
    room = await open_class(site, "Ann", "Bob", "Cid")
    ann, bob, cid = room.pupils
    assert (await room_of(ann, room.code))["poll"] is None
    asked = (await room.ask())["poll"]
    assert (asked["text"], asked["stage"], asked["results"]) == ("Who wins?", "asking", [])
    for pupil, answer in ((ann, "1"), (ann, "2"), (bob, "2"), (cid, "1")):
        assert (await room.answer(pupil, answer))["poll"]["yours"] == answer
    shown = (await room.step("show"))["poll"]
    first = [{"answer": "2", "count": 2}, {"answer": "1", "count": 1}]
    assert (shown["answers"], shown["results"]) == (3, [first])
    late = await room.answer(ann, "1", 409)
    assert late["message"] == "this vote is closed"
    again = (await room.step("again"))["poll"]
    assert (again["stage"], again["round"], again["answers"]) == ("asking", 2, 0)
    assert (await room.answer(ann, "1", 409))["message"] == "this vote is closed"
    await room.answer(ann, "2", round=2)
    assert (await room.step("show"))["poll"]["results"] == [first, [{"answer": "2", "count": 1}]]
    assert (await room.step("again", 409))["message"] == "a poll has at most 2 rounds"
    assert (await room.step("show", 409))["message"] == (
        "this poll is shown: show is not possible now"
    )
    assert (await room.step("explain", 409))["message"] == (
        "a choice has no exact answer to explain"
    )
    assert (await room.step("end"))["poll"] is None
    assert (await room.answer(ann, "1", 409))["message"] == "this poll is over"


async def test_each_role_sees_no_more_than_its_part(site: Site) -> None:
    room = await open_class(site, "Ann", "Bob")
    ann, bob = room.pupils
    projector, stranger = await site.unauthenticated(), await site.guest()
    projector.cookies.update(room.teacher.cookies)
    others = (bob, stranger, await site.unauthenticated())
    await room.ask()
    await room.answer(ann, "3")
    for browser in (*others, ann, room.teacher, projector):
        poll = await room.poll(browser)
        assert (poll["answers"], poll["yours"]) == (1, "3" if browser is ann else None)
        assert not poll["results"]
    await room.step("show")
    for browser in (*others, ann):
        assert (await room.poll(browser))["results"] is None
    for browser in (room.teacher, projector):
        assert (await room.poll(browser))["results"] == [[{"answer": "3", "count": 1}]]
    await room.step("again")
    for browser in (*others, ann):
        assert (await room.poll(browser))["results"] is None
    await room.answer(ann, "1", round=2)
    # The answers of the second round are hidden again, also from the teacher.
    assert (await room.poll(room.teacher))["results"] == [[{"answer": "3", "count": 1}]]


async def test_a_member_changes_only_their_own_answer(site: Site) -> None:
    room = await open_class(site, "Ann", "Bob")
    ann, bob = room.pupils
    await room.ask()
    await room.answer(ann, "1")
    await room.answer(bob, "2")
    assert (await room.poll(ann))["yours"] == "1"
    for outsider in (room.teacher, await site.guest()):
        rejected = await room.answer(outsider, "1", 403)
        assert rejected["message"] == "only members of this room can answer: join it first"
    await room.teacher.ask("DELETE", f"rooms/{room.code}/members/2")
    await room.answer(bob, "1", 403)
    counts = (await room.step("show"))["poll"]["results"][0]
    assert sorted((count["answer"], count["count"]) for count in counts) == [("1", 1), ("2", 1)]


async def test_polls_about_positions(site: Site) -> None:
    room = await open_class(site, "Ann")
    (ann,) = room.pupils
    asked = await room.ask({"kind": "move", "position": "12/23"})
    assert (asked["poll"]["position"], asked["poll"]["rules"]) == ("12/23", "goff")
    assert (await room.answer(ann, "98"))["poll"]["yours"] == "89"
    assert (await room.answer(ann, "11", 422))["error"] == "bad-answer"
    await room.step("show")
    assert (await room.step("explain"))["poll"]["stage"] == "explained"
    assert (await room.ask({"kind": "collapse", "position": "12/23"}, 422))["error"] == "bad-poll"
    assert (await room.ask({"kind": "worlds", "position": "99"}, 422))["error"] == "bad-start"


async def test_acknowledged_answers_count_once_across_processes_and_restarts(
    site: Site, tmp_path: Any
) -> None:
    """A second process serves every other request; afterwards the store is opened anew."""
    site.disable_limits()
    room = await open_class(site, *(f"P{number}" for number in range(8)))
    await room.ask()
    url, users = str(tmp_path / "games.db"), [await each.get("session") for each in room.pupils]
    async with open_store(url) as second_store:
        second = Polls(second_store.polls, site.services.clock, lambda code: None)
        found = await site.services.rooms.room(room.code)

        async def answer_second(number: int) -> None:
            token = room.pupils[number].session_token
            principal = await site.services.people.authenticate(token)
            assert principal
            assert principal.user.id == users[number]["user"]
            await second.answer(principal, found, 1, 1, "2")

        await asyncio.gather(
            *(room.answer(pupil, "1") for pupil in room.pupils[::2] * 2),
            *(answer_second(number) for number in (*range(1, 8, 2), *range(1, 8, 2))),
        )
    async with open_store(url) as reopened:
        poll = await reopened.polls.last(room.code)
        assert poll
        assert poll.answers_in(1) == {number: "12"[(number + 1) % 2] for number in range(1, 9)}
    counts = (await room.step("show"))["poll"]["results"]
    assert {each["answer"]: each["count"] for each in counts[0]} == {"1": 4, "2": 4}


async def test_polls_are_limited_and_end_with_their_room(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polls, "MAX_POLLS", 2)
    room = await open_class(site, "Ann")
    await room.ask({"kind": "slide", "text": "Look."})
    await room.ask()
    await room.step("show", poll=2)
    assert (await room.ask(status=409))["message"] == "a class room has at most 2 polls"
    await room.teacher.post(f"rooms/{room.code}/end")
    assert await room.poll(room.teacher) is None
    assert (await room.ask(status=409))["message"] == "this room is over"


async def test_a_repeated_request_asks_once(site: Site) -> None:
    """The answer to the first was lost, or the teacher has two devices."""
    room = await open_class(site, "Ann")
    (ann,) = room.pupils
    await room.ask()
    await room.answer(ann, "1")
    again = (await room.ask())["poll"]
    assert (again["number"], again["answers"]) == (1, 1)
    await room.step("show")
    assert (await room.ask())["poll"]["number"] == 2


async def test_slides_ask_nothing(site: Site) -> None:
    room = await open_class(site, "Ann")
    (ann,) = room.pupils
    asked = await room.ask({"kind": "slide", "text": "Look at X1.", "position": "12/23"})
    assert (asked["poll"]["kind"], asked["poll"]["position"]) == ("slide", "12/23")
    assert (await room.answer(ann, "1", 422))["message"] == "a slide asks nothing"
    assert (await room.step("show", 409))["message"] == "a slide asks nothing: it can only end"
    assert (await room.step("end"))["poll"] is None


async def test_members_see_how_many_were_right_once_it_is_explained(site: Site) -> None:
    room = await open_class(site, "Ann", "Bob")
    ann, bob = room.pupils
    await room.ask({"kind": "move", "position": "12/23"})
    await room.answer(ann, "13")
    await room.step("show")
    assert (await room.poll(bob))["results"] is None
    await room.step("explain")
    for member in (ann, bob):
        assert (await room.poll(member))["results"] == [[{"answer": "13", "count": 1}]]
    assert (await room.poll(await site.guest()))["results"] is None


async def test_results_and_deletion_of_a_room(site: Site) -> None:
    room = await open_class(site, "Ann", "Bob")
    ann, bob = room.pupils
    for poll, answers in ((1, ("1", "2")), (2, ("3",))):
        await room.ask({**CHOICE, "text": f"Question {poll}"})
        for pupil, answer in zip((ann, bob), answers, strict=False):
            await room.answer(pupil, answer, poll=poll)
    results = await room.teacher.get(f"rooms/{room.code}/results")
    first = [{"answer": "1", "count": 1}, {"answer": "2", "count": 1}]
    assert [each["results"] for each in results["polls"]] == [[first], []]
    assert results["answers"] == [
        {"poll": 1, "round": 1, "member": member, "answer": str(member)} for member in (1, 2)
    ]
    assert len(results["room"]["members"]) == 2
    await room.teacher.post(f"rooms/{room.code}/start")
    (game,) = (await room_of(ann, room.code))["games"]
    path = f"rooms/{room.code}"
    assert (await room.teacher.ask("DELETE", path, None, 409))["message"] == (
        "this room is not over: end it first"
    )
    await resign(site, room.pupils, await room_of(ann, room.code))
    await room.teacher.post(f"{path}/end")
    await room.teacher.ask("DELETE", path, None, 204)
    for gone in (path, f"games/{game['game']}"):
        await room.teacher.ask("GET", gone, None, 404)
