"""Homework over HTTP: what each role sees and can do, and that each answer counts once."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.server.errors import RequestError
from qttt.server.protocol.shared import HomeworkTry
from qttt.server.retention import DAY_MS
from qttt.server.rooms import homework
from qttt.server.rooms.homework import HomeworkService
from qttt.server.services import KEEP_LESSONS_MS, delete_expired
from qttt.server.store.entities import User
from qttt.server.store.store import open_store
from tests.server.api.conftest import Browser, Site

TASKS = ["puzzle goff 12/23", "step loop.close.0.0", "step stems.settle.1.3"]


def answers(*given: tuple[str, int, str]) -> list[dict[str, object]]:
    return [{"id": id_, "task": task, "answer": answer} for id_, task, answer in given]


class Set:
    """Homework of a teacher for two pupils, who have no session."""

    def __init__(self, site: Site, teacher: Browser, new: Any, results: Any) -> None:
        self.site, self.teacher, self.code = site, teacher, new["homework"]
        self.new, self.due = new, new["due"]
        self.ann, self.bob = (pupil["key"] for pupil in results["pupils"])

    async def hand_in(self, key: str, *given: tuple[str, int, str], status: int = 200) -> Any:
        pupil = await self.site.unauthenticated()
        body = {"key": key, "tries": answers(*given)}
        return await pupil.post(f"homework/{self.code}/tries", body, status)

    async def results(self) -> Any:
        return await self.teacher.get(f"homework/{self.code}")


def body(site: Site, **other: object) -> dict[str, object]:
    due = site.services.clock() + 2 * DAY_MS
    return {"title": "Loops", "tasks": TASKS, "pupils": ["Ann", "17"], "due": due, **other}


async def set_homework(site: Site) -> Set:
    teacher = await site.guest()
    new = await teacher.post("homework", body(site), 201)
    return Set(site, teacher, new, await teacher.get(f"homework/{new['homework']}"))


async def test_pupils_hand_in_without_an_account(site: Site) -> None:
    given = await set_homework(site)
    assert given.new["expires"] == given.due + 30 * DAY_MS
    opened = await given.hand_in(given.ann.lower())
    assert opened == {
        "homework": given.code, "title": "Loops", "tasks": TASKS, "due": given.due,
        "expires": given.due + 30 * DAY_MS, "name": "Ann", "tries": [],
    }  # fmt: skip
    first = (("a", 1, "45"), ("b", 1, "13"))
    for _ in range(2):  # the response to the first request is lost
        stored = (await given.hand_in(given.ann, *first))["tries"]
    assert [(each["id"], each["task"], each["answer"]) for each in stored] == list(first)
    # Another device has the earlier answers, and a new one.
    await given.hand_in(given.ann, ("b", 1, "13"), ("c", 2, "X1 O2"))
    ann, bob = (await given.results())["pupils"]
    assert (ann["name"], [attempt["id"] for attempt in ann["tries"]]) == ("Ann", ["a", "b", "c"])
    assert (bob["name"], bob["tries"]) == ("17", [])
    assert await given.teacher.get("homework") == {"homework": [given.new]}


async def test_each_pupil_has_a_qr_code(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    given = await set_homework(site)
    assert given.new["url"].endswith(f"/#homework/{given.code}")
    monkeypatch.setattr("qttt.server.api.homework.qr_svg", str.encode)
    path = f"/api/homework/{given.code}/pupils"
    answer = await given.teacher.request("GET", f"{path}/2/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == f"{given.new['url']}/{given.bob}"
    missing = await given.teacher.request("GET", f"{path}/3/qr.svg")
    assert missing.json() == {"error": "gone", "message": "this homework has no pupil 3"}


async def test_a_pupil_sees_and_changes_only_their_own_answers(site: Site) -> None:
    given = await set_homework(site)
    await given.hand_in(given.ann, ("a", 1, "45"))
    assert (await given.hand_in(given.bob))["tries"] == []
    # The same id, or another answer for it, changes nothing of hers.
    assert len((await given.hand_in(given.bob, ("a", 1, "13")))["tries"]) == 1
    await given.hand_in(given.ann, ("a", 1, "13"))
    ann, _ = (await given.results())["pupils"]
    assert [attempt["answer"] for attempt in ann["tries"]] == ["45"]
    wrong = await given.hand_in("AAAAAA", status=403)
    assert wrong["message"] == "no pupil of this homework has this personal code"
    stranger = await site.guest()
    for method, path in (
        ("GET", ""), ("DELETE", ""), ("DELETE", "/pupils/1"), ("PATCH", ""),
    ):  # fmt: skip
        schedule = {"due": given.due} if method == "PATCH" else None
        answer = await stranger.ask(method, f"homework/{given.code}{path}", schedule, 403)
        assert answer["message"] == "only the teacher who has set this homework can"


async def test_guesses_of_personal_codes_are_limited(site: Site) -> None:
    given = await set_homework(site)
    site.set_limits({"guess": "2/hour"})
    await given.hand_in("AAAAAA", status=403)
    pupil = await site.unauthenticated()
    await pupil.post("homework/AAAAAA/tries", {"key": given.ann}, 404)
    await given.hand_in(given.ann, status=429)


async def test_a_personal_code_is_known_and_limited_in_every_spelling(site: Site) -> None:
    given = await set_homework(site)
    site.set_limits({"guess": "1/hour", "hand-in": "2/minute"})
    await given.hand_in(given.ann)
    await given.hand_in("AAAAAA", status=403)
    await given.hand_in(f" {given.ann.lower()} ")
    await given.hand_in(f"{given.ann[:3]}-{given.ann[3:]}", status=429)


INVALID: tuple[tuple[dict[str, object], str], ...] = (
    ({"tasks": []}, "homework has 1 to 50 tasks"),
    ({"tasks": ["x", ""]}, "task 2 must be a line of 1 to 120 characters"),
    ({"tasks": ["x", "x"]}, "the tasks must differ"),
    ({"pupils": []}, "homework is for 1 to 64 pupils"),
    ({"pupils": ["Ann", " "]}, "a pupil's name must have 1 to 40 characters"),
    ({"pupils": ["Ann", " Ann "]}, "two pupils are named Ann: names must differ"),
    ({"due": 1}, "homework must be due within 366 days from now"),
    ({"keep": 0}, "answers can be kept for 1 to 366 days"),
)


async def test_invalid_homework_is_rejected(site: Site) -> None:
    teacher = await site.guest()
    for changed, message in INVALID:
        rejected = await teacher.post("homework", body(site, **changed), 422)
        assert rejected == {"error": "bad-homework", "message": message}


async def test_limits_of_homework_and_answers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    given = await set_homework(site)
    for try_, message in (
        (("a", 4, "x"), "this homework has no task 4"),
        (("a", 1, " x"), "the answer must be a line of 1 to 60 characters"),
    ):
        assert (await given.hand_in(given.ann, try_, status=422))["message"] == message
    monkeypatch.setattr(homework, "MAX_TRIES", 1)
    full = await given.hand_in(given.ann, ("a", 1, "12"), ("b", 1, "12"), status=409)
    assert full["message"] == "at most 1 answers can be handed in"
    monkeypatch.setattr(homework, "MAX_HOMEWORK", 1)
    more = await given.teacher.post("homework", body(site), 409)
    assert more["message"] == "you have set homework 1 times: delete some first"


async def test_rescheduling_and_deletion(site: Site) -> None:
    given = await set_homework(site)
    path = f"homework/{given.code}"
    later = given.due + DAY_MS
    changed = await given.teacher.ask("PATCH", path, {"due": later, "keep": 7})
    assert (changed["due"], changed["expires"]) == (later, later + 7 * DAY_MS)
    await given.hand_in(given.ann, ("a", 1, "12"))
    await given.teacher.ask("DELETE", f"{path}/pupils/1", None, 204)
    missing = await given.teacher.ask("DELETE", f"{path}/pupils/1", None, 404)
    assert missing["message"] == "this homework has no pupil 1"
    await given.hand_in(given.ann, status=403)
    await given.teacher.ask("DELETE", path, None, 204)
    gone = await given.hand_in(given.bob, status=404)
    assert gone["message"] == (
        "there is no homework with this code; it may have expired or been deleted"
    )


async def test_homework_is_deleted_at_its_end_and_survives_restarts(tmp_path: Path) -> None:
    """With a simulated clock, the store is opened anew for each step."""
    now, url = 1_700_000_000_000, str(tmp_path / "games.db")
    user = SimpleNamespace(user=SimpleNamespace(id="anna"))
    code, key = "", ""
    steps = (0, 36.9, 37.1)
    seen: list[object] = []
    for days in steps:
        at = int(now + days * DAY_MS)
        async with open_store(url) as store:
            service = HomeworkService(store.homework, lambda at=at: at)  # type: ignore[misc]
            if not code:
                await store.people.add_user(User("anna", "Anna", now, key="anna"))
                set_ = await service.set(user, "", TASKS, ["1"], now + 7 * DAY_MS, 30)  # type: ignore[arg-type]
                code, key = set_.code, (await service.pupils(set_))[0].key
            try:
                handed_in = await service.hand_in(code, key, [HomeworkTry(f"{days}", 1, "12")])
                seen.append(len(handed_in.tries))
            except RequestError as error:
                seen.append(error.code)
            server = SimpleNamespace(
                now=at,
                uptime_ago=lambda uptime, at=at: at - uptime,
                on_rooms_closed=lambda closed: None,
            )
            await delete_expired(store, server)  # type: ignore[arg-type]
            with store.database.reading() as connection:
                count = "SELECT count(*) FROM homework_tries"
                seen.append(connection.exec_driver_sql(count).scalar_one())
    assert KEEP_LESSONS_MS < 0.1 * DAY_MS
    assert seen == [1, 1, 2, 2, "gone", 0]


async def test_homework_that_was_due_can_be_kept_longer(site: Site) -> None:
    given = await set_homework(site)
    user = (await given.teacher.get("session"))["user"]
    teacher: Any = SimpleNamespace(user=SimpleNamespace(id=user))
    service = HomeworkService(site.services.store.homework, lambda: given.due + 2 * DAY_MS)
    changed = await service.reschedule(teacher, given.code, given.due, 60)
    assert changed.expires == given.due + 60 * DAY_MS
    with pytest.raises(RequestError, match=r"was due more than 2 days ago: choose more$"):
        await service.reschedule(teacher, given.code, given.due, 2)
    with pytest.raises(RequestError, match=r"must be due within 366 days from now$"):
        await service.reschedule(teacher, given.code, given.due + 1, 60)
