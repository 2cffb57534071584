"""A class at one address, with a pupil among them who wants to stop the lesson."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.server.api.conftest import Browser, Site

SCHOOL = "192.0.2.7"
EARLY, LATE = 22, 10
ROUNDS = 3
MIN_ANSWERED = 0.95
HOMEWORK = {"title": "", "tasks": ["puzzle goff -"], "pupils": ["Ann", "Bob"]}


@dataclass
class Others:
    """The requests of all users but the saboteur, and how many were answered."""

    asked: int = 0
    rejected: list[tuple[str, int, str]] = field(default_factory=list)

    async def ask(self, browser: Browser, method: str, path: str, body: object = None) -> Any:
        sent = {} if body is None and method != "GET" else body
        response = await browser.request(method, f"/api/{path}", json=sent)
        self.asked += 1
        if response.status_code >= 400:
            self.rejected.append((f"{method} {path}", response.status_code, response.text))
        return response.json() if response.content else None


@dataclass
class Saboteur:
    """Makes limited requests as often as possible."""

    site: Site
    code: str
    homework: str
    numbers: count = field(default_factory=count)  # type: ignore[type-arg]

    async def disturb(self) -> None:
        wrong, unused = await self.browser(), await self.browser()
        stored = await self.browser()
        await self.enter(stored)
        for number in range(70):
            await self.send(wrong, "GET", f"rooms/AAA{number + 222:03}")
            await self.send(stored, "GET", f"rooms/BBB{number + 222:03}")
            await self.send(wrong, "GET", f"challenges/AAAA{number + 2222:04}")
        for _ in range(70):
            await self.send(wrong, "POST", f"homework/{self.homework}/tries", {"key": "AAAAAA"})
        for _ in range(100):
            unused.cookies.clear()
            await self.send(unused, "POST", "session")
        for _ in range(30):
            await self.enter(await self.browser())
        for _ in range(35):
            login = {"name": f"Nobody{next(self.numbers)}", "password": "wrong password"}
            await self.send(wrong, "POST", "login", login)

    async def enter(self, browser: Browser) -> None:
        """Come into the room as one more pupil, or fail to."""
        await self.send(browser, "POST", "session")
        name = f"Zz{next(self.numbers)}"
        await self.send(browser, "POST", f"rooms/{self.code}/join", {"nickname": name})

    async def browser(self) -> Browser:
        return await self.site.unauthenticated(client=SCHOOL)

    async def send(self, browser: Browser, method: str, path: str, body: object = None) -> None:
        await browser.request(method, f"/api/{path}", json={} if body is None else body)


async def arrive(others: Others, site: Site, code: str, name: str) -> Browser:
    """Open the app in a new browser, and join."""
    pupil = await site.unauthenticated(client=SCHOOL)
    await others.ask(pupil, "POST", "session")
    await others.ask(pupil, "GET", f"rooms/{code}")
    await others.ask(pupil, "POST", f"rooms/{code}/join", {"nickname": name})
    return pupil


async def test_a_lesson_goes_on_despite_a_saboteur(site: Site) -> None:
    others = Others()
    teacher = await site.unauthenticated(client=SCHOOL)
    await others.ask(teacher, "POST", "session")
    code = (await others.ask(teacher, "POST", "rooms", {"kind": "arena"}))["room"]
    due = site.services.clock() + 1_000_000
    homework = (await others.ask(teacher, "POST", "homework", {**HOMEWORK, "due": due}))["homework"]
    keys = [
        each["key"] for each in (await others.ask(teacher, "GET", f"homework/{homework}"))["pupils"]
    ]
    pupils = [await arrive(others, site, code, f"Early {n}") for n in range(EARLY)]
    projector = await site.unauthenticated(client=SCHOOL)
    await others.ask(pupils[0], "POST", f"homework/{homework}/tries", {"key": keys[0]})
    await others.ask(teacher, "POST", f"rooms/{code}/start")
    assert others.rejected == []
    saboteur, last = Saboteur(site, code, homework), EARLY
    for part in range(ROUNDS):
        await saboteur.disturb()
        room = await others.ask(teacher, "POST", f"rooms/{code}/remove", {"after": last})
        assert sum(member["presence"] == "here" for member in room["members"]) == len(pupils)
        late = range(part * LATE // ROUNDS, (part + 1) * LATE // ROUNDS)
        pupils += [await arrive(others, site, code, f"Late {n}") for n in late]
        last = len(room["members"]) + len(late)
        poll = {"kind": "choice", "text": "?", "options": ["a", "b"]}
        asked = (await others.ask(teacher, "POST", f"rooms/{code}/polls", poll))["poll"]
        for pupil in pupils:
            await others.ask(pupil, "GET", f"rooms/{code}")
            answer = {"round": asked["round"], "answer": "1"}
            await others.ask(pupil, "PUT", f"rooms/{code}/polls/{asked['number']}/answer", answer)
        await others.ask(projector, "GET", f"rooms/{code}")
        await others.ask(pupils[0], "POST", f"homework/{homework}/tries", {"key": keys[0]})
        await others.ask(
            teacher, "PATCH", f"rooms/{code}/polls/{asked['number']}", {"step": "show"}
        )
    answered = 1 - len(others.rejected) / others.asked
    assert answered >= MIN_ANSWERED, (answered, others.rejected)
