"""The web app: how much there is to fetch, and how long a slow phone takes for it.

Sizes are those of the files as ``qttt serve`` sends them, compressed with brotli. What is told to
readers is no code and has a row of its own: the messages and lessons of both languages, but for the
English of the first screens, which comes with their code. The puzzles, which are a list of
positions, only count as what is kept offline, like the table of positions. Times come from a
Chromium whose page runs four times as slowly as this machine.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from qttt.server import APP_FOLDER, ServerError
from qttt.server.files import StaticFile, read_app

from .figures import Figure
from .pages import SLOWDOWN, Speed, measure

CODE = (".html", ".js", ".css")
SERVICE = ("sw.js", "workbox-")
"""What runs beside the page, and only keeps its files."""
ONLINE = ("assets/online-", "assets/ClassRoom-")
"""What only those fetch who play over the internet."""
TEXTS = "assets/texts-"
"""What the app says, a script for each language and part."""
PUZZLES = "assets/puzzles-"
"""A script that is one string."""


class Sizes(NamedTuple):
    """Bytes, compressed: everything, and parts of it.

    These are the code of the app itself, what it says in two languages, all scripts and styles that
    come before the first move, those that only play over the internet needs, and the kernel.
    """

    whole: int
    code: int
    texts: int
    first: int
    online: int
    kernel: int


ACCEPTED = "gzip, deflate, br"
"""What browsers take, over https and from their own machine."""

LIMITS = Sizes(whole=300_000, code=120_000, texts=0, first=45_000, online=0, kernel=40_000)
"""What the project promises; nothing about texts and what comes over the internet."""


def web(quick: bool) -> Iterator[Figure]:
    """Everything about the app; nothing, and a word about it, where it cannot be measured."""
    try:
        files = read_app(APP_FOLDER)
    except ServerError as error:
        print(f"bench: nothing of the web app was measured: {error}", file=sys.stderr)
        return
    speed = measure(files, 1 if quick else 5)
    if isinstance(speed, str):
        print(f"bench: the web app's speed was not measured: {speed}", file=sys.stderr)
        yield from _sizes(sizes(files, ()))
        return
    yield from _sizes(sizes(files, speed.loaded))
    yield from _times(speed)


def sizes(files: Mapping[str, StaticFile], loaded: Iterable[str]) -> Sizes:
    """The sizes of an app; ``loaded`` names what a page has fetched before the first move."""
    sent = {name: len(file.variant(ACCEPTED).body) for name, file in files.items() if name}
    app = {name: size for name, size in sent.items() if not name.startswith(SERVICE)}
    run = {name: size for name, size in app.items() if name.endswith(CODE)}
    first = {name or "index.html" for name in loaded}
    apart = (TEXTS, PUZZLES, *ONLINE)
    return Sizes(
        whole=sum(sent.values()),
        code=sum(size for name, size in run.items() if not name.startswith(apart)),
        texts=sum(size for name, size in run.items() if name.startswith(TEXTS)),
        first=sum(size for name, size in run.items() if name in first),
        online=sum(size for name, size in run.items() if name.startswith(ONLINE)),
        kernel=sum(size for name, size in app.items() if name.endswith(".wasm")),
    )


NAMES = (
    "all that is kept offline",
    "code of the app",
    "texts of the app, two languages",
    "code before the first move",
    "code to play over the internet",
    "kernel",
)


def _sizes(measured: Sizes) -> Iterator[Figure]:
    for name, size, limit in zip(NAMES, measured, LIMITS, strict=True):
        if size:
            yield Figure(f"web: {name}", size / 1e3, "kB, brotli", limit / 1e3 if limit else None)


def _times(speed: Speed) -> Iterator[Figure]:
    slow = f"web, {SLOWDOWN} × slower"
    yield Figure(f"{slow}: first paint", speed.paint, "s", 1)
    yield Figure(f"{slow}: until a game can be played", speed.playable, "s", 1.5)
    yield Figure(f"{slow}: script of a tap, half within", 1e3 * speed.tap, "ms", 16)
    yield Figure(f"{slow}: script of a tap, all within", 1e3 * speed.slowest_tap, "ms")
    yield Figure(f"{slow}: Optimal answers", 1e3 * speed.answer, "ms", 100)
    # Threads beside the page cannot be slowed, so that the factor is ours.
    yield Figure(f"{slow}: a position analysed", 1e3 * SLOWDOWN * speed.analysis, "ms", 150)
    yield Figure(f"{slow}: pictures while marks land", speed.frames, "per s")
    yield Figure("web: layout shift of a visit with a game", speed.shift, "CLS")
