"""What pages of links say in their heads, and how they are embedded (oEmbed 1.0)."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from qttt.notation.card import HEIGHT, WIDTH
from qttt.texts.folders import REFERENCE, languages
from qttt.texts.phrases import phrases

from .previews import Preview, app_preview

FRAME_SIZE = (480, 680)
"""Default width and height of a frame in pixels."""
ICON = "/icon-512.png"
ICON_SIDE = 512

_PROBLEM_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}</title>
{meta}
<h1>{title}</h1>
<p>{reason}</p>
<p><a href="/p/goff">Open an empty board</a> or <a href="/">play quantum tic-tac-toe</a></p>
</html>
"""

_MISSING_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<base href="/">
<title>{title}</title>
{styles}
<main class="page">
<h1>{title}</h1>
<p><a class="key" href="/">{home}</a></p>
</main>
</html>
"""
_STYLES = re.compile(rb'<link rel="stylesheet"[^>]*>')


class Target(NamedTuple):
    """What the page of a link shows.

    ``asks`` is whether the link itself asks for the language; ``has_frame`` whether it can be
    embedded.
    """

    path: str
    preview: Preview
    language: str = REFERENCE
    asks: bool = False
    has_frame: bool = True

    @property
    def query(self) -> str:
        """The end of URLs in the language that the link asks for."""
        return self._query(self.language if self.asks else "")

    @property
    def picture(self) -> str:
        """The path of the picture, by default that of the position; empty for the app's icon."""
        if not self.preview.link:
            return ""
        path = self.preview.picture or f"/p/{self.preview.link}.png"
        return path + self._query("" if self.language == REFERENCE else self.language)

    def _query(self, language: str) -> str:
        parts = [self.preview.query, f"lang={language}" if language else ""]
        query = "&".join(filter(None, parts))
        return f"?{query}" if query else ""


def page_head(target: Target, base: str) -> str:
    """Return the title and the tags of a page: Open Graph, Twitter cards, and oEmbed discovery."""
    title, description, *_ = target.preview
    url, picture = base + target.path + target.query, base + (target.picture or ICON)
    locale = phrases(target.language)("language.locale")
    others = sorted({phrases(name)("language.locale") for name in languages()} - {locale})
    properties = {
        "og:type": "website",
        "og:site_name": phrases(target.language)("app.title"),
        "og:locale": locale,
        "og:url": url,
        "og:title": title,
        "og:description": description,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH if target.picture else ICON_SIDE),
        "og:image:height": str(HEIGHT if target.picture else ICON_SIDE),
        "og:image:alt": title,
    }
    named = {
        "twitter:card": "summary_large_image" if target.picture else "summary",
        "twitter:title": title,
        "twitter:description": description,
        "twitter:image": picture,
        "twitter:image:alt": title,
        **({} if target.path == "/" else {"robots": "noindex"}),
    }
    lines = [
        title_tags(target.preview),
        *(meta(property=name, content=text) for name, text in properties.items()),
        *(meta(property="og:locale:alternate", content=other) for other in others),
        *(meta(name=name, content=text) for name, text in named.items()),
        element("link", rel="canonical", href=url),
    ]
    if target.has_frame:
        asking = f"{base}/oembed?{urlencode({'url': url, 'format': 'json'})}"
        kind = "application/json+oembed"
        lines.append(element("link", rel="alternate", type=kind, href=asking, title=title))
    return "\n".join(lines)


def embedding(target: Target, limits: Sequence[int | None], base: str) -> Mapping[str, object]:
    """Return the oEmbed response; ``limits`` are maximum width and height."""
    preview = target.preview
    width, height = (
        size if limit is None else min(size, limit)
        for size, limit in zip(FRAME_SIZE, limits, strict=True)
    )
    frame = element(
        "iframe",
        src=f"{base}/embed/{preview.link}{target.query}",
        width=str(width),
        height=str(height),
        title=preview.title,
        style="border:0",
    )
    fits = all(
        limit is None or side <= limit for side, limit in zip((WIDTH, HEIGHT), limits, strict=True)
    )
    thumbnail = {
        "thumbnail_url": base + target.picture,
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": phrases()("app.title"),
        "provider_url": f"{base}/",
        "title": preview.title,
        "html": f"{frame}</iframe>",
        "width": width,
        "height": height,
        **(thumbnail if fits else {}),
    }


def problem_page(title: str, reason: str) -> str:
    """Return the page of a link that has nothing to show, with the reason."""
    neutral = app_preview()
    tags = meta(property="og:title", content=neutral.title)
    tags += meta(property="og:description", content=neutral.description)
    text = reason[:1].upper() + reason[1:].removesuffix(".") + "."
    return _PROBLEM_PAGE.format(title=title, meta=tags, reason=escape(text))


def missing_page(language: str, app: bytes) -> str:
    """Return the page of an unknown path, with the style sheets of the app's page."""
    phrase = phrases(language)
    return _MISSING_PAGE.format(
        language=language,
        title=phrase("server.missing"),
        styles="\n".join(sheet.decode() for sheet in _STYLES.findall(app)),
        home=phrase("server.home"),
    )


def title_tags(preview: Preview) -> str:
    title = f"<title>{escape(preview.title)}</title>"
    return title + "\n" + meta(name="description", content=preview.description)


def meta(**attributes: str) -> str:
    return element("meta", **attributes)


def element(tag: str, **attributes: str) -> str:
    """Return the start tag of an element; the attributes are escaped."""
    pairs = "".join(f' {name}="{escape(text)}"' for name, text in attributes.items())
    return f"<{tag}{pairs}>"
