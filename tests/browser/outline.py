"""What a person sees on a screen, as a short text that says what stands where.

A line is a row, from top to bottom; what stands beside each other in it is parted by ``|``, what
overlaps by ``&``. Columns with rows of their own follow each other, each behind a dash. There are
no sizes in it and no pictures, so that it is the same on every machine, whatever its fonts are.
"""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from time import monotonic
from typing import Any, TypedDict

from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE, Visit
from tests.browser.screens import SCREENS

SEE = Path(__file__).with_suffix(".js").read_text("utf-8")
STORED = Path(__file__).with_name("outlines")
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
MASKS = (
    (r"https?://\S+|127\.0\.0\.1:\S+", "LINK"),
    (r"[A-Z\d]{3} [A-Z\d]{3}$", "CODE"),
    (r" has \d.*", " has TIME"),
    (r"(Guest|Anna) \d+", "$1 N"),
    (r"[A-Z][a-z]+ \d+, \d{4}", "DATE"),
    (r"\d+ (person is|people are) here", "N are here"),
)
"""What is another one each time, and what is written in its place."""


class Group(TypedDict, total=False):
    """Things below each other, beside each other, or over each other: one of the three."""

    rows: "list[Seen]"
    columns: "list[Seen]"
    pile: "list[Seen]"


Seen = str | Group
"""What ``outline.js`` tells."""


def path(screen: str, size: str) -> Path:
    """Where the outline of a screen is kept."""
    return STORED / f"{screen.replace(' ', '-')}.{size}.txt"


def visited(visit: Visit, screen: str, size: str, **options: Any) -> Page:
    """That screen, in a window of that size."""
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    app = visit.open(viewport=viewport, touches=size == "phone", **options)
    SCREENS[screen](app)
    return app.page


def outline(page: Page) -> str:
    """What is to be seen of the page now."""
    return "".join(f"{line}\n" for line in lines(page.evaluate(SEE, MASKS)))


def difference(page: Page, screen: str, size: str) -> str:
    """How it looks other than stored, line by line; nothing if it comes to look so."""
    if not path(screen, size).exists():
        return "nothing is stored of it"
    stored = path(screen, size).read_text("utf-8")
    last = monotonic() + PATIENCE / 1000
    while (seen := outline(page)) != stored and monotonic() < last:
        page.wait_for_timeout(100)
    return changes(stored, seen)


def changes(stored: str, seen: str) -> str:
    """What is different in two outlines, as a diff."""
    found = unified_diff(stored.splitlines(), seen.splitlines(), "stored", "seen", lineterm="")
    return "\n".join(found)


def lines(seen: Seen) -> Iterator[str]:
    """A line for each row.

    >>> list(lines({"rows": ["a", {"columns": ["b", {"rows": ["c", "d"]}]}]}))
    ['a', '- b', '- c', '  d']
    """
    if isinstance(seen, str):
        yield seen
    elif "rows" in seen:
        for row in seen["rows"]:
            yield from lines(row)
    else:
        yield from _beside(seen)


def _beside(seen: Group) -> Iterator[str]:
    blocks = [list(lines(each)) for each in seen.get("columns") or seen["pile"]]
    if all(len(block) == 1 and not block[0].startswith("-") for block in blocks):
        yield (" | " if "columns" in seen else " & ").join(block[0] for block in blocks)
        return
    for first, *others in blocks:
        yield f"- {first}"
        yield from (f"  {line}" for line in others)
