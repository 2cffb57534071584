"""Links in the app, pages for frames on other sites, and sharing."""

from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page

from qttt.notation.links import parse_link
from qttt.server.files import APP_FOLDER
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.server import serve_folder

pytestmark = pytest.mark.every_engine

SHARING = """
navigator.canShare = ({ files }) => !files || files.every(({ type }) => type === "image/png");
navigator.share = async ({ url, files }) => { window.shared = [url, files.length, files[0].size]; };
"""


def test_an_old_link_turns_into_a_path(visit: Visit) -> None:
    app = visit.open("#analysis/goff/12 25 59 15")
    expect(app.page).to_have_url(f"{app.url}p/goff/12_25_59_15")
    app.open("p/goff/12_25_59_15")
    app.shows(parse_link("goff/12_25_59_15").position)
    app.press("Back")
    expect(app.page).to_have_url(app.url)


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'])
def test_a_frame_is_played_in(visit: Visit, tmp_path: Path, sandbox: str) -> None:
    app = visit.open()
    frame = f'<iframe src="{app.url}embed/goff/12_25" {sandbox} width="320" height="600"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><title>A blog</title>{frame}")
    with serve_folder(tmp_path) as address:
        app.page.goto(address)
        inside: FrameLocator | Page = app.page.frame_locator("iframe")
        expect(inside.get_by_role("status")).to_have_text("X to place mark 3")
        if visit.engine == "firefox":  # Playwright's clicks do not reach frames of other sites
            inside = app.page
            app.page.goto(f"{app.url}embed/goff/12_25")
        for square in (4, 8):
            app.touch(inside.locator(f"[data-square='{square}']"))
        expect(inside.get_by_role("status")).to_have_text("O to place mark 4")
        link = inside.get_by_role("link", name="Open in the app")
        expect(link).to_have_attribute("href", f"{app.url}p/goff/12_25_59")
        app.touch(inside.get_by_role("button", name="One move back"))
        expect(link).to_have_attribute("href", f"{app.url}p/goff/12_25")
    visit.ignored.append("favicon.ico|404|icon.svg")


WIDTHS, HEIGHTS = (200, 320, 480, 640, 900, 1200, 1600), (200, 340, 480, 600, 720, 850, 1200)
LINKS = ("goff/12_25_59_15", "goff", "krist_rows=3_cols=7/a1b1_b1c1_c1d1_d1e1_e1f1_f1g1")


@pytest.mark.parametrize("size", [(320, 600), (480, 340), (1200, 850)], ids=str)
def test_a_frame_has_room_for_its_parts(visit: Visit, size: tuple[int, int]) -> None:
    has_room(visit, LINKS[0], *size)


@pytest.mark.nightly
@pytest.mark.not_in("firefox", "webkit")  # a sample of the sizes is tested there
@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_frame_of_any_size_has_room_for_its_parts(
    visit: Visit, link: str, width: int, height: int
) -> None:
    has_room(visit, link, width, height)


def has_room(visit: Visit, link: str, width: int, height: int) -> None:
    app = visit.open(f"embed/{link}", viewport={"width": width, "height": height})
    page = app.page
    expect(page.get_by_role("status")).not_to_be_empty()
    parts = (".board svg", ".moves .panel", ".steps")
    boxes = {name: page.locator(name).bounding_box() for name in parts}
    found = {name: box for name, box in boxes.items() if box}
    assert found.keys() == boxes.keys()
    board, moves, steps = found.values()
    assert board["width"] >= min(width - 16, 180)
    assert moves["height"] >= 36
    assert moves["width"] >= min(width - 16, 200)
    for box in found.values():
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert steps["y"] >= moves["y"] + moves["height"]
    if width >= 320 and height >= 480:
        assert max(box["y"] + box["height"] for box in found.values()) <= height


@pytest.mark.not_in("webkit")
def test_analysis_is_shared_with_its_picture(visit: Visit) -> None:
    app = visit.open()
    app.page.add_init_script(SHARING)
    app.open("p/goff/12_25_59")
    app.press("Files")
    app.press("Share link")
    app.page.wait_for_function("() => window.shared")
    url, count, size = app.page.evaluate("window.shared")
    assert (url, count) == (f"{app.url}p/goff/12_25_59", 1)
    assert size > 1000


def test_on_a_plain_web_server_addresses_are_fragments(visit: Visit) -> None:
    with serve_folder(APP_FOLDER) as address:
        app = visit.open("#analysis/goff/12 25", url=address)
        app.shows(parse_link("goff/12_25").position)
        expect(app.page).to_have_url(f"{address}#analysis/goff/12_25")
