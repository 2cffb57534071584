/** The order in which the marks of a collapse land. */

import { describe, expect, test } from "vitest";

import { type Flight, flightsOf } from "../../src/board/glide.svelte";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { GLIDE_MS, glideMs, glideStart } from "../../src/settings/delays";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const rules = parseRules("goff");

const CASES: readonly (readonly Place[])[] = [
  [[0, 1], [0, 1]], // prettier-ignore
  [[0, 1], [1, 4], [4, 8], [6, 7], [0, 4]], // prettier-ignore
  [[0, 1], [1, 2], [2, 5], [5, 8], [7, 8], [4, 7], [3, 4], [3, 6], [0, 6]], // prettier-ignore
  [[2, 4], [4, 5], [1, 2], [0, 1], [2, 8], [4, 6], [5, 7], [2, 5]], // prettier-ignore
];

describe.each(CASES.flatMap((places) => [0, 1].map((which) => ({ places, which }))))(
  "$places, outcome $which",
  ({ places, which }) => {
    const { loop, collapses } = kernel.survey(rules, places);
    const after = collapses[which]!.places;
    const flights = flightsOf(places, loop, after);

    test("every mark that lands glides from its other square, once", () => {
      const landing = loop ? [...loop.marks, ...loop.stems] : [];
      expect(flights.map(({ mark }) => mark).sort()).toEqual([...landing].sort());
      for (const { mark, from, to } of flights) {
        expect(after[mark - 1]).toEqual([to, to]);
        expect([from, to].sort()).toEqual([...places[mark - 1]!].sort());
      }
    });

    test("the closing mark is first; each leaves a square that an earlier one took", () => {
      expect(flights[0]?.mark).toBe(loop?.closing);
      flights.slice(1).forEach(({ from }, i) => {
        expect(flights.slice(0, i + 1).map((earlier: Flight) => earlier.to)).toContain(from);
      });
    });

    test("stems land after the loop", () => {
      const stems = flights.map(({ mark }) => loop?.stems.includes(mark));
      expect(stems.indexOf(true) < 0 || !stems.slice(stems.indexOf(true)).includes(false)).toBe(
        true,
      );
    });
  },
);

test("without a loop nothing glides", () => {
  expect(flightsOf([[0, 1]], null, [[0, 1], [2, 3]])).toEqual([]); // prettier-ignore
});

test.each([1, 2, 9, 64])("%i marks start in order, within bounded time", (count) => {
  const starts = Array.from({ length: count }, (_, place) => glideStart(place, count));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(GLIDE_MS).toBeGreaterThanOrEqual(350);
  expect(GLIDE_MS).toBeLessThanOrEqual(500);
  expect(glideMs(count)).toBeLessThan(1_700);
});
