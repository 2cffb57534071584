"""Links that show themselves: previews, pictures, frames and oEmbed."""

import json
import re
import struct
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server import create_app
from qttt.server.operate.settings import ServerSettings
from tests.server.conftest import Client, running, write_app

LOOP = "/p/goff/12_25_59_15"
HOST = {"Host": "play.example"}
LINKS = [
    *("/p/goff", LOOP, "/p/goff/12/25/15_@5", "/p/krist_rows=26_cols=26/a1z26_b2c3"),
    *("/p/classic3/1_5_9", "/p/goff_last_square=empty/12", "/p/qubic4/a1b2"),
]
BAD = {
    "/p/chess/e4": "Unknown preset &#x27;chess&#x27;",
    "/p/goff/12_99": "99 is not legal in 12: a quantum mark needs two different squares",
    "/p/goff/1/1": "classical mark",
    "/p/krist_rows=27_cols=27": "Rows must be an integer from 1 to 26, not 27",
    "/p/goff/%3Cscript%3Ealert(1)%3C/script%3E": "&lt;",
    "/p/goff/" + "1" * 8200: "The text has 8,205 characters; at most 8,192 are read",
    "/g/0123456789": "Online play is disabled on this server",
}


class Head(NamedTuple):
    """What programs that show previews read."""

    title: str
    tags: Mapping[str, str]
    links: Mapping[str, str]


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
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


# --- what programs that show previews ask for ----------------------------------------------------

# Each row: whose published rule it is, what it asks for, and its check on a page and its picture.
RULES: Mapping[str, Callable[[Head, bytes, bytes], object]] = {
    "Open Graph: title, type, image and url": lambda head, page, png: all(
        head.tags[f"og:{name}"] for name in ("title", "type", "image", "url", "site_name")
    ),
    "Open Graph: the size, type and description of the image": lambda head, page, png: (
        [head.tags[f"og:image:{name}"] for name in ("width", "height", "type")]
        == [*map(str, size_of(png)), "image/png"]
        and head.tags["og:image:alt"] != ""
    ),
    "Open Graph: addresses are absolute": lambda head, page, png: all(
        head.tags[f"og:{name}"].startswith("http://play.example/p/") for name in ("url", "image")
    ),
    "Twitter: a large card with title, description, image and its text": lambda head, page, png: (
        head.tags["twitter:card"] == "summary_large_image"
        and all(
            head.tags[f"twitter:{name}"] for name in ("title", "description", "image", "image:alt")
        )
    ),
    "Twitter: at least 300×157, at most 4096×4096 and 5 MB": lambda head, page, png: (
        (300, 157) <= size_of(png) <= (4096, 4096) and len(png) < 5_000_000
    ),
    "Twitter: the text of the image has at most 420 characters": lambda head, page, png: (
        len(head.tags["twitter:image:alt"]) <= 420
    ),
    "Facebook: 1.91 to 1, at least 1200×630, at most 8 MB": lambda head, page, png: (
        size_of(png) == (1200, 630) and len(png) < 8_000_000
    ),
    "WhatsApp: at most 600 KB, at least 300 wide, at most 4 to 1": lambda head, page, png: (
        len(png) < 600_000
    ),
    "WhatsApp: title, description, url and image in the first 300 KB": lambda head, page, png: (
        b"</head>" in page[:300_000] or b"og:image" in page[:300_000]
    ),
    "Slack: the tags are in the first 32 KB": lambda head, page, png: (
        b"twitter:image" in page[: 32 * 1024]
    ),
    "Discord: title of at most 256, description of at most 350": lambda head, page, png: (
        len(head.tags["og:title"]) <= 256 and len(head.tags["og:description"]) <= 350
    ),
    "oEmbed 1.0: discovery by a link to JSON": lambda head, page, png: head.links[
        "alternate"
    ].startswith("http://play.example/oembed?url="),
    "HTML: title and description of the page are those of the preview": lambda head, page, png: (
        head.title == head.tags["og:title"] and head.tags["description"]
    ),
}


