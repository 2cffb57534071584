// @vitest-environment happy-dom
/** Pictures to share. */

import { expect, test } from "vitest";

import { cardSvg } from "../../src/board/card";
import { COLORS } from "../../src/board/theme";
import type { Palette } from "../../src/board/svg";

const PALETTE = Object.fromEntries(COLORS.map((name) => [name, `#${name}`])) as Palette;
const PICTURE = {
  content: {
    ...{ rows: 3, cols: 3, places: [[0, 4]] as const, loop: null, entanglements: new Map() },
    ...{ lines: [], areKrists: false, pairs: new Map() },
  },
  ...{ links: true, showsHistory: false, coordinates: false, last: [], collapses: [] },
  palette: PALETTE,
  title: "title",
  description: "description",
};
const CARD = {
  ...({ heading: "I beat Easy!", winner: "X", names: { X: "Me", O: "Easy" } } as const),
  ...{ question: "Can you?", app: "Game", address: "example.org", picture: PICTURE },
};

/** Font size and text of each line. */
function lines(card: Parameters<typeof cardSvg>[0]): { size: number; text: string }[] {
  return [
    ...cardSvg(card).matchAll(/<text x="540"[^>]*font-size="([\d.]+)"[^>]*>(.*?)<\/text>/g),
  ].map(([, size, text = ""]) => ({ size: Number(size), text: text.replace(/<[^>]*>/g, "") }));
}

test("it has result, names, question and address around the board", () => {
  expect(lines(CARD).map(({ text }) => text)).toEqual([
    ...["I beat Easy!", "X Me–O Easy", "Can you?", "Game · example.org"],
  ]);
  expect(cardSvg(CARD)).toContain('class="qttt"');
});

test("long texts become smaller, and the longest are cut, so that all fit", () => {
  const name = "m".repeat(200);
  const long = { ...CARD, heading: "a fairly long heading, indeed", names: { X: name, O: name } };
  const [heading, names] = lines(long);
  expect(heading?.text).toBe(long.heading);
  expect(heading?.size).toBeLessThan(lines(CARD)[0]?.size ?? 0);
  expect(names?.text).toContain("…");
  for (const { size, text } of lines(long)) expect(size * text.length * 0.5).toBeLessThan(1080);
});

test("names are text, not elements", () => {
  expect(cardSvg({ ...CARD, names: { X: "<b>", O: "&" } })).toContain("X &lt;b&gt;");
});
