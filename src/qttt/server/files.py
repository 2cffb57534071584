"""The files of the built app, in memory: each with its type, its compressed twins and its tag.

The app is small (300 KB) and never changes while it is served, so that it is read once: no request
touches the disk, and no path of a request can leave the folder.
"""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from .errors import ServerError

APP = Path(__file__).parent / "_web"
"""Where ``make web`` puts the built app."""

INDEX = "index.html"

# Fixed, as the types that the system knows differ from machine to machine.
TYPES = {
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
UNKNOWN = "application/octet-stream"

# The build leaves beside a file what brotli makes of it, for which Python has no compressor.
BROTLI = ".br"

# The build puts a hash of the content into the names under assets/. All other names stay when the
# content changes, above all the service worker's: the browser asks each time whether they have.
HASHED = "assets/"
FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"


@dataclass(frozen=True)
class Variant:
    """One encoding of a file; ``encoding`` is empty for the file itself."""

    body: bytes
    encoding: str
    tag: str


@dataclass(frozen=True)
class File:
    """A file as it is sent: its variants, the smallest first; the last is the file itself."""

    type: str
    cache: str
    variants: tuple[Variant, ...]

    @classmethod
    def of(cls, name: str, body: bytes, brotli: bytes | None = None) -> "File":
        """The file with that content; ``name`` is its path in the folder, with slashes.

        ``brotli`` is the content as brotli has compressed it, if anybody has.
        """
        # Without a time, equal files are compressed into equal bytes and keep their tag.
        bodies = {"": body, "gzip": gzip.compress(body, compresslevel=9, mtime=0)}
        if brotli is not None:
            bodies["br"] = brotli
        variants = [Variant(each, encoding, _tag(each)) for encoding, each in bodies.items()]
        return cls(
            type=TYPES.get(Path(name).suffix, UNKNOWN),
            cache=FOREVER if name.startswith(HASHED) else ASK,
            variants=tuple(
                sorted(
                    (each for each in variants if not each.encoding or len(each.body) < len(body)),
                    key=lambda each: len(each.body),
                )
            ),
        )

    @property
    def plain(self) -> Variant:
        """The file itself."""
        return self.variants[-1]

    def variant(self, accepted: str) -> Variant:
        """The smallest that a reader takes who sends this ``Accept-Encoding``."""
        taken = (each for each in self.variants if accepts(accepted, each.encoding))
        return next(taken, self.plain)


def read_app(folder: Path) -> Mapping[str, File]:
    """Every file of the app in ``folder`` by its path; the index is also the empty path.

    Raises ``ServerError`` if there is no app.
    """
    if not (folder / INDEX).is_file():
        raise ServerError(f"there is no app in {folder}; build it with: make web")
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    files = {
        name: File.of(name, body, bodies.get(name + BROTLI))
        for name, body in bodies.items()
        if not name.endswith(BROTLI)
    }
    return {**files, "": files[INDEX]}


def accepts(accepted: str, encoding: str) -> bool:
    """Whether an ``Accept-Encoding`` header allows an encoding (RFC 9110, 12.5.3).

    >>> [accepts(text, "gzip") for text in ("br, gzip;q=0.8", "gzip;q=0", "*", "")]
    [True, False, True, False]
    """
    weights = dict(map(_weight, accepted.lower().split(",")))
    return weights.get(encoding, weights.get("*", False))


def is_known(tag: str, known: str) -> bool:
    """Whether an ``If-None-Match`` header names the tag (RFC 9110, 13.1.2).

    >>> is_known('"a"', 'W/"a", "b"'), is_known('"a"', '*'), is_known('"a"', '"b"')
    (True, True, False)
    """
    tags = [one.strip().removeprefix("W/") for one in known.split(",")]
    return tag in tags or tags == ["*"]


def _tag(body: bytes) -> str:
    return f'"{blake2b(body, digest_size=12).hexdigest()}"'


def _weight(choice: str) -> tuple[str, bool]:
    """The name of an encoding, and whether it may be used at all."""
    name, *parameters = (part.strip() for part in choice.split(";"))
    return name, not any(part.startswith("q=0") and not part.strip("q=0.") for part in parameters)
