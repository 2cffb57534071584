/**
 * What is wrong with how the page is laid out, each in a sentence; nothing if it is right.
 * What the reader sees is asked of the browser, box by box.
 */
() => {
  const NEAREST = 24; // pixels, the least that WCAG 2.2 asks of what is pressed
  const KEYS =
    "button, a[href], select, textarea, summary, label:has(input), input:not(label input), [data-square]";
  const HIDDEN = ["hidden", "clip"];
  const top = document.querySelector("dialog[open]") ?? document.body;
  // Where a page is too wide, a phone shows it smaller: its window is larger than its screen.
  const { clientWidth, clientHeight } = document.documentElement;

  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest(".visually-hidden, [inert]") &&
    getComputedStyle(element).clipPath !== "inset(50%)";
  /** A square of the board is pressed on its tile; its group is as large as all that is drawn in it. */
  const boxOf = (element) =>
    (element.matches("[data-square]")
      ? element.querySelector("rect")
      : element
    ).getBoundingClientRect();
  /** Whether other things are meant to be below it. */
  const isPinned = (element) => {
    if (element === null) return false;
    const { position, zIndex } = getComputedStyle(element);
    const isAbove = position === "absolute" && Number(zIndex) > 0;
    return isAbove || ["sticky", "fixed"].includes(position) || isPinned(element.parentElement);
  };
  /** Whether pressing `part` is pressing `key`. */
  const isOne = (key, part) =>
    key.contains(part) || [...(key.labels ?? [])].some((label) => label.contains(part));
  /** The part of a box that is not cut off by what scrolls around it. */
  const visiblePart = ({ left, top, right, bottom }, first) => {
    for (let around = first; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const box = around.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const name = (element) =>
    `${element.localName} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const within = (box, outer) =>
    box.left >= outer.left - 1 &&
    box.right <= outer.right + 1 &&
    box.top >= outer.top - 1 &&
    box.bottom <= outer.bottom + 1;
  const view = { left: 0, top: 0, right: clientWidth, bottom: clientHeight };

  /** The boxes of a range of a text, one per row. */
  const rowsOf = (text, start = 0, end = text.length) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  /** Whether part of a row is cut at every scroll position. */
  const isCut = (row, first) => {
    for (let around = first; around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      const slack = row.height / 3; // letters are not as high as their row
      if (HIDDEN.includes(overflowX) && (row.left < box.left - 1 || row.right > box.right + 1))
        return true;
      if (
        HIDDEN.includes(overflowY) &&
        (row.top < box.top - slack || row.bottom > box.bottom + slack)
      )
        return true;
      if ([overflowX, overflowY].some((each) => each === "auto" || each === "scroll")) return false;
    }
    return false;
  };
  /** What is written, each text with its element. */
  const texts = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (text.data.trim() && shown(element) && !element.closest("svg, select"))
      texts.push({ text, element, rows: rowsOf(text) });
  }

  const keys = [...top.querySelectorAll(KEYS)].filter(shown);
  const found = [];

  if (document.documentElement.scrollWidth > clientWidth) {
    found.push(
      `the page is ${document.documentElement.scrollWidth} wide, the screen ${clientWidth}`,
    );
  }

  for (const element of top.querySelectorAll("*")) {
    if (!shown(element) || element.closest("svg")) continue;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isWide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    if (hasText && isWide && style.overflowX === "visible")
      found.push(`${name(element)} is wider than its box`);
    // Elements that scroll horizontally must not scroll vertically.
    if (isWide && style.overflowX === "auto" && style.overflowY !== "hidden")
      found.push(`${name(element)} is ${element.scrollWidth} wide, its box ${element.clientWidth}`);
  }

  for (const { text, element, rows } of texts) {
    if (rows.some((row) => isCut(row, element))) found.push(`${name(element)} is cut`);
    // Addresses and names can break anywhere, other words only at their hyphens.
    if (getComputedStyle(element).overflowWrap === "anywhere") continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\s/–-]+/g)) {
      const [first, ...others] = rowsOf(text, index, index + word.length);
      if (others.some((row) => row.top >= first.bottom - 1))
        found.push(`"${word}" is broken in ${name(element)}`);
    }
  }
  // Tabs have one row, unless letters are large or the column beside the board is narrow.
  const { fontSize } = getComputedStyle(document.documentElement);
  const isRoomy = parseFloat(fontSize) < 20 && clientHeight > 500;
  for (const list of isRoomy ? top.querySelectorAll("[role=tablist]") : []) {
    const rows = new Set([...list.children].map((tab) => tab.getBoundingClientRect().top));
    if (rows.size > 1) found.push(`${name(list)} has ${rows.size} rows`);
  }
  // Headings break neither after a dot between their parts, nor before a lone number.
  for (const { text, element } of texts) {
    if (!element.closest("h1, h2, h3")) continue;
    const words = [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      word,
      row: rowsOf(text, index, index + word.length)[0]?.top,
    }));
    words.forEach(({ word, row }, i) => {
      const [before, after] = [words[i - 1], words[i + 1]];
      if (word === "·" && after && after.row > row + 1)
        found.push(`${name(element)} breaks after its dot`);
      if (!after && before && row > before.row + 1 && /^\d{1,2}\.?$/.test(word))
        found.push(`${name(element)} ends with a lone number`);
    });
  }
  /** Letters that are in sight, and what they belong to. */
  const seen = texts
    .filter(({ element }) => !isPinned(element))
    .flatMap(({ element, rows }) =>
      rows.map(({ left, top, right, bottom, height }) => {
        const box = { left, top: top + height / 5, right, bottom: bottom - height / 5 };
        return { element, ...visiblePart(box, element) };
      }),
    );
  seen.forEach((one, i) => {
    const over = seen
      .slice(i + 1)
      .find((other) => other.element !== one.element && meet(one, other));
    if (over) found.push(`${name(one.element)} and ${name(over.element)} are written over another`);
  });

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
    const box = visiblePart(boxOf(one), one.parentElement);
    for (const other of apart.slice(i + 1)) {
      const near = visiblePart(boxOf(other), other.parentElement);
      if (meet(box, near) && !isOne(one, other) && !isOne(other, one)) {
        found.push(`${name(one)} and ${name(other)} overlap`);
      }
    }
  });
  return found;
};