@pytest.fixture(scope="module")
def shown(client: Client) -> Mapping[str, tuple[Head, bytes, bytes]]:
    """Each link as a program without cookies or scripts sees it."""
    found = {}
    for link in LINKS:
        page = client.get(link, HOST)
        assert page.status == 200, "no redirect"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "set-cookie" not in page.headers
        head = head_of(page.content)
        picture = client.get(head.tags["og:image"].removeprefix("http://play.example"))
        assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        found[link] = head, page.content, picture.content
    return found


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("rule", RULES)
def test_previews_follow_published_rules(
    shown: Mapping[str, tuple[Head, bytes, bytes]], link: str, rule: str
) -> None:
    assert RULES[rule](*shown[link])


def test_a_preview_has_turn_last_move_and_value(client: Client) -> None:
    tags = head_of(client.get(LOOP).content).tags
    assert tags["og:title"] == "X chooses: where does O4 land, on 1 or on 5?"
    assert tags["og:description"] == (
        "Standard rules, 3×3. Last move: O4 on 1 and 5 closes a loop. "
        "X and O get the same if both play perfectly."
    )


def test_a_preview_has_the_result(client: Client) -> None:
    tags = head_of(client.get("/p/classic3/1_4_2_5_3").content).tags
    assert tags["og:title"] == "X wins, 1–0: X5 completes the line 1-2-3"
    assert tags["og:description"] == "Classic tic-tac-toe, 3×3. Last move: X5 on 3."


def test_the_page_is_the_app(client: Client) -> None:
    page = client.get(LOOP).content
    assert b'<base href="/">' in page
    assert b"<p>text</p>" in page


@pytest.mark.parametrize("host", ['x"><script>', "", "a b", "x'y"])
def test_a_strange_host_is_not_reflected(client: Client, host: str) -> None:
    page = client.get(LOOP, {"Host": host}).content
    assert b"<script" not in page
    assert host not in ("", "a b") or b"http://127.0.0.1:" in page


def test_links_have_the_origin_of_the_settings(folder: Path) -> None:
    with running(create_app(folder, origins=["https://play.example"])) as server:
        tags = head_of(server.get(LOOP).content).tags
    assert tags["og:image"] == f"https://play.example{LOOP}.png"


# --- pictures ------------------------------------------------------------------------------------


