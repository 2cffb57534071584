"""Persistence: offline app, games after a crash, installation."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType, Page

from qttt.game import Placement, Position
from qttt.server import APP_FOLDER
from tests.browser.app import App
from tests.browser.chromium import find
from tests.browser.conftest import Visit
from tests.browser.engines import CHROMIUM_OPTIONS
from tests.browser.expecting import expect
from tests.browser.screens import LOOP
from tests.browser.server import Server, serve_folder

pytestmark = [pytest.mark.works_offline, pytest.mark.every_engine]
BEGUN = [Placement(0, 1), Placement(1, 4)]
CONTROLLED = "() => navigator.serviceWorker.controller !== null"

RENEWED = """async () => {
  const { serviceWorker } = navigator;
  const isTaken = new Promise((taken) => (serviceWorker.oncontrollerchange = taken));
  await (await serviceWorker.ready).update();
  await isTaken;
  const { controller } = serviceWorker;
  const isReady = new Promise((ready) => (controller.onstatechange = ready));
  if (controller.state !== "activated") await isReady;
}"""
"""Checks for a new version of the app, and waits until it is active."""

SPOILED = """async () => {
  const cache = await caches.open("evaluators");
  const kept = await cache.keys();
  await Promise.all(kept.map((request) => cache.put(request, new Response("<p>Sign in</p>"))));
  return kept.length;
}"""
"""Replaces what is kept by another page, as a network with a login page does; returns how much."""


def wait_until_cached(page: Page) -> None:
    """Wait until the service worker is active."""
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    page.reload()
    page.wait_for_function(CONTROLLED)


def test_app_works_offline(visit: Visit) -> None:
    with Server() as server:
        app = visit.open(url=server.url)
        wait_until_cached(app.page)
        visit.ignored.append("404")
        app.page.goto(server.url + "/")
        expect(app.page.get_by_role("heading", name="Page not found")).to_be_visible()
        app.page.goto(server.url + "?shared")
        app.start(people=1, level="Optimal", marks="X first")
        app.make(Position(), BEGUN[0])
        position = app.decided(Position.after(BEGUN[0]))
    app.reload()
    app.shows(position)
    app.make(position, position.legal_moves[0])
    app.decided(position.play(position.legal_moves[0]))
    app.press("Back")
    app.start(people=2, preset="krist", side=5)
    expect(app.square(24)).to_be_visible()


def test_shared_links_need_no_server(visit: Visit) -> None:
    with Server() as server:
        app = visit.open(url=server.url)
        wait_until_cached(app.page)
    app.open("p/goff/12?by=human.easy")
    app.shows(Position.after(BEGUN[0]))
    for link in ("p/goff/12?lang=el", "daily?lang=el", "daily/2026-11-23?lang=el"):
        app.open(link)
        expect(app.square(0)).to_be_visible()


@pytest.mark.nightly
def test_the_analysis_needs_no_server(visit: Visit) -> None:
    with Server() as server:
        app = visit.open(url=server.url)
        wait_until_cached(app.page)
    app.open("#analysis/goff/12 25 59 15")
    app.reload()
    app.shows(Position.after(*LOOP))
    expect(app.page.get_by_text("X and O get the same")).to_be_visible()
    expect(app.page.get_by_text("proven")).to_be_visible()


@pytest.mark.nightly
def test_learned_weights_need_no_server_once_they_were_used(visit: Visit) -> None:
    with Server() as server:
        app = visit.open(url=server.url)
        wait_until_cached(app.page)
        app.open("#analysis/krist rows=5 cols=5/b2c3")
        expect(app.page.get_by_text("judged by learned weights")).to_be_visible()
    app.reload()
    expect(app.page.get_by_text("judged by learned weights")).to_be_visible()


@pytest.mark.nightly
def test_a_damaged_copy_of_learned_weights_is_downloaded_again(visit: Visit) -> None:
    with Server() as server:
        app = visit.open(url=server.url)
        wait_until_cached(app.page)
        for moves in ("b2c3", "b2c4"):
            app.open(f"#analysis/krist rows=5 cols=5/{moves}")
            expect(app.page.get_by_text("judged by learned weights")).to_be_visible()
            assert app.page.evaluate(SPOILED) == 1
            app.reload()
            expect(app.page.get_by_text("judged by random games")).to_be_visible()


def test_new_version_replaces_the_old_one(visit: Visit, tmp_path: Path) -> None:
    folder = tmp_path / "app"
    shutil.copytree(APP_FOLDER, folder)
    with serve_folder(folder) as url:
        page = visit.open(url=url).page
        wait_until_cached(page)
        change(folder / "index.html", r"also offline\.", "also offline and new.")
        change(folder / "sw.js", r'(?<=url:"index.html",revision:")\w+', "new")
        page.evaluate(RENEWED)
    page.reload()
    description = page.locator("meta[name=description]").get_attribute("content")
    assert description is not None
    assert description.endswith("and new.")


@pytest.mark.not_in("firefox", "webkit")
def test_the_app_can_be_installed(app: App) -> None:
    wait_until_cached(app.page)
    session = app.page.context.new_cdp_session(app.page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Apps cannot be installed from an incognito context.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    manifest = app.page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert manifest.keys() >= {"name", "short_name", "start_url", "scope", "display", "lang", "id"}
    assert manifest["display"] == "standalone"
    icons = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert icons >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


@pytest.mark.parametrize("size", ["192x192", "512x512"])
def test_icon_has_its_declared_size(app: App, size: str) -> None:
    measured = app.page.evaluate(
        """async (name) => {
          const image = new Image();
          image.src = name;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }""",
        f"icon-{size.partition('x')[0]}.png",
    )
    assert measured == size


@pytest.mark.nightly
def test_game_survives_a_crash_of_the_browser(
    chromium: BrowserType, server: Server, tmp_path: Path
) -> None:
    with started(chromium, tmp_path) as (process, page):
        app = App(page, server.url, touches=False)
        app.open()
        app.start()
        position = app.play(Position(), *BEGUN)
        # Chromium writes local storage after some seconds.
        until(lambda: any(b'"moves":["12","25"]' in each for each in storage(tmp_path)))
        process.kill()
    with started(chromium, tmp_path) as (_, page):
        app = App(page, server.url, touches=False)
        app.open()
        app.press(re.compile("^Continue your game"))
        app.shows(position)
        app.play(position, Placement(4, 8))


def change(file: Path, pattern: str, text: str) -> None:
    """Replace a pattern in a file."""
    changed, count = re.subn(pattern, text, file.read_text("utf-8"))
    assert count
    file.write_text(changed, "utf-8")


@contextmanager
def started(chromium: BrowserType, profile: Path) -> Iterator[tuple[subprocess.Popen[str], Page]]:
    """A browser with a persistent profile, and a page in it."""
    flags = ["--headless", "--no-sandbox", "--no-first-run", "--lang=en-GB", *CHROMIUM_OPTIONS]
    places = [f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"]
    command = [find() or "", *flags, *places]
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stderr
            matches = (re.search(r"DevTools listening on (\S+)", line) for line in process.stderr)
            address = next(found[1] for found in matches if found)
            yield process, chromium.connect_over_cdp(address).contexts[0].pages[0]
        finally:
            process.kill()


def storage(profile: Path) -> Iterator[bytes]:
    """List the files of the browser's local storage."""
    return (path.read_bytes() for path in profile.glob("Default/Local Storage/leveldb/*.log"))


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition outside of the page."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it has not happened within a minute"
        time.sleep(0.05)
