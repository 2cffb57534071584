"""Find layout faults."""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.settled import resize

Size = tuple[int, int]
"""Width and height of a window in pixels."""

PHONES: tuple[Size, ...] = ((360, 740), (320, 640))
DESKTOP: Size = (1280, 800)
ENLARGED: Size = (640, 400)
"""A desktop at 200 % zoom: half the size."""

CHECK = Path(__file__).with_suffix(".js").read_text("utf-8")
WIDEST_CODES = """
() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    texts.currentNode.data = texts.currentNode.data.replace(
      /\\b[0-9A-Z]{3} [0-9A-Z]{3}\\b/g, "WWW WWW");
}
"""
"""Codes of rooms and pupils are random, and some letters are wider."""

LARGE_LETTERS = "() => { document.documentElement.style.fontSize = '200%' }"


def misfits(page: Page, *sizes: Size) -> list[str]:
    """List elements that are cut, covered, broken or too small in these sizes."""
    found: list[str] = []
    page.evaluate(WIDEST_CODES)
    for width, height in sizes:
        resize(page, (width, height))
        found += [f"{width}×{height}: {problem}" for problem in page.evaluate(CHECK)]
    return found


def misfits_enlarged(page: Page) -> list[str]:
    """List layout faults on a phone with text at 200 %."""
    page.evaluate(LARGE_LETTERS)
    return [f"with large letters: {problem}" for problem in misfits(page, PHONES[0])]
