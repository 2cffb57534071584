/**
 * What can be seen of the page: a string for each thing, `{ rows }` for what stands below each
 * other, `{ columns }` for what stands beside each other, `{ pile }` for what overlaps.
 *
 * Rows and columns are found among the parts of one element, by the gaps between them, so that
 * nothing depends on sizes. What fonts can wrap, a text or keys that flow, is one thing. `masks`
 * are patterns of what is another one each time, with what is told in its place.
 */
(masks) => {
  const LONGEST = 40; // characters of a text
  const LARGE = 40; // pixels, from which on a picture without a name is more than an ornament
  const SLACK = 3; // pixels by which neighbours may overlap
  const KEY = "button, a[href], select, textarea, summary, input, label:has(input), [role=switch]";
  const LIST = "ul, ol, table, [role=list], [role=tree]";
  const ITEM = "li, tr, [role=listitem], [role=treeitem]";
  const HEADING = "h1, h2, h3, h4, h5, h6";
  const WHOLE = `svg, img, [role=img], ${HEADING}, ${LIST}, ${KEY}`;
  const KINDS = {
    a: "link",
    submit: "button",
    summary: "disclosure",
    "select-one": "menu",
    text: "field",
    textarea: "field",
    password: "field",
    search: "field",
    url: "field",
  };
  const top = document.querySelector("dialog[open]") ?? document.body;

  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".visually-hidden, [inert]");
  const masked = (text) =>
    masks.reduce((told, [pattern, name]) => told.replace(new RegExp(pattern, "g"), name), text);
  const brief = (text) => {
    const told = masked(
      text
        .replace(/\u2060/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    );
    return told.length > LONGEST ? `${told.slice(0, LONGEST).trim()}…` : told;
  };
  /** What a label says, without the choices of a menu in it. */
  const labelText = (label, input) =>
    [...label.childNodes]
      .filter((node) => !node.contains(input))
      .map((node) => node.textContent)
      .join(" ");
  const nameOf = (element) => {
    const labels = [...(element.labels ?? [])].map((label) => labelText(label, element));
    return brief(element.getAttribute("aria-label") || labels.join(" ") || element.textContent);
  };
  const named = (kind, name) => (name ? `${kind} "${name}"` : kind);
  const join = (one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  });

  /** What an element is, if it is one thing however it is made. */
  const whole = (element) => {
    if (element.matches("svg, img, [role=img]")) return pictureOf(element);
    if (element.matches(HEADING)) return named("heading", nameOf(element));
    if (element.matches(LIST)) return listOf(element);
    return element.matches(KEY) ? keyOf(element) : null;
  };
  const pictureOf = (element) => {
    const squares = element.querySelectorAll("[data-square]").length;
    if (squares) return `board of ${squares} squares`;
    const isOrnament = element.getBoundingClientRect().width < LARGE;
    return isOrnament && !element.ariaLabel ? "" : named("picture", element.ariaLabel ?? "");
  };
  const listOf = (element) => {
    const items = [...element.querySelectorAll(ITEM)].filter(shown);
    return items.length ? named(`list of ${items.length}`, nameOf(items[0])) : "";
  };
  const keyOf = (element) => {
    const input = element.querySelector("input") ?? element;
    const kind = KINDS[input.type ?? input.localName] ?? input.type ?? input.localName;
    const state = input.disabled ? " disabled" : input.checked ? " chosen" : "";
    return named(input.role ?? kind, nameOf(element)) + state;
  };

  const isFlow = (element) =>
    getComputedStyle(element).flexWrap !== "nowrap" ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  /** What a text with keys in it, or what wraps, has from its start to its end. */
  const flowOf = (element) => {
    if (!element.querySelector(WHOLE)) return [`"${brief(element.textContent)}"`];
    return [...element.childNodes].flatMap((node) => {
      if (node.nodeType === 3) return node.data.trim() ? [`"${brief(node.data)}"`] : [];
      if (node.nodeType !== 1 || !shown(node)) return [];
      const thing = whole(node);
      return thing === null ? flowOf(node) : thing ? [thing] : [];
    });
  };

  /** What is to be seen of an element: `{ seen, box, parts }` each, or nothing. */
  const partsOf = (element) => {
    const { display, overflowY } = getComputedStyle(element);
    if (display === "contents") return [...element.children].flatMap(partsOf);
    if (!shown(element)) return [];
    const thing = whole(element) ?? (isFlow(element) ? flowOf(element).join(" ") : null);
    const box = element.getBoundingClientRect();
    if (thing !== null) return thing && box.width && box.height ? [{ seen: thing, box }] : [];
    const parts = [...element.children].flatMap(partsOf);
    // What scrolls is as large as its window.
    if (parts.length && overflowY !== "visible") return [{ seen: arranged(parts), box }];
    if (parts.length < 2) return parts;
    return [{ seen: arranged(parts), box: parts.map((part) => part.box).reduce(join), parts }];
  };

  /** Groups of what overlaps between these two sides, in their order on the page. */
  const split = (parts, start, end) => {
    const groups = [];
    let last = -Infinity;
    for (const part of parts.toSorted((one, other) => one.box[start] - other.box[start])) {
      if (part.box[start] >= last - SLACK) groups.push([]);
      groups.at(-1).push(part);
      last = Math.max(last, part.box[end]);
    }
    return groups;
  };
  const arranged = (parts) => {
    if (parts.length === 1) return parts[0].seen;
    const rows = split(parts, "top", "bottom");
    if (rows.length > 1) return { rows: rows.map(arranged) };
    const columns = split(parts, "left", "right");
    if (columns.length > 1) return { columns: columns.map(arranged) };
    // What is around each other need not overlap.
    const inner = parts.flatMap((part) => part.parts ?? [part]);
    return inner.length > parts.length ? arranged(inner) : { pile: parts.map((part) => part.seen) };
  };

  scrollTo(0, 0);
  const [page] = partsOf(top);
  return page?.seen ?? "nothing";
};
