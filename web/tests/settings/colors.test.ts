/** Every theme is legible and its colours are distinguishable. */

import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { COLOR_VISIONS, type ColorVision as Choice } from "../../src/settings/settings.svelte";
import { ROOT } from "../kernel/ports";
import { type Eyes, contrast, distance } from "./color";
import { type Time, colorsOf } from "./css";

const css = ["tokens.css", "settings/color-vision.css"]
  .map((file) => readFileSync(`${ROOT}web/src/${file}`, "utf8"))
  .join("\n");

const LINKS = [1, 2, 3, 4, 5, 6].map((number) => `qttt-link${number}`);
const TILES = ["qttt-tile", "qttt-preview"];
const PAGES = ["page", "panel", "sunken"];

/** Text colours and their backgrounds. */
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ["ink", [...PAGES, "qttt-preview"]],
  ["muted", PAGES],
  ["accent", PAGES],
  ["warning", ["page", "panel"]],
  ["on-accent", ["accent"]],
  ["qttt-name", [...TILES, "qttt-background"]],
  ["qttt-x", [...TILES, "panel"]],
  ["qttt-o", [...TILES, "panel"]],
];
/** Graphics colours and their backgrounds. */
const SIGNS: readonly (readonly [string, readonly string[]])[] = [
  ["edge", PAGES],
  ["focus", [...PAGES, ...TILES, "qttt-background"]],
  ["accent", PAGES],
  ["qttt-arrow", TILES],
  ...LINKS.map((link) => [link, ["qttt-tile"]] as const),
];

const THEMES = (["usual", "more"] as const).flatMap((more) =>
  COLOR_VISIONS.flatMap((eyes) =>
    (["day", "night"] as const).map((time) => ({ more, eyes, time })),
  ),
);
/** Deficiencies covered by each option, with the help of dash patterns. */
const DEFICIENT: Readonly<Record<Choice, readonly Eyes[]>> = {
  usual: ["protanopia", "deuteranopia", "tritanopia"],
  "red-green": ["protanopia", "deuteranopia"],
  "blue-yellow": ["tritanopia"],
};

function colors(more: string, eyes: Choice, time: Time): (name: string) => string {
  const found = colorsOf(css, { contrast: more, eyes }, time);
  return (name) => {
    const color = found[name];
    if (!color) throw new RangeError(`there is no colour "${name}"`);
    return color;
  };
}

/** Pairs of colours with too little contrast. */
function tooFaint(color: (name: string) => string, pairs: typeof TEXTS, minimum: number): string[] {
  return pairs.flatMap(([front, backs]) =>
    backs
      .map((back) => ({ back, ratio: contrast(color(front), color(back)) }))
      .filter(({ ratio }) => ratio < minimum)
      .map(({ back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`),
  );
}

/** The smallest distance between two of these colours. */
function nearest(found: readonly string[], eyes: Eyes): number {
  const pairs = found.flatMap((one, i) => found.slice(i + 1).map((other) => [one, other] as const));
  return Math.min(...pairs.map(([one, other]) => distance(one, other, eyes)));
}

describe.each(THEMES)("contrast $more, colours $eyes, by $time", ({ more, eyes, time }) => {
  const color = colors(more, eyes, time);

  test("texts", () => {
    expect(tooFaint(color, TEXTS, more === "more" ? 7 : 4.5)).toEqual([]);
  });

  test("signs", () => {
    expect(tooFaint(color, SIGNS, more === "more" ? 4.5 : 3)).toEqual([]);
  });

  test("X and O, and links, with normal vision", () => {
    expect(distance(color("qttt-x"), color("qttt-o"), "usual")).toBeGreaterThan(0.2);
    expect(nearest(LINKS.map(color), "usual")).toBeGreaterThan(0.12);
  });

  test.each(["protanopia", "deuteranopia", "tritanopia"] as const)("X and O with %s", (seen) => {
    const isMade = eyes !== "usual" && DEFICIENT[eyes].includes(seen);
    const minimum = isMade ? 0.22 : 0.14;
    expect(distance(color("qttt-x"), color("qttt-o"), seen)).toBeGreaterThan(minimum);
  });

  test.each(DEFICIENT[eyes])("links with %s", (seen) => {
    expect(nearest(LINKS.map(color), seen)).toBeGreaterThan(eyes === "usual" ? 0.075 : 0.14);
  });
});

test("the simulation keeps greys and merges red and green", () => {
  for (const eyes of ["protanopia", "deuteranopia", "tritanopia"] as const)
    expect(distance("#808080", "#828282", eyes)).toBeCloseTo(
      distance("#808080", "#828282", "usual"),
      3,
    );
  expect(distance("#a06a00", "#6f8000", "deuteranopia")).toBeLessThan(
    distance("#a06a00", "#6f8000", "usual") / 2,
  );
});

test("the page, browser bars and splash screen have the same colour", () => {
  const page = readFileSync(`${ROOT}web/index.html`, "utf8");
  const config = readFileSync(`${ROOT}web/vite.config.ts`, "utf8");
  const [day, night] = (["day", "night"] as const).map((time) =>
    colors("usual", "usual", time)("page"),
  );
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${day}"`);
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${night}"`);
  expect(config).toContain(`background_color: "${day}"`);
  expect(config).toContain(`theme_color: "${day}"`);
});
