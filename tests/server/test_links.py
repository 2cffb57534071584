"""Links that show themselves: previews, pictures, frames and oEmbed."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote
from xml.etree.ElementTree import fromstring

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server import create_app
from qttt.server.operate.settings import ServerSettings
from tests.server.conftest import Client, running, write_app
from tests.server.unfurlers import RULES, Rule, Shown, head_of

LOOP = "/p/goff/12_25_59_15"
HOST = {"Host": "play.example"}
LINKS = [
    *("/", "/room", "/room/K7MQ2X", "/p/goff/14_34_45_49_59_@9?by=human.easy&me=X"),
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
    "/puzzle/goff_12/99": "a landed mark has one square",
    "/puzzle/classic3_1/4/2/5/3": "The game is over in this position, so it is no puzzle",
    "/daily/today": "A day is written 2026-01-31",
    "/daily/2026-02-30": "Day is out of range for month",
}


# --- what programs that show previews ask for ----------------------------------------------------


@pytest.fixture(scope="module")
def shown(client: Client) -> Mapping[str, Shown]:
    """Each link as a program without cookies or scripts sees it."""
    found = {}
    for link in [*LINKS, *(f"{link}{'&' if '?' in link else '?'}lang=el" for link in LINKS)]:
        page = client.get(link, HOST)
        assert page.status == 200, "no redirect"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "set-cookie" not in page.headers
        head = head_of(page.content)
        picture = client.get(head.tags["og:image"].removeprefix("http://play.example"))
        assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        found[link] = Shown(head, page.content, picture.content)
    return found


@pytest.mark.parametrize("rule", RULES, ids=[f"{rule.source} {rule.text}" for rule in RULES])
def test_previews_follow_published_rules(shown: Mapping[str, Shown], rule: Rule) -> None:
    assert [link for link, each in shown.items() if not rule.check(each)] == []


def test_programs_that_ask_for_the_first_bytes_get_the_page(client: Client) -> None:
    whole = client.get(LOOP).content
    assert client.get(LOOP, {"Range": "bytes=0-32767"}).content == whole


def test_a_preview_has_turn_last_move_and_value(client: Client) -> None:
    tags = head_of(client.get(LOOP).content).tags
    assert tags["og:title"] == "X chooses: where does O4 land, on 1 or on 5?"
    assert tags["og:description"] == (
        "Standard rules, 3×3. Last move: O4 is in 1 and 5 and closes a loop. "
        "X and O get the same if both play perfectly."
    )


def test_a_preview_has_the_result(client: Client) -> None:
    tags = head_of(client.get("/p/classic3/1_4_2_5_3").content).tags
    assert tags["og:title"] == "X wins, 1–0. X completed 1-2-3"
    assert tags["og:description"] == "Classic tic-tac-toe, 3×3. Last move: X5 is in 3."


# --- languages -----------------------------------------------------------------------------------

GREEK = "Επιλέγει ο X: πού καταλήγει το O4, στο 1 ή στο 5;"


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "el-GR, en;q=0.5", "el"),
        ("", "de, fr;q=0.5", "en"),
        ("", "el;q=0", "en"),
        ("", "el;q=x", "en"),
        ("?lang=el", "en", "el"),
        ("?lang=en", "el", "en"),
        ("?lang=<script>", "", "en"),
    ],
)
def test_a_preview_is_in_the_language_that_is_asked_for(
    client: Client, query: str, accepted: str, language: str
) -> None:
    answer = client.get(LOOP + query, {**HOST, "Accept-Language": accepted})
    assert (answer.headers["content-language"], answer.headers["vary"]) == (
        language,
        "Accept-Encoding, Accept-Language",
    )
    tags = head_of(answer.content).tags
    assert (tags["og:title"] == GREEK) == (language == "el")
    is_asked = query == f"?lang={language}"
    assert tags["og:url"] == f"http://play.example{LOOP}{query if is_asked else ''}"
    picture = "?lang=el" if language == "el" else ""
    assert tags["og:image"] == f"http://play.example{LOOP}.png{picture}"


def test_a_greek_preview_is_greek_throughout(client: Client) -> None:
    tags = head_of(client.get(f"{LOOP}?lang=el").content).tags
    assert tags["og:description"] == (
        "Κανονικοί κανόνες, 3×3. Τελευταία κίνηση: Το O4 είναι στο 1 και στο 5 και κλείνει βρόχο. "
        "X και O παίρνουν τα ίδια αν παίξουν και οι δύο τέλεια."
    )
    assert (tags["og:site_name"], tags["og:locale"]) == ("Κβαντική τρίλιζα", "el_GR")
    picture = client.get(f"{LOOP}.svg?lang=el").content.decode()
    assert all(word in picture for word in ("Κβαντική τρίλιζα", "Επιλέγει ο X", "Τελευταία"))


def test_oembed_keeps_the_language_of_the_link(client: Client) -> None:
    link = head_of(client.get(f"{LOOP}?lang=el", HOST).content).links["alternate"]
    status, found = oembed(client, link.partition("?")[2])
    assert (status, found["title"]) == (200, GREEK)
    assert "/embed/goff/12_25_59_15?lang=el" in str(found["html"])


# --- puzzles -------------------------------------------------------------------------------------


def test_a_puzzle_shows_its_task_and_not_its_value(client: Client) -> None:
    head = head_of(client.get("/puzzle/goff_12/25", HOST).content)
    assert head.title == "Puzzle: X to place mark 3"
    assert head.tags["og:description"] == "Standard rules, 3×3. Find the best move."
    assert head.tags["og:image"] == "http://play.example/p/goff/12/25.png"
    assert head.tags["og:url"] == "http://play.example/puzzle/goff_12/25"
    assert "alternate" not in head.links


def test_the_puzzle_of_a_day_has_a_preview(client: Client) -> None:
    head = head_of(client.get("/daily/2026-11-25?lang=el", HOST).content)
    assert head.title == "Ο γρίφος της ημέρας, 2026-11-25"
    assert head.tags["og:image"] == "http://play.example/icon-512.png"
    assert head.tags["og:url"] == "http://play.example/daily/2026-11-25?lang=el"


# --- shared games --------------------------------------------------------------------------------

WON = "/p/goff/14_34_45_49_59_@9"


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("by=human.easy&me=X", "I beat Easy! Want a game?"),
        ("by=human.thesis-easy&me=X", "I beat Easy! Want a game?"),
        ("by=human~Ann.human~Ben&me=O", "Ann beat me. Want a game?"),
        ("by=human~Ann.human", "Ann wins! Want a game?"),
        ("by=human.human&me=Z", "X wins! Want a game?"),
        ("by=optimal.human&me=O&lang=el", "Έχασα. Αντίπαλος: Τέλειο. Παίζουμε;"),
        ("by=human~Ann%25.human~%3Cb%3EBen", "Ann wins! Want a game?"),
    ],
)
def test_a_shared_result_says_what_its_picture_says(client: Client, query: str, title: str) -> None:
    head = head_of(client.get(f"{WON}?{query}", HOST).content)
    assert (head.title, head.tags["og:title"]) == (title, title)
    picture = client.get(head.tags["og:image"].removeprefix("http://play.example"))
    assert picture.status == 200
    assert picture.content != client.get(f"{WON}.png").content


def test_a_shared_result_keeps_its_players(client: Client) -> None:
    tags = head_of(client.get(f"{WON}?by=human~Zo%C3%AB_B.easy&me=X&lang=el", HOST).content).tags
    assert tags["og:url"] == f"http://play.example{WON}?by=human~Zo%C3%AB+B.easy&me=X&lang=el"
    assert tags["og:description"].startswith("Νίκη: X, 1–0.")


def test_a_shared_result_names_guests_in_the_reader_s_language(client: Client) -> None:
    link = f"{WON}?by=human~Guest_4821.easy"
    assert head_of(client.get(link, HOST).content).title == "Guest 4821 wins! Want a game?"
    head = head_of(client.get(f"{link}&lang=el", HOST).content)
    assert head.title == "Νικητής: Επισκέπτης 4821. Παίζουμε;"
    assert "?by=human~Guest+4821.easy&" in head.tags["og:url"]


def test_a_shared_game_in_progress_describes_the_position(client: Client) -> None:
    head = head_of(client.get(f"{LOOP}?by=human.easy&me=X").content)
    assert head.title == "X chooses: where does O4 land, on 1 or on 5?"


@pytest.mark.parametrize(
    "by", ["", "human", "human.", "human.eas", "nobody.human", "human.easy.X", "human.easy/goff"]
)
def test_links_without_two_players_describe_the_position(client: Client, by: str) -> None:
    assert head_of(client.get(f"{WON}?by={by}").content).title.startswith("X wins, 1–0")


# --- entrances -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "language", "title"),
    [
        ("/", "en", "Quantum tic-tac-toe"),
        ("/", "el", "Κβαντική τρίλιζα"),
        ("/daily", "el", "Γρίφος της ημέρας"),
        ("/room", "en", "Join your class"),
        ("/room/K7MQ2X", "el", "Μπες στην τάξη σου"),
    ],
)
def test_entrances_have_previews_in_the_reader_s_language(
    client: Client, path: str, language: str, title: str
) -> None:
    answer = client.get(path, {**HOST, "Accept-Language": language})
    head = head_of(answer.content)
    assert (head.title, answer.headers["content-language"]) == (title, language)
    assert head.tags["og:url"] == f"http://play.example{path}"
    assert ("robots" in head.tags) == (path != "/")
    picture = client.get(head.tags["og:image"].removeprefix("http://play.example"))
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize("code", ["abcdefgh", "ABCDEFGH", "x", "abcdefgh.pngx"])
def test_invitations_that_are_over_show_the_app(client: Client, code: str) -> None:
    answer = client.get(f"/i/{code}")
    assert (answer.status, head_of(answer.content).title) == (200, "Quantum tic-tac-toe")
    assert client.get(f"/i/{code}.png").status == 404


# --- the page ------------------------------------------------------------------------------------


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
    settings = ServerSettings(origins=("https://play.example",))
    with running(create_app(folder, settings=settings)) as server:
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
    assert [answer.status for answer in answers] == [200, 200, 200, 429, 200]
    assert json.loads(answers[3].content)["error"] == "too-fast"


@pytest.mark.parametrize(
    "path",
    ["/p/goff", "/p/goff.png", "/puzzle/goff_-", "/daily/2026-11-25", "/embed/goff", "/oembed"],
)
def test_every_route_of_links_is_rate_limited(folder: Path, path: str) -> None:
    settings = ServerSettings(rates={"request": "1/hour"})
    with running(create_app(folder, settings=settings)) as server:
        assert server.get(path).status in (200, 404)
        assert server.get(path).status == 429


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
    folder=st.sampled_from(["p", "embed", "g", "puzzle", "daily"]),
    text=st.text(max_size=30)
    | st.from_regex(r"[a-z]{4}[_/][0-9a-z_@/]{0,20}(\.png)?", fullmatch=True),
    query=st.sampled_from(["", "?lang=el"]) | st.text(max_size=10).map(lambda text: f"?{text}"),
)
def test_any_path_is_answered(client: Client, folder: str, text: str, query: str) -> None:
    path = "".join(f"%{byte:02x}" for byte in text.encode(errors="surrogatepass"))
    answer = client.get(f"/{folder}/{path}{quote(query, safe='?=', errors='surrogatepass')}")
    assert answer.status in (200, 308, 404)


@given(
    url=st.text(max_size=40)
    | st.builds(
        "{}{}{}".format,
        st.sampled_from(["http://play.example", "https://play.example", "//play.example", ""]),
        st.sampled_from(["/p/", "/g/", "/embed/", "/puzzle/", "@evil.example/p/", "\\p\\"]),
        st.text("abfgo0123/_@%?#:\\\n", max_size=20),
    ),
    rest=st.text(max_size=10),
)
def test_oembed_answers_any_url_and_leads_nowhere_else(client: Client, url: str, rest: str) -> None:
    asked = f"url={quote(url, safe='', errors='surrogatepass')}"
    other = quote(rest, safe="=&", errors="surrogatepass")
    answer = client.get(f"/oembed?{asked}&{other}", HOST)
    assert answer.status in (200, 400, 404, 501)
    assert "location" not in answer.headers
    found = json.loads(answer.content)
    if answer.status == 200:
        assert re.match(r'<iframe src="http://play\.example/embed/[^"]*" width="', found["html"])
    else:
        assert found.keys() == {"error"}


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


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("play.example", "'self' http://play.example"),
        ("192.0.2.1:8000", "'self' http://192.0.2.1:8000"),
        ("[2001:db8::1]:8000", "'self'"),
    ],
)
def test_a_frame_in_a_sandbox_can_load_the_files(client: Client, host: str, own: str) -> None:
    """The origin of a page in a sandbox is no site, for which Safari's 'self' can match nothing."""
    for path, status in (("/embed/goff/12_25", 200), ("/embed/goff/12_99", 404)):
        answer = client.get(path, {"Host": host})
        assert answer.status == status
        policy = answer.headers["content-security-policy"].split("; ")
        assert f"script-src {own} 'wasm-unsafe-eval'" in policy
        assert f"style-src {own}" in policy


