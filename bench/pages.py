"""The app in Chromium, timed from inside its page by ``web.js``."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from qttt.game import Placement, Position, Rules
from tests.browser.chromium import MISSING, find
from tests.browser.server import Server

from .positions import settled

SCRIPT = Path(__file__).with_name("web.js")
SLOWDOWN = 4
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "en-GB"}

GAME = tuple(map(Placement, (0, 2, 3, 3, 4), (3, 3, 4, 8, 8)))
END = 8
"""The landing square of the last mark of that game: both players get a line, with animations."""

IDLE_S = 0.1
"""A page without work for this many seconds is idle."""
TIMEOUT_S = 60


class Visit(NamedTuple):
    """The files loaded before the first move, and two times in seconds since the start."""

    loaded: frozenset[str]
    paint: float
    playable: float


class Played(NamedTuple):
    """The script time of each tap in seconds, frames per second, and the layout shift."""

    taps: tuple[float, ...]
    frames: float
    shift: float


@dataclass(frozen=True)
class Speed:
    """Medians; times are in seconds."""

    loaded: frozenset[str]
    paint: float
    playable: float
    framed: float
    tap: float
    slowest_tap: float
    answer: float
    analysis: float
    frames: float
    shift: float


def measure(files: Mapping[str, object], runs: int) -> Speed | str:
    """Measure the app with these files; without a browser, return advice."""
    program = find()
    if program is None:
        return MISSING
    with (
        Server() as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=["--disable-gpu"]) as browser,
    ):
        pages = Pages(browser, server.url)
        visits = [pages.visit() for _ in range(runs)]
        games = [pages.play() for _ in range(runs)]
        taps = [tap for game in games for tap in game.taps]
        return Speed(
            loaded=visits[0].loaded,
            paint=median(visit.paint for visit in visits),
            playable=median(visit.playable for visit in visits),
            framed=median(pages.framed() for _ in range(runs)),
            tap=median(taps),
            slowest_tap=max(taps),
            answer=median(pages.answer(square) for square in range(1, 9)),
            analysis=median(pages.analyse(files, 10 * runs)),
            frames=median(game.frames for game in games),
            shift=max(game.shift for game in games),
        )


class Pages:
    """First visits to the app."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url

    @contextmanager
    def _throttled(self, path: str = "") -> Iterator[tuple[Page, CDPSession]]:
        """Yield a throttled page and its debugger session."""
        with self._browser.new_context(**PHONE) as context:
            page = context.new_page()
            page.add_init_script(path=SCRIPT)
            session = context.new_cdp_session(page)
            session.send("Performance.enable")
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
            page.goto(self._url + path)
            yield page, session

    @contextmanager
    def _visiting(self, *choices: str) -> Iterator[tuple[Page, CDPSession, float]]:
        """Yield a throttled page, its debugger session, and the time when its board was shown."""
        with self._throttled() as (page, session):
            yield page, session, page.evaluate("(choices) => bench.start(...choices)", choices)

    def visit(self) -> Visit:
        with self._visiting() as (page, _, playable):
            paint, loaded = page.evaluate("[bench.paint(), bench.loaded()]")
            return Visit(frozenset(loaded), paint, playable)

    def framed(self) -> float:
        """Return the time until the board for frames accepts taps."""
        with self._throttled("embed/goff/12_25_59") as (page, _):
            return float(page.evaluate("bench.framed()"))

    def play(self) -> Played:
        """Play a game between two people by touch events, without running our script."""
        with self._visiting("Two players") as (page, session, _):
            taps = [_tap(page, session, square) for move in GAME for square in move]
            frames = page.evaluate("(square) => bench.frames(square)", END)
            return Played(tuple(taps), frames, page.evaluate("bench.shift()"))

    def answer(self, square: int) -> float:
        """Return the time of the perfect player's first mark."""
        with self._visiting("One player", "Optimal") as (page, _, _):
            return float(page.evaluate("(square) => bench.answer(0, square, 'O2')", square))

    def analyse(self, files: Mapping[str, object], count: int) -> list[float]:
        """Return the kernel's times for complete analyses of positions of five marks."""
        needed = {"worker": "/worker-", "wasm": "/qttt-", "table": ".qtb"}
        names = {key: next(n for n in files if part in n) for key, part in needed.items()}
        positions = [_places(position) for position in settled(Rules(), 5, count)]
        with self._visiting("Two players") as (page, _, _):
            asked = [names, asdict(Rules()), positions]
            return list(page.evaluate("(asked) => bench.analyse(...asked)", asked))


def _tap(page: Page, session: CDPSession, square: int) -> float:
    """Return the script time of a tap in seconds, until the page is idle."""
    box = page.locator(f'[data-square="{square}"] rect').first.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    before = _script(session)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return _script(session) - before


def _script(session: CDPSession) -> float:
    """Wait until the page is idle, and return its total script time in seconds."""
    for _ in range(round(TIMEOUT_S / IDLE_S)):
        before = _metric(session, "ScriptDuration")
        time.sleep(IDLE_S)
        if before == (now := _metric(session, "ScriptDuration")):
            return now
    raise TimeoutError(f"the page was not idle within {TIMEOUT_S} s")


def _metric(session: CDPSession, name: str) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == name)


def _places(position: Position) -> list[list[int]]:
    return [[at, at] if isinstance(at, int) else list(at) for at in position.marks]
