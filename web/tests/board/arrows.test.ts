import { expect, test } from "vitest";

import { type Arrow, arrowsOf, placementArrow, suggestionArrows } from "../../src/board/arrows";
import { Layout } from "../../src/board/layout";
import { contentOf, sceneOf } from "../../src/board/scene";
import { TILE } from "../../src/board/theme";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();

/** X1 O2 X5 are a loop, X3 is a stem, O4 is separate. */
const LOOP: readonly Place[] = [
  [0, 1],
  [1, 4],
  [4, 8],
  [6, 7],
  [0, 4],
];

function arrows(places: readonly Place[], considered: number | null = null, words = "goff") {
  const rules = parseRules(words);
  const survey = kernel.survey(rules, places);
  const { loop, entanglements, collapses } = survey;
  const content = { ...rules, places, loop, entanglements, lines: [], areKrists: false };
  const scene = sceneOf({ ...content, pairs: new Map() });
  const preview = collapses.find(({ square }) => square === considered)?.places ?? null;
  return arrowsOf(places, collapses, preview, scene);
}

/** The ends of the shaft. */
function ends({ shaft }: Arrow): number[][] {
  const points = [...shaft.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [+x!, +y!]);
  return [points[0]!, points.at(-1)!];
}

test("the marks of a loop have opposite directions in its two outcomes", () => {
  const all = arrows(LOOP);
  for (const mark of [1, 2, 5]) {
    const [first, second] = ["first", "second"].map((sense) =>
      all.find((each) => each.mark === mark && each.sense === sense),
    );
    const [[a, b], [c, d]] = [ends(first!), ends(second!)] as [number[][], number[][]];
    const dot = (b![0]! - a![0]!) * (d![0]! - c![0]!) + (b![1]! - a![1]!) * (d![1]! - c![1]!);
    expect(dot).toBeLessThan(0);
    expect(first!.shaft).not.toBe(second!.shaft);
  }
});

test("a stem has one arrow, other marks have none", () => {
  const senses = arrows(LOOP).map(({ mark, sense }) => `${mark} ${sense}`);
  expect(senses.filter((each) => each.startsWith("3"))).toEqual(["3 both"]);
  expect(senses.filter((each) => each.startsWith("4"))).toEqual([]);
});

test.each([
  [0, "first"],
  [4, "second"],
] as const)("a collapse with the closing mark on %i is shown alone", (square, sense) => {
  const seen = new Set(arrows(LOOP, square).map((each) => each.sense));
  expect([...seen].sort()).toEqual(["both", sense].sort());
});

test("no loop, no arrows", () => {
  expect(arrows(LOOP.slice(0, 4))).toEqual([]);
});

test("the shorter of two marks in one square still has a shaft, on any board", () => {
  const pair: readonly Place[] = [
    [0, 1],
    [0, 1],
  ];
  for (const words of ["goff", "krist rows=8 cols=8"]) {
    const paths = arrows(pair, null, words).map(({ shaft, head }) => shaft + head);
    expect(new Set(paths).size).toBe(4);
    expect(paths.filter((path) => path.includes("NaN"))).toEqual([]);
  }
});

test("suggested placements are arrows from dots beside the marks of a square", () => {
  const rules = parseRules("goff");
  const scene = sceneOf(contentOf(rules, kernel.survey(rules, [[0, 1]])));
  const pairs: Place[] = [
    [0, 4],
    [1, 8],
  ];
  const starts = suggestionArrows(pairs, scene).map((arrow) => ends(arrow)[0]!);
  for (const [i, [x, y]] of starts.entries()) {
    const corner = scene.layout.corner(pairs[i]![0]!);
    expect([x! > corner.x, x! < corner.x + TILE]).toEqual([true, true]);
    expect([y! > corner.y, y! < corner.y + TILE]).toEqual([true, true]);
    const gaps = scene.smallMarks.map(
      ({ at, radius }) => Math.hypot(at.x - x!, at.y - y!) - radius,
    );
    expect(Math.min(...gaps)).toBeGreaterThan(0);
  }
});

test("a placement is an arrow from square to square", () => {
  const layout = new Layout({ rows: 3, cols: 3 });
  const shown = placementArrow([0, 8], layout);
  const [start] = ends(shown);
  const { x, y } = layout.centre(0);
  expect(start).toEqual([x, y]);
  expect(shown.head.endsWith(`L${layout.centre(8).x} ${layout.centre(8).y}Z`)).toBe(true);
});
