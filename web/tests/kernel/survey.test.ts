/** Invariants of surveys and ensembles, on every position of the golden games. */

import { describe, expect, test } from "vitest";

import { type Ensemble, type Place, type Survey, quantumMarks } from "../../src/kernel/types";
import { type Rules, parseRules, rowsOf } from "../../src/kernel/rules";
import { parseMove } from "../../src/notation/moves-reader";
import { sample } from "../nightly";
import { golden, wasmKernel, startedKernel } from "./ports";

const kernel = await wasmKernel();
const ALL = 5000;
const CHAIN: readonly Place[] = [
  [0, 1],
  [1, 4],
];

function* positions(): Generator<readonly [Rules, Survey]> {
  for (const [words = "", moves = ""] of sample(rowsOf(golden("games")), 3)) {
    const rules = parseRules(words);
    let survey = kernel.survey(rules, []);
    yield [rules, survey];
    for (const text of moves.split(" ")) {
      const move = parseMove(rules, text);
      if (!move) throw new Error(`${text} is not a move`);
      survey = kernel.survey(rules, kernel.play(rules, survey.places, move));
      yield [rules, survey];
    }
  }
}

/** Share of worlds in which a mark is on a square. */
function frequency({ worlds }: Ensemble, mark: number, square: number): number {
  return worlds.filter((world) => world[mark - 1] === square).length / worlds.length;
}

describe("on every position of the golden games", () => {
  test("there is a decider until there is an outcome", () => {
    for (const [, { decider, moves, outcome }] of positions()) {
      expect([decider === null, moves.length === 0]).toEqual([outcome !== null, outcome !== null]);
    }
  });

  test("marks in one square share an entanglement, named by its first mark", () => {
    for (const [, { places, entanglements }] of positions()) {
      expect([...entanglements.keys()]).toEqual(quantumMarks(places));
      for (const [mark, first] of entanglements) {
        expect(entanglements.get(first)).toBe(first);
        const touching = [...entanglements.keys()].filter((other) =>
          places[other - 1]?.some((square) => places[mark - 1]?.includes(square)),
        );
        for (const other of touching) expect(entanglements.get(other)).toBe(first);
      }
    }
  });

  test("a loop can be pointed at by each of its marks in both of its squares", () => {
    const pending = [...positions()].filter(([, { loop }]) => loop);
    expect(pending.length).toBeGreaterThan(20);
    for (const [, { places, collapses, loop }] of pending) {
      expect(collapses).toHaveLength(2);
      for (const mark of loop?.marks ?? []) {
        const squares = loop?.choices.flatMap((each) => (each.mark === mark ? each.square : []));
        expect(squares?.sort()).toEqual([...(places[mark - 1] ?? [])].sort());
      }
    }
  });

  test("each world has its marks in different squares; worlds are unique", () => {
    for (const [rules, { places }] of positions()) {
      const { count, worlds } = kernel.ensemble(rules, places, 0, ALL);
      expect(new Set(worlds.map(String)).size).toBe(count);
      for (const world of worlds) {
        expect(new Set(world).size).toBe(places.length);
        expect(world.every((square, i) => places[i]?.includes(square))).toBe(true);
      }
    }
  });

  test("the odds are the shares of the worlds", () => {
    for (const [rules, { places }] of positions()) {
      const ensemble = kernel.ensemble(rules, places, 0, ALL);
      ensemble.odds.forEach((row, i) => {
        for (const { square, numerator, denominator } of row) {
          expect(numerator / denominator).toBeCloseTo(frequency(ensemble, i + 1, square), 12);
        }
        expect(row.reduce((sum, { numerator }) => sum + numerator, 0)).toBe(row[0]?.denominator);
      });
    }
  });

  test("the worlds after the collapses are those of the loop", () => {
    for (const [rules, { places, collapses }] of positions()) {
      if (collapses.length === 0) continue;
      const before = kernel.ensemble(rules, places, 0, ALL).worlds.map(String);
      const after = collapses.flatMap((side) => kernel.ensemble(rules, side.places, 0, ALL).worlds);
      expect(after.map(String).sort()).toEqual(before.sort());
    }
  });
});

test("any slice of the worlds can be requested", () => {
  const rules = parseRules("krist rows=8 cols=8");
  const places: Place[] = Array.from({ length: 8 }, (_, i) => [3 * i, 3 * i + 1]);
  const whole = kernel.ensemble(rules, places, 0, ALL);
  expect([whole.count, whole.worlds.length]).toEqual([256, 256]);
  expect(kernel.ensemble(rules, places, 60, 100).worlds).toEqual(whole.worlds.slice(60, 160));
  expect(kernel.ensemble(rules, places, 250, 100).worlds).toEqual(whole.worlds.slice(250));
  expect(kernel.ensemble(rules, places, 256, 1).worlds).toEqual([]);
  expect(kernel.ensemble(rules, places, 0, 0).worlds).toEqual([]);
});

test.each([-1, 0.5, Infinity])("there is no reality number %d", (first) => {
  expect(() => kernel.ensemble(parseRules("goff"), CHAIN, first, 1)).toThrow(
    new RangeError(`there is no reality number ${first}: they are counted from 0`),
  );
});

test("krists are listed during the game", () => {
  const rules = parseRules("krist");
  const pair: Place[] = [
    [0, 0],
    [2, 2],
    [1, 1],
    [3, 3],
  ];
  const { lines, outcome } = kernel.survey(rules, pair);
  expect(outcome).toBeNull();
  expect(lines).toEqual([
    { player: "X", squares: [0, 1], time: 3 },
    { player: "O", squares: [2, 3], time: 4 },
  ]);
});

test("a survey and an ensemble are transferred completely", async () => {
  const client = await startedKernel();
  const rules = parseRules("goff");
  const survey = await client.survey({ rules, places: CHAIN });
  expect([...survey.entanglements]).toEqual([
    [1, 1],
    [2, 1],
  ]);
  await expect(client.ensemble({ rules, places: CHAIN }, 1, 2)).resolves.toEqual({
    count: 3,
    worlds: [
      [0, 4],
      [0, 1],
    ],
    odds: [
      [
        { square: 0, numerator: 2, denominator: 3 },
        { square: 1, numerator: 1, denominator: 3 },
      ],
      [
        { square: 1, numerator: 1, denominator: 3 },
        { square: 4, numerator: 2, denominator: 3 },
      ],
    ],
  });
});