def test_pictures_are_svg_too(client: Client) -> None:
    answer = client.get(f"{LOOP}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert fromstring(answer.content).get("viewBox") == "0 0 1200 630"


@pytest.mark.parametrize("path", [LOOP, f"{LOOP}.png", f"{LOOP}.svg", "/embed/goff/12"])
def test_responses_have_strong_etags(client: Client, path: str) -> None:
    first = client.get(path)
    tag = first.headers["etag"]
    assert re.fullmatch(r'"[0-9a-f]{24}"', tag)
    again = client.get(path, {"If-None-Match": tag})
    assert (again.status, again.content) == (304, b"")
    assert client.get(path).content == first.content


def test_one_position_has_one_picture(client: Client) -> None:
    written = ["/p/goff/12_25.png", "/p/goff/12,%2025.png", "/p/goff/21_52.png"]
    tags = {client.get(path).headers["etag"] for path in written}
    assert len(tags) == 1


def test_only_new_pictures_are_rate_limited(folder: Path) -> None:
    settings = ServerSettings(rates={"draw": "2/hour"})
    with running(create_app(folder, settings=settings)) as server:
        paths = ["/p/goff.png", "/p/goff/12.png", "/p/goff.png", "/p/goff/13.png", "/p/goff/12.png"]
        answers = [server.get(path) for path in paths]
    assert [each.status for each in answers] == [200, 200, 200, 429, 200]
    assert json.loads(answers[3].content)["error"] == "too-fast"


# --- bad links -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BAD)
def test_bad_links_get_a_page_with_the_reason(client: Client, path: str) -> None:
    answer = client.get(path)
    page = answer.content.decode()
    assert answer.status == 404
    assert answer.headers["cache-control"] == "no-store"
    assert BAD[path] in page
    assert '<a href="/p/goff">' in page
    assert "<script" not in page
    assert head_of(answer.content).tags["og:title"] == "Quantum tic-tac-toe"
    assert "og:image" not in page


@pytest.mark.parametrize("path", ["/p/goff/12_99.png", "/embed/goff/12_99"])
def test_bad_pictures_and_frames_do_not_exist(client: Client, path: str) -> None:
    assert client.get(path).status == 404


@given(
    folder=st.sampled_from(["p", "embed", "g"]),
    text=st.text(max_size=30)
    | st.from_regex(r"[a-z]{4}[_/][0-9a-z_@/]{0,20}(\.png)?", fullmatch=True),
)
def test_any_path_is_answered(client: Client, folder: str, text: str) -> None:
    path = "".join(f"%{byte:02x}" for byte in text.encode(errors="surrogatepass"))
    answer = client.get(f"/{folder}/{path}")
    assert answer.status in (200, 404)


# --- frames --------------------------------------------------------------------------------------


def policy_of(headers: Mapping[str, str]) -> str:
    (ancestors,) = re.findall("frame-ancestors ([^;]+)", headers["content-security-policy"])
    return str(ancestors)


def test_a_frame_is_open_to_all_sites_and_sets_no_cookie(client: Client) -> None:
    answer = client.get("/embed/goff/12_25")
    assert answer.status == 200
    assert policy_of(answer.headers) == "*"
    assert "set-cookie" not in answer.headers
    assert b"<title>X to place mark 3</title>" in answer.content


async def test_all_other_routes_are_closed_to_frames(tmp_path: Path) -> None:
    folder = write_app(tmp_path)
    application = create_app(folder)
    paths = [getattr(route, "path", "") for route in application.routes]
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    filled = [re.sub(r"\{.*?\}", "goff", path) for path in paths] + [f"/{name}" for name in names]
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as browser:
        policies = {path: policy_of((await browser.get(path)).headers) for path in filled}
    assert len(policies) > 10
    assert [path for path, policy in policies.items() if policy != "'none'"] == ["/embed/goff"]


# --- oEmbed --------------------------------------------------------------------------------------


def oembed(client: Client, query: str) -> tuple[int, dict[str, object]]:
    answer = client.get(f"/oembed?{query}", HOST)
    assert answer.headers["content-type"] == "application/json"
    return answer.status, json.loads(answer.content)


def test_oembed_has_a_frame(client: Client) -> None:
    link = head_of(client.get(LOOP, HOST).content).links["alternate"]
    status, found = oembed(client, link.partition("?")[2])
    assert status == 200
    assert found == {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Quantum tic-tac-toe",
        "provider_url": "http://play.example/",
        "title": "X chooses: where does O4 land, on 1 or on 5?",
        "html": (
            '<iframe src="http://play.example/embed/goff/12_25_59_15" width="480" height="680" '
            'title="X chooses: where does O4 land, on 1 or on 5?" style="border:0"></iframe>'
        ),
        "width": 480,
        "height": 680,
        "thumbnail_url": f"http://play.example{LOOP}.png",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }


def test_oembed_honours_limits(client: Client) -> None:
    status, found = oembed(client, f"url=http://play.example{LOOP}&maxwidth=300&maxheight=2000")
    assert (status, found["width"], found["height"]) == (200, 300, 680)
    assert 'width="300" height="680"' in str(found["html"])
    assert "thumbnail_url" not in found, "it is wider"


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("", 404, "the url is not a link of this server"),
        ("url=https://evil.example/p/goff", 404, "the url is not a link of this server"),
        (
            "url=http://play.example@evil.example/p/goff",
            404,
            "the url is not a link of this server",
        ),
        ("url=//play.example/p/goff", 404, "the url is not a link of this server"),
        ("url=http://play.example:80x/p/goff", 404, "the url is not a link of this server"),
        ("url=http://play.example/", 404, "only positions (/p/) and games (/g/) can be embedded"),
        ("url=http://play.example/p/goff/99", 404, "99 is not legal in -: "),
        ("url=http://play.example/g/0123456789", 404, "online play is disabled on this server"),
        ("url=http://play.example/p/goff&format=xml", 501, "only the format json is supported"),
        (
            "url=http://play.example/p/goff&maxwidth=-1",
            400,
            "maxwidth and maxheight are positive numbers of pixels",
        ),
    ],
)
def test_oembed_rejects(client: Client, query: str, status: int, message: str) -> None:
    found, body = oembed(client, query)
    assert found == status
    assert str(body["error"]).startswith(message)
