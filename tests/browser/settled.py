"""Wait until a page has settled, before measuring it.

A page that was resized or recoloured changes in steps: the browser updates media queries, resize
observers and animations with its next frame, and only then scripts respond. Every check of
layout, colour or focus waits here for the end of that, never for a time.
"""

from typing import Literal

from playwright.sync_api import Page

SETTLED = """
async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isFinite = ({ effect }) => effect?.getComputedTiming().endTime !== Infinity;
  let changes = 0;
  const observer = new MutationObserver((records) => (changes += records.length));
  observer.observe(document, {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
  // A frame delivers what is pending, the second shows that nothing came of it.
  for (let quiet = 0; quiet < 2; quiet++) {
    // In WebKitGTK `fonts.ready` can stay pending after a reload although they are loaded.
    while (document.fonts.status !== "loaded") await frame();
    const moving = document.getAnimations()
      .filter((each) => each.playState === "running" && isFinite(each));
    await Promise.allSettled(moving.map(({ finished }) => finished));
    changes = 0;
    await frame();
    await new Promise((resolve) => setTimeout(resolve)); // after the frame's observers
    if (changes || moving.length) quiet = -1;
  }
  observer.disconnect();
}
"""
"""Fonts are loaded, animations are over, and two frames passed that changed nothing."""


def settle(page: Page) -> None:
    """Wait until nothing on the page is about to change."""
    page.evaluate(SETTLED)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window a width and a height in pixels, and wait until the page has followed."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    query = f"(width: {width}px) and (height: {height}px)"
    page.wait_for_function("(query) => matchMedia(query).matches", arg=query)
    settle(page)


def prefer(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Let the system prefer a colour scheme, and wait until the page has followed."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    query = f"(prefers-color-scheme: {scheme})"
    page.wait_for_function("(query) => matchMedia(query).matches", arg=query)
    settle(page)
