"""The web app: download sizes, and speed on a slow phone.

Sizes are those of the files as ``qttt serve`` sends them, compressed with brotli. Texts, the
messages and lessons of both languages, have a separate row, except the English of the first
screens, which is part of the code. The puzzles, a list of positions, and the tablebase count only
as offline data; learned evaluators are kept once a visit after the first has used them. Times are
from a Chromium with the CPU throttled by four.
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
"""The service worker, which caches files."""
ONLINE = ("assets/online-", "assets/ClassRoom-")
"""Scripts for online play and homework."""
TEXTS = "assets/texts-"
"""Texts, a script for each language and part."""
PUZZLES = "assets/puzzles-"
"""A script that is one string."""
EVALUATOR = ".qte"


class Sizes(NamedTuple):
    """Compressed sizes in bytes.

    Everything that is kept offline from the first visit on, the app's code, texts in two languages,
    scripts and styles loaded before the first move, code for online play and homework, the kernel,
    and learned evaluators.
    """

    whole: int
    code: int
    texts: int
    first: int
    online: int
    kernel: int
    evaluators: int


ACCEPTED = "gzip, deflate, br"
"""The encodings of browsers over https and from localhost."""

LIMITS = Sizes(
    whole=370_000,
    code=155_000,
    texts=0,
    first=64_000,
    online=0,
    kernel=40_000,
    evaluators=150_000,
)
"""Targets; none for texts and online play."""


def web(quick: bool) -> Iterator[Figure]:
    """Measure the app; report and skip what cannot be measured."""
    try:
        files = read_app(APP_FOLDER)
    except ServerError as error:
        print(f"bench: the web app was not measured: {error}", file=sys.stderr)
        return
    speed = measure(files, 1 if quick else 5)
    if isinstance(speed, str):
        print(f"bench: the web app's speed was not measured: {speed}", file=sys.stderr)
        yield from _sizes(sizes(files, ()))
        return
    yield from _sizes(sizes(files, speed.loaded))
    yield from _times(speed)


def sizes(files: Mapping[str, StaticFile], loaded: Iterable[str]) -> Sizes:
    """Return the sizes of an app; ``loaded`` are the files fetched before the first move."""
    sent = {name: len(file.variant(ACCEPTED).body) for name, file in files.items() if name}
    app = {name: size for name, size in sent.items() if not name.startswith(SERVICE)}
    run = {name: size for name, size in app.items() if name.endswith(CODE)}
    first = {name or "index.html" for name in loaded}
    apart = (TEXTS, PUZZLES, *ONLINE)
    return Sizes(
        whole=sum(size for name, size in sent.items() if not name.endswith(EVALUATOR)),
        code=sum(size for name, size in run.items() if not name.startswith(apart)),
        texts=sum(size for name, size in run.items() if name.startswith(TEXTS)),
        first=sum(size for name, size in run.items() if name in first),
        online=sum(size for name, size in run.items() if name.startswith(ONLINE)),
        kernel=sum(size for name, size in app.items() if name.endswith(".wasm")),
        evaluators=sum(size for name, size in app.items() if name.endswith(EVALUATOR)),
    )


NAMES = (
    "all that is kept offline",
    "code of the app",
    "texts of the app, two languages",
    "code before the first move",
    "code to play over the internet",
    "kernel",
    "learned evaluators, kept when used",
)


def _sizes(measured: Sizes) -> Iterator[Figure]:
    for name, size, limit in zip(NAMES, measured, LIMITS, strict=True):
        if size:
            yield Figure(f"web: {name}", size / 1e3, "kB, brotli", limit / 1e3 if limit else None)


def _times(speed: Speed) -> Iterator[Figure]:
    slow = f"web, {SLOWDOWN} × slower"
    yield Figure(f"{slow}: first paint", speed.paint, "s", 1)
    yield Figure(f"{slow}: until a game can be played", speed.playable, "s", 1.5)
    yield Figure(f"{slow}: until a board in a frame is usable", speed.framed, "s", 1)
    yield Figure(f"{slow}: script of a tap, half within", 1e3 * speed.tap, "ms", 16)
    yield Figure(f"{slow}: script of a tap, all within", 1e3 * speed.slowest_tap, "ms")
    yield Figure(f"{slow}: Optimal answers, pause included", 1e3 * speed.answer, "ms", 550)
    # Chromium cannot throttle workers, so the factor is applied here.
    yield Figure(f"{slow}: a position analysed", 1e3 * SLOWDOWN * speed.analysis, "ms", 150)
    yield Figure(f"{slow}: pictures while marks land", speed.frames, "per s")
    yield Figure("web: layout shift of a visit with a game", speed.shift, "CLS")
