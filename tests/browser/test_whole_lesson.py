"""A whole lesson: teacher, projector and three phones in browsers, and 37 more pupils.

Pictures of each step, the page after the lesson and the time to the first histogram are saved in
``build/lesson``.
"""

import asyncio
import json
import re
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from tests.browser.app import App
from tests.browser.conftest import ROOT, TIMEOUT_MS, Visit
from tests.browser.expecting import expect
from tests.browser.people import place
from tests.server.operate.players import Player

pytestmark = [pytest.mark.nightly, pytest.mark.long]

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=740)
CLASS_SIZE, PHONES = 40, 3
LOCALES = {"en": "en-GB", "el": "el-GR"}
CONTENT = ROOT / "src" / "qttt" / "content"


class Clients:
    """Pupils without a browser, in an event loop of another thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.players: list[Player] = []

    def run(self, done: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(done, self.loop).result()

    async def all(self, method: str, path: str, bodies: Sequence[object]) -> None:
        """Send a request of each client, with its body."""
        sent = zip(self.players, bodies, strict=True)
        await asyncio.gather(*(each.ask(method, path, body) for each, body in sent))

    async def room(self, code: str) -> dict[str, Any]:
        answer = await self.players[0].ask("GET", f"rooms/{code}")
        return dict(answer.json())

    async def play(self) -> int:
        """Play the games between clients to their end; return their number."""
        own = [(await player.ask("GET", "games")).json()["games"] for player in self.players]
        games = {games[0]["game"]: 0 for games in own if games}
        for found in own:
            for each in found:
                games[each["game"]] += 1
        pairs = [name for name, count in games.items() if count == 2]
        playing = zip(self.players, own, strict=True)
        await asyncio.gather(
            *(each.play(g["game"]) for each, found in playing for g in found if g["game"] in pairs)
        )
        return len(pairs)


@contextmanager
def connected(url: str, count: int) -> Iterator[Clients]:
    clients = Clients()
    thread = Thread(target=clients.loop.run_forever)
    thread.start()
    stack = AsyncExitStack()

    async def connect() -> None:
        for seed in range(count):
            player = Player([url.rstrip("/")], seed)
            clients.players.append(await stack.enter_async_context(player))

    try:
        clients.run(connect())
        yield clients
    finally:
        clients.run(stack.aclose())
        clients.loop.call_soon_threadsafe(clients.loop.stop)
        thread.join()
        clients.loop.close()


class Lesson:
    """The browsers of a lesson, and its pictures."""

    def __init__(self, visit: Visit, language: str) -> None:
        text = (CONTENT / language / "app.json").read_text(encoding="utf-8")
        self.words: dict[str, str] = json.loads(text)
        scheme = "dark" if language == "el" else "light"
        self.options: dict[str, Any] = {"locale": LOCALES[language], "color_scheme": scheme}
        self.visit = visit
        self.taps = self.pictures = 0
        plan = CONTENT / language / "plans" / "1-first-contact.md"
        self.plan = plan.read_text(encoding="utf-8").split("title: ")[1].partition("\n")[0]
        self.folder = ROOT / "build" / "lesson" / language
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.iterdir():
            old.unlink()

    def word(self, key: str, **values: object) -> str:
        return self.words[f"online.{key}"].format(**values)

    def open(self, address: str, **more: Any) -> App:
        return self.visit.open(address, **self.options, **more)

    def press(self, app: App, key: str) -> None:
        self.tap(app, app.page.get_by_role("button", name=self.word(key), exact=True))

    def tap(self, app: App, target: Locator) -> None:
        app.touch(target)
        self.taps += 1

    def picture(self, name: str, **pages: Page) -> None:
        self.pictures += 1
        for role, page in pages.items():
            page.screenshot(path=self.folder / f"{self.pictures:02}-{name}-{role}.png")


def answer_to(poll: dict[str, Any], number: int) -> str:
    """Return the answer of the pupil with that number; most are right in the second vote."""
    kind, spread = poll["kind"], number % (3 if poll["round"] == 1 else 7)
    if kind == "choice":
        return str(1 + spread % len(poll["options"]))
    if kind == "worlds":
        return str((2, 3, 4)[spread % 3])
    assert kind == "collapse"
    return f"@{poll['position'].rpartition('/')[2][spread % 2]}"


def vote(lesson: Lesson, pupil: App, poll: dict[str, Any], answer: str) -> None:
    """Answer in a browser."""
    if poll["kind"] == "worlds":
        pupil.page.get_by_role("spinbutton").fill(answer)
        lesson.press(pupil, "poll.send")
    else:
        squares = poll["position"].rpartition("/")[2]
        at = squares.index(answer[1:]) if answer.startswith("@") else int(answer) - 1
        lesson.tap(pupil, pupil.page.locator("[role=group] button").nth(at))


def stage_of(room: dict[str, Any]) -> tuple[object, ...]:
    poll = room["poll"] or {}
    return (*(poll.get(name) for name in ("number", "stage", "round")), len(room["games"]))


@pytest.mark.parametrize("language", LOCALES)
def test_a_whole_lesson(visit: Visit, language: str) -> None:
    lesson = Lesson(visit, language)
    teacher = lesson.open("#online/room", viewport=DESKTOP, touches=False)
    lesson.press(teacher, "room.create")
    teacher.page.wait_for_url(re.compile(r"/room/\w{6}$"))
    address = place(teacher.page.url)
    code = address[-6:]
    projector = teacher.page.context.new_page()
    projector.goto(f"{visit.url}{address}/wall")
    phones = [lesson.open(address) for _ in range(PHONES)]
    with connected(visit.url, CLASS_SIZE - PHONES) as clients:
        clients.run(clients.all("POST", f"rooms/{code}/join", [{}] * len(clients.players)))
        began, lesson.taps = monotonic(), 0
        for phone in phones:
            lesson.press(phone, "room.joinUnnamed")
        lesson.tap(teacher, teacher.page.get_by_text(lesson.word("lesson.title"), exact=True))
        lesson.picture("joining", teacher=teacher.page, projector=projector, pupil=phones[0].page)
        lesson.tap(teacher, teacher.page.get_by_role("button", name=lesson.plan))
        lesson.press(teacher, "lesson.begin")
        first = play_lesson(lesson, clients, code, teacher, projector, phones)
        others = 2 * (PHONES - 1)  # taps of the other phones
        taps, seconds = first[0] - others, first[1] - began
        summary = f"from joining to the first histogram: {seconds:.0f} s, {taps} taps\n"
        (lesson.folder / "summary.txt").write_text(summary)
        assert taps <= 10
        games = clients.run(clients.play())
        lesson.picture("games", teacher=teacher.page, projector=projector, pupil=phones[0].page)
    finish(lesson, teacher, games)


def play_lesson(
    lesson: Lesson, clients: Clients, code: str, teacher: App, projector: Page, phones: list[App]
) -> tuple[int, float]:
    """Go through all steps to the games; return taps and time at the first histogram."""
    first: tuple[int, float] | None = None
    pages = {"teacher": teacher.page, "projector": projector, "pupil": phones[0].page}
    room = wait_for(teacher.page, clients, code, (None, None, None, 0))
    while not room["games"]:
        poll = room["poll"]
        is_asking = poll["stage"] == "asking" and poll["kind"] != "slide"
        if is_asking:
            path, given = f"rooms/{code}/polls/{poll['number']}/answer", {"round": poll["round"]}
            for number, phone in enumerate(phones):
                vote(lesson, phone, poll, answer_to(poll, number))
            answers = [answer_to(poll, number) for number in range(PHONES, CLASS_SIZE)]
            clients.run(
                clients.all("PUT", path, [given | {"answer": answer} for answer in answers])
            )
            answered = lesson.word("poll.answered", count=CLASS_SIZE, members=CLASS_SIZE)
            for page in (projector, teacher.page):
                expect(page.get_by_text(answered)).to_be_visible()
        elif poll["kind"] != "slide":
            expect(projector.locator("tbody tr").first).to_be_visible()
            if poll["stage"] == "explained":
                computing = lesson.word("poll.computing")
                texts = projector.locator("section.poll [role=status]")
                expect(texts).to_have_count(2)  # how many answered, and the exact answer
                expect(texts.last).not_to_contain_text(computing)
            if first is None:
                first = lesson.taps, monotonic()
                on_phone(lesson, teacher.page, "vote")
        lesson.picture(f"{poll['kind']}-{poll['stage']}-{poll['round']}", **pages)
        teacher.page.keyboard.press("PageDown")
        lesson.taps += 1
        room = wait_for(teacher.page, clients, code, stage_of(room))
        while not (room["poll"] or room["games"]):
            room = wait_for(teacher.page, clients, code, stage_of(room))
    assert first is not None
    return first


def wait_for(page: Page, clients: Clients, code: str, before: tuple[object, ...]) -> dict[str, Any]:
    """Return the state of the room once it differs."""
    last = monotonic() + TIMEOUT_MS / 1000
    room: dict[str, Any] = clients.run(clients.room(code))
    while stage_of(room) == before:
        assert monotonic() < last
        page.wait_for_timeout(50)
        room = clients.run(clients.room(code))
    return room


def on_phone(lesson: Lesson, page: Page, name: str) -> None:
    """Save what the teacher sees on a phone."""
    page.set_viewport_size(PHONE)
    page.screenshot(path=lesson.folder / f"phone-{name}.png", full_page=True)
    page.set_viewport_size(DESKTOP)


def finish(lesson: Lesson, teacher: App, games: int) -> None:
    """End the room, and save the page after the lesson: on a desktop, a phone and paper."""
    page = teacher.page
    on_phone(lesson, page, "games")
    lesson.press(teacher, "room.end")
    lesson.press(teacher, "room.endSure")
    reports = page.locator("article section ul.list > li")
    expect(reports).to_have_count(games)
    for report in reports.all():
        expect(report).to_have_text(re.compile(r"\.\s+\S"))  # analysed
    page.screenshot(path=lesson.folder / "report-desktop.png", full_page=True)
    on_phone(lesson, page, "report")
    page.emulate_media(media="print")
    page.pdf(path=lesson.folder / "report.pdf")
    page.set_viewport_size(DESKTOP)
    page.screenshot(path=lesson.folder / "report-print.png", full_page=True)
