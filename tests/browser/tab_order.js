/**
 * Pairs of tab stops of which the second is to the left of the first, or above it in the same column;
 * nothing if the order is that of reading. The header comes first, wherever it is. What stays in sight
 * while the rest scrolls is put where it is when all is scrolled.
 */
() => {
  const STOPS = "button, a[href], input, select, textarea, summary, [tabindex='0']";
  const within = document.querySelector("dialog:modal") ?? document.querySelector("main");
  for (const element of within.querySelectorAll("*"))
    if (getComputedStyle(element).position === "sticky") element.style.position = "static";
  const isSkipped = ({ type, name, checked }) =>
    type === "radio" && !checked && document.querySelector(`input[name="${name}"]:checked`);
  const isStop = (element) =>
    element.tabIndex >= 0 &&
    !element.disabled &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("[inert], main > header") &&
    !isSkipped(element);
  /** The part that is in sight of what scrolls without the other; for a square, of the whole board. */
  const boxOf = (element, other) => {
    const whole = element.closest("svg:has([data-square]), label") ?? element;
    let { left, top, right, bottom } = whole.getBoundingClientRect();
    for (let around = whole; !around.contains(other); around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const box = around.getBoundingClientRect();
      [top, bottom] = [top, bottom].map((y) => Math.min(Math.max(y, box.top), box.bottom));
    }
    return { left, top, right, bottom };
  };
  const name = (element) =>
    (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent)
      .trim()
      .slice(0, 40);
  const stops = [...within.querySelectorAll(STOPS)].filter(isStop);
  return stops.slice(1).flatMap((stop, i) => {
    const [before, after] = [boxOf(stops[i], stop), boxOf(stop, stops[i])];
    const isAbove = after.bottom <= before.top + 1;
    const isBeside = !isAbove && after.top < before.bottom - 1;
    const isBack = isAbove
      ? after.left < before.right - 1
      : isBeside && after.right <= before.left + 1;
    return isBack ? [`"${name(stops[i])}", then "${name(stop)}"`] : [];
  });
};