@pytest.mark.parametrize("path", ["/embed/goff/12_25", "/embed/goff/12_99"])
@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("other.example", "http://other.example"),
        ("Other.example:80", "http://other.example"),
        ("evil.example", "https://play.example"),
        ("127.0.0.1:8000", "https://play.example"),
    ],
)
def test_the_policy_of_a_frame_names_only_origins_of_the_settings(
    folder: Path, path: str, host: str, own: str
) -> None:
    settings = ServerSettings(origins=("https://play.example", "http://other.example"))
    with running(create_app(folder, settings=settings)) as server:
        policy = server.get(path, {"Host": host}).headers["content-security-policy"]
    assert f"script-src 'self' {own} 'wasm-unsafe-eval'" in policy.split("; ")


@pytest.mark.parametrize("more", ["; script-src *", ";x", " *", "*", ",x", "'", '"', "/x", "?x"])
def test_a_malformed_host_is_not_in_the_policy(client: Client, more: str) -> None:
    answer = client.get("/embed/goff/12_25", {"Host": f"evil.example{more}"})
    policies = answer.headers.get("content-security-policy", "")
    assert "evil" not in policies
    assert policies.count("script-src") == 1


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("/embed/human.human/goff/12_25", "/embed/goff/12_25?by=human.human"),
        ("/embed/human.human/goff/12_25?lang=el", "/embed/goff/12_25?lang=el&by=human.human"),
        ("/p/human~Zo%C3%AB.easy/goff", "/p/goff?by=human~Zo%C3%AB.easy"),
        (
            "/p/human.human/krist_rows=5_cols=5/a1b2.png",
            "/p/krist_rows=5_cols=5/a1b2.png?by=human.human",
        ),
    ],
)
def test_players_before_the_rules_become_a_parameter(
    client: Client, link: str, target: str
) -> None:
    answer = client.get(link)
    assert (answer.status, answer.headers["location"]) == (308, target)
    assert client.get(target).status == 200


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
