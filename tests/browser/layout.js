/**
 * What is wrong with how the page is laid out, each in a sentence; nothing if it is right.
 * What the reader sees is asked of the browser, box by box.
 */
() => {
  const NEAREST = 24; // pixels, the least that WCAG 2.2 asks of what is pressed
  const KEYS =
    "button, a[href], select, textarea, summary, label:has(input), input:not(label input), [data-square]";
  const top = document.querySelector("dialog[open]") ?? document.body;

  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest(".visually-hidden, [inert]");
  /** A square of the board is pressed on its tile; its group is as large as all that is drawn in it. */
  const boxOf = (element) =>
    (element.matches("[data-square]")
      ? element.querySelector("rect")
      : element
    ).getBoundingClientRect();
  /** Whether other things are meant to pass below it. */
  const isPinned = (element) =>
    element !== null &&
    (["sticky", "fixed"].includes(getComputedStyle(element).position) ||
      isPinned(element.parentElement));
  /** Whether pressing `part` is pressing `key`. */
  const isOne = (key, part) =>
    key.contains(part) || [...(key.labels ?? [])].some((label) => label.contains(part));
  /** The part of it that is not cut off by what scrolls around it. */
  const visiblePart = (element) => {
    let { left, top, right, bottom } = boxOf(element);
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const box = around.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const name = (element) =>
    `${element.localName} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;
  const within = (box, outer) =>
    box.left >= outer.left - 1 &&
    box.right <= outer.right + 1 &&
    box.top >= outer.top - 1 &&
    box.bottom <= outer.bottom + 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  const keys = [...top.querySelectorAll(KEYS)].filter(shown);
  const found = [];

  if (document.documentElement.scrollWidth > innerWidth) {
    found.push(
      `the page is ${document.documentElement.scrollWidth} wide, the screen ${innerWidth}`,
    );
  }

  for (const element of top.querySelectorAll("*")) {
    if (!shown(element) || element.closest("svg")) continue;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const clips =
      style.overflowX !== "visible" && style.overflowX !== "auto" && style.overflowX !== "scroll";
    if (hasText && clips && element.scrollWidth > element.clientWidth + 1)
      found.push(`${name(element)} is cut`);
    if (
      hasText &&
      style.overflowX === "visible" &&
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth + 1
    ) {
      found.push(`${name(element)} is wider than its box`);
    }
  }

  for (const key of keys) {
    key.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = boxOf(key);
    if (!within(box, view)) found.push(`${name(key)} cannot be brought onto the screen`);
    if (box.width < NEAREST - 0.5 || box.height < NEAREST - 0.5) {
      found.push(`${name(key)} is only ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`);
    }
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!hit || !(isOne(key, hit) || hit.contains(key)))
      found.push(`${name(key)} is covered by ${hit ? name(hit) : "nothing"}`);
  }

  for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
  const apart = keys.filter((key) => !isPinned(key));
  apart.forEach((one, i) => {
    const a = visiblePart(one);
    for (const other of apart.slice(i + 1)) {
      const b = visiblePart(other);
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1 && !isOne(one, other) && !isOne(other, one)) {
        found.push(`${name(one)} and ${name(other)} overlap`);
      }
    }
  });
  return found;
};
