"""Record the animation of the README: ``python -m tests.browser.animation``.

A game on a phone: entangled marks, a loop, its collapse, and the winner.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from qttt.game import Position
from tests.browser.app import App
from tests.browser.chromium import find
from tests.browser.screens import NARROW_WIN
from tests.browser.server import Server
from tests.browser.settled import settle

FILE = Path(__file__).resolve().parents[2] / "docs" / "game.webp"
SIZE: ViewportSize = {"width": 360, "height": 740}
STEP_MS, LAST_MS = 900, 3000


def record() -> list[Image.Image]:
    """Return the screen before the first move, after each, and with the result."""
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find())
        page = browser.new_page(
            viewport=SIZE, has_touch=True, reduced_motion="reduce", color_scheme="dark"
        )
        app = App(page, server.url, touches=True, words={})
        app.open()
        app.start(people=2)
        frames, position = [shoot(app)], Position()
        for move in NARROW_WIN:
            position = app.play(position, move)
            frames.append(shoot(app))
        app.press("Close")
        frames.append(shoot(app))
        browser.close()
    return frames


def shoot(app: App) -> Image.Image:
    settle(app.page)
    return Image.open(BytesIO(app.page.screenshot())).convert("RGB")


def main() -> None:
    first, *others = record()
    durations = [STEP_MS] * len(others) + [LAST_MS]
    first.save(
        FILE,
        save_all=True,
        append_images=others,
        duration=durations,
        lossless=True,
        method=6,
        loop=0,
    )
    print(f"{FILE.stat().st_size:,} bytes in {FILE}")


if __name__ == "__main__":
    main()
