"""Find panels that are mostly empty."""

from playwright.sync_api import Page

from tests.browser.settled import settle

MAX_EMPTY = 1 / 3
"""Largest share of a panel's height, inside its padding, without text, keys or pictures."""

EMPTY = """
(limit) => {
  const LEAST = 96; // pixels; lower panels are lines of text
  const GAP = 28; // pixels between things that belong together
  const THINGS = "svg, img, button, a.key, input, select, textarea, progress, label:has(input)";
  const top = document.querySelector("dialog[open]") ?? document.body;
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden");
  const background = (element) => getComputedStyle(element).backgroundColor;
  const isPanel = (element) => {
    const { backgroundColor, borderRadius } = getComputedStyle(element);
    const isTinted = !/, 0\\)$|transparent/.test(backgroundColor);
    const isApart = isTinted && parseFloat(borderRadius) > 0;
    return isApart && !element.matches(THINGS) && !element.closest("svg, button, label, a.key");
  };
  const boxesOf = (panel) => {
    const boxes = [...panel.querySelectorAll(THINGS)].filter(isShown)
      .map((thing) => thing.getBoundingClientRect());
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.data.trim() || !isShown(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      boxes.push(...range.getClientRects());
    }
    return boxes.filter(({ width, height }) => width > 1 && height > 1);
  };
  const found = [];
  for (const panel of top.querySelectorAll("*")) {
    if (!isShown(panel) || !isPanel(panel)) continue;
    const box = panel.getBoundingClientRect();
    if (box.height < LEAST) continue;
    const { paddingTop, paddingBottom } = getComputedStyle(panel);
    const from = box.top + parseFloat(paddingTop);
    const to = box.bottom - parseFloat(paddingBottom);
    let [filled, end] = [0, from];
    for (const each of boxesOf(panel).sort((one, other) => one.top - other.top)) {
      const [start, stop] = [Math.max(end, each.top), Math.min(to, each.bottom)];
      if (stop <= end) continue;
      if (each.top - end < GAP) filled += Math.max(0, start - end);
      filled += stop - start;
      end = stop;
    }
    if (to - end < GAP) filled += Math.max(0, to - end);
    const empty = 1 - filled / (to - from);
    if (empty > limit) {
      const name = panel.textContent.replace(/\\s+/g, " ").trim().slice(0, 40);
      const percent = Math.round(100 * empty);
      found.push(`${percent} % of ${Math.round(box.width)}×${Math.round(box.height)} px: `
        + `${panel.localName}.${panel.className} "${name}"`);
    }
  }
  return found;
}
"""


def empty_panels(page: Page) -> list[str]:
    """List panels of which more than a third is empty."""
    settle(page)
    found: list[str] = page.evaluate(EMPTY, MAX_EMPTY)
    return found
