"""Links: the time until the first byte of pages and pictures of positions, from a running server.

In wall-clock time, with one connection at a time. Every position is new to the server, except those
of cached pictures.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from statistics import median
from urllib.parse import urlsplit

from limits import parse

from qttt.game import Rules
from qttt.server import APP_FOLDER
from qttt.server.rates import LIMITS
from tests.browser.server import Server

from .figures import Figure
from .positions import settled

MAX_PICTURES = parse(LIMITS["draw"]).amount
"""The number of pictures that the server draws in a minute for one address."""


def links(quick: bool) -> Iterator[Figure]:
    """Measure the app's server; report and skip it if the app is not built."""
    if not (APP_FOLDER / "index.html").exists():
        print("bench: links were not measured: build the app with `make web`", file=sys.stderr)
        return
    count = 10 if quick else MAX_PICTURES
    paths = [f"/p/goff/{position}" for position in settled(Rules(), 5, count)]
    pictures = [f"{path}.png" for path in paths]
    with Server() as server:
        connection = HTTPConnection(urlsplit(server.url).netloc)
        for name, asked, target in (
            ("link: first byte of a page with a preview", paths, 5),
            ("link: picture, drawn", pictures, 40),
            ("link: picture, cached", pictures, 2),
        ):
            yield Figure(f"{name}, half within", 1e3 * _half(connection, asked), "ms", target)
        connection.close()


def _half(connection: HTTPConnection, paths: Sequence[str]) -> float:
    """Return the median time until the first byte."""
    times = []
    for path in paths:
        start = time.perf_counter()
        connection.request("GET", path)
        response = connection.getresponse()
        times.append(time.perf_counter() - start)
        response.read()
        if response.status != 200:
            raise RuntimeError(f"{path} has status {response.status}")
    return median(times)
