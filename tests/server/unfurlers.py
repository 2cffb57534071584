"""What programs that show previews read in a page, and what they ask for, with the sources."""

import re
import struct
from collections.abc import Callable, Mapping
from html import unescape
from typing import NamedTuple

OPEN_GRAPH = "https://ogp.me/"
FACEBOOK = "https://developers.facebook.com/docs/sharing/webmasters/images"
X = "https://developer.x.com/cards/markup"
X_LARGE = (
    "https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image"
)
WHATSAPP = (
    "https://developers.facebook.com/documentation/business-messaging/whatsapp/link-previews/"
)
SLACK = "https://docs.slack.dev/messaging/unfurling-links-in-messages"
OEMBED = "https://oembed.com/"
# Observations of others: these programs publish no rules.
DISCORD = "https://opengraphplus.com/consumers/discord/tags"
TELEGRAM = "https://www.tryunfurl.com/telegram-link-preview.html"
HTML = "https://html.spec.whatwg.org/multipage/semantics.html#the-title-element"


class Head(NamedTuple):
    """What programs that show previews read."""

    title: str
    tags: Mapping[str, str]
    links: Mapping[str, str]


class Shown(NamedTuple):
    """A page and its picture."""

    head: Head
    page: bytes
    png: bytes

    def tag(self, name: str) -> str:
        """Return the content of a tag; empty without it."""
        return self.head.tags.get(name, "")


class Rule(NamedTuple):
    """A published rule, its source, and a check that is true for pages that follow it."""

    text: str
    source: str
    check: Callable[[Shown], object]


def head_of(page: bytes) -> Head:
    """Parse the head as such programs do: without scripts, from the first bytes."""
    text = page.decode()
    tags = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', text)
    links = re.findall(r'<link rel="([^"]+)" (?:type="[^"]+" )?href="([^"]+)"', text)
    (title,) = re.findall(r"<title>(.*?)</title>", text)
    assert len({name for name, _ in tags}) == len(tags), "each tag occurs once"
    return Head(
        unescape(title),
        {name: unescape(content) for name, content in tags},
        {rel: unescape(href) for rel, href in links},
    )


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def has(*names: str) -> Callable[[Shown], bool]:
    """Return a check that these tags are there and not empty."""
    return lambda shown: all(map(shown.tag, names))


def ends_within(limit: int, last: bytes) -> Callable[[Shown], bool]:
    """Return a check that the first ``limit`` bytes contain ``last``."""
    return lambda shown: last in shown.page[:limit]


RULES = (
    Rule(
        "a page has title, type, image and url",
        OPEN_GRAPH,
        has("og:title", "og:type", "og:image", "og:url"),
    ),
    Rule(
        "the image has size, type and text, which are true",
        OPEN_GRAPH,
        lambda shown: (
            [shown.tag(f"og:image:{name}") for name in ("width", "height", "type")]
            == [*map(str, size_of(shown.png)), "image/png"]
            and shown.tag("og:image:alt")
        ),
    ),
    Rule(
        "locales are language_TERRITORY, with alternatives",
        OPEN_GRAPH,
        lambda shown: all(
            re.fullmatch(r"[a-z]{2}_[A-Z]{2}", shown.tag(name))
            for name in ("og:locale", "og:locale:alternate")
        ),
    ),
    Rule(
        "addresses are absolute",
        OPEN_GRAPH,
        lambda shown: all(
            shown.tag(name).startswith("http://play.example/")
            for name in ("og:url", "og:image", "twitter:image")
        ),
    ),
    Rule(
        "at least 1200×630 at 1.91 to 1, at most 8 MB",
        FACEBOOK,
        lambda shown: size_of(shown.png) == (1200, 630) and len(shown.png) < 8_000_000,
    ),
    Rule(
        "a card has title, description, image and its text",
        X,
        lambda shown: (
            shown.tag("twitter:card") == "summary_large_image"
            and has(*(f"twitter:{name}" for name in ("title", "description", "image")))(shown)
        ),
    ),
    Rule(
        "the text of the image has at most 420 characters",
        X,
        lambda shown: 0 < len(shown.tag("twitter:image:alt")) <= 420,
    ),
    Rule(
        "at least 300×157, at most 4096×4096 and 5 MB, no SVG",
        X_LARGE,
        lambda shown: (
            (300, 157) <= size_of(shown.png) <= (4096, 4096) and len(shown.png) < 5_000_000
        ),
    ),
    Rule(
        "title, description and url are in the head, within 300 KB",
        WHATSAPP,
        lambda shown: (
            has("og:title", "og:description", "og:url")(shown)
            and ends_within(300_000, b"og:image")(shown)
        ),
    ),
    Rule(
        "the image has at most 600 KB, 300 pixels of width, 4 to 1",
        WHATSAPP,
        lambda shown: (
            len(shown.png) < 600_000
            and size_of(shown.png)[0] >= 300
            and size_of(shown.png)[0] <= 4 * size_of(shown.png)[1]
        ),
    ),
    Rule(
        "a link unfurls from oEmbed, Twitter or Open Graph tags in its first 32 KB",
        SLACK,
        ends_within(32 * 1024, b'rel="canonical"'),
    ),
    Rule(
        "title of at most 256, description of at most 350 characters",
        DISCORD,
        lambda shown: len(shown.tag("og:title")) <= 256 and len(shown.tag("og:description")) <= 350,
    ),
    Rule(
        "a large image by twitter:card and its size",
        DISCORD,
        lambda shown: (
            shown.tag("twitter:card") == "summary_large_image"
            and int(shown.tag("og:image:width")) > 400
        ),
    ),
    Rule(
        "title and image are in the HTML, the image is PNG of at most 5 MB",
        TELEGRAM,
        lambda shown: has("og:title", "og:image")(shown) and len(shown.png) < 5_000_000,
    ),
    Rule(
        "discovery by a link to JSON",
        OEMBED,
        lambda shown: (
            "/p/" not in shown.tag("og:url")
            or shown.head.links["alternate"].startswith("http://play.example/oembed?url=")
        ),
    ),
    Rule(
        "title and description of the page are those of the preview",
        HTML,
        lambda shown: (
            shown.head.title == shown.tag("og:title")
            and shown.tag("description") == shown.tag("og:description")
        ),
    ),
)
