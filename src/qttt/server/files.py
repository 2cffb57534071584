"""The files of the built app (300 KB) in memory, with compressed variants and ETags."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from qttt.extras import how_to_get

from .errors import ServerError
from .headers import accepts_encoding, etag_of

APP_FOLDER = Path(__file__).parent / "_web"
"""Output folder of ``make web``."""

INDEX = "index.html"

# Fixed, as ``mimetypes`` depends on the system.
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
UNKNOWN_CONTENT_TYPE = "application/octet-stream"

# The build writes brotli-compressed files next to the originals.
BROTLI = ".br"

# Names under assets/ contain a hash of the content. Other files keep their name when the content
# changes, above all the service worker, so browsers must revalidate them.
HASHED = "assets/"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"

SHARED = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}

MAX_PAGES = 256
"""Pages of links that are kept compressed, 2 MB."""

BASE = b'<base href="/">\n'
_TITLE = re.compile(rb'<title>.*?</title>(\s*<meta\s+name="description".*?>)?', re.DOTALL)


@dataclass(frozen=True)
class Variant:
    """One encoding of a file; ``encoding`` is empty without compression."""

    body: bytes
    encoding: str
    tag: str


@dataclass(frozen=True)
class StaticFile:
    """A file; ``brotli`` is its content compressed by the build, if it was."""

    type: str
    cache: str
    body: bytes
    brotli: bytes | None

    @classmethod
    def of(cls, name: str, body: bytes, brotli: bytes | None = None) -> "StaticFile":
        """Create a file.

        Args:
            name: Path in the folder, with slashes.
            body: The content.
            brotli: The content compressed with brotli, if available.
        """
        return cls(
            type=CONTENT_TYPES.get(Path(name).suffix, UNKNOWN_CONTENT_TYPE),
            cache=IMMUTABLE if name.startswith(HASHED) else REVALIDATE,
            body=body,
            brotli=brotli,
        )

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The encodings that make it smaller, smallest first, and then no compression.

        The first request compresses it: all files together would delay the server's start.
        """
        # Without a timestamp, equal files have equal compressed bytes and ETags.
        bodies = {"gzip": gzip.compress(self.body, compresslevel=9, mtime=0)}
        if self.brotli is not None:
            bodies["br"] = self.brotli
        smaller = [name for name in bodies if len(bodies[name]) < len(self.body)]
        smaller.sort(key=lambda encoding: len(bodies[encoding]))
        bodies[""] = self.body
        return tuple(Variant(bodies[name], name, etag_of(bodies[name])) for name in (*smaller, ""))

    @property
    def sharing(self) -> Mapping[str, str]:
        """Headers for frames in a sandbox, whose origin is no site: all but pages is public."""
        return {} if self.type.startswith("text/html") else SHARED

    @property
    def plain(self) -> Variant:
        """The variant without compression."""
        return self.variants[-1]

    def variant(self, accepted: str) -> Variant:
        """Return the smallest variant allowed by an ``Accept-Encoding`` header."""
        allowed = (
            variant for variant in self.variants if accepts_encoding(accepted, variant.encoding)
        )
        return next(allowed, self.plain)


class AppPage:
    """The app's page, with another head for each address; ``body`` is the page as built."""

    def __init__(self, body: bytes) -> None:
        match = _TITLE.search(body)
        start, end = match.span() if match else (0, 0)
        self._before, self._after = body[:start], body[end:]
        self.with_head = lru_cache(MAX_PAGES)(self._with_head)

    def _with_head(self, head: str) -> StaticFile:
        """Return the page with ``head`` in place of title and description."""
        return StaticFile.of(INDEX, self._before + head.encode() + self._after)


def read_app(folder: Path) -> Mapping[str, StaticFile]:
    """Read all files in ``folder`` by path.

    ``BASE`` is added to the index; with it the app uses paths of this server as addresses.
    Raises ``ServerError`` if there is no app.
    """
    if not (folder / INDEX).is_file():
        raise ServerError(f"there is no app in {folder}; {how_to_get('web')}")
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    index = bodies[INDEX].replace(b"<title>", BASE + b"<title>", 1)
    if index != bodies[INDEX]:
        bodies[INDEX] = index
        bodies.pop(INDEX + BROTLI, None)
    return {
        name: StaticFile.of(name, body, bodies.get(name + BROTLI))
        for name, body in bodies.items()
        if not name.endswith(BROTLI)
    }
