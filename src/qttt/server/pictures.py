"""Pictures of links: drawn one at a time, and the latest kept."""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from qttt.notation.card import WIDTH, card_svg
from qttt.notation.links import parse_link
from qttt.notation.png import svg_png

from .previews import last_move

CACHE_BYTES = 16 * 2**20
"""Memory for drawn pictures, about 300 of 3×3 boards."""
PICTURE_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}


class PictureKey(NamedTuple):
    """A picture: a canonical link, the suffix of its file, and the language of its words."""

    link: str
    suffix: str
    language: str

    def draw(self) -> bytes:
        """Draw the picture as PNG or SVG."""
        node = parse_link(self.link)
        words = last_move(node, self.language)
        svg = card_svg(node.position, node.move, words, self.language)
        return svg_png(svg, WIDTH) if self.suffix == ".png" else svg.encode()


class Pictures:
    """A cache of drawn pictures."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[PictureKey, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = asyncio.Lock()

    def find(self, key: PictureKey) -> bytes | None:
        """Return the picture if it was drawn before."""
        if key in self._drawn:
            self._drawn.move_to_end(key)
        return self._drawn.get(key)

    async def draw(self, key: PictureKey) -> bytes:
        """Draw the picture, in a thread."""
        async with self._lock:
            if found := self.find(key):
                return found
            picture = await run_in_threadpool(key.draw)
        self._drawn[key] = picture
        self._bytes += len(picture)
        while self._bytes > CACHE_BYTES:
            self._bytes -= len(self._drawn.popitem(last=False)[1])
        return picture
