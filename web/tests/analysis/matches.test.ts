import { describe, expect, test } from "vitest";

import { matchOf, matchRecord } from "../../src/analysis/matches";
import { openText } from "../../src/analysis/open";
import { parseRules } from "../../src/kernel/rules";
import type { Saved } from "../../src/play/saved";
import { twoPlayers } from "../../src/play/setup";
import { startedKernel } from "../kernel/ports";

const kernel = await startedKernel();
const GOFF = parseRules("goff");
/** As written by `qttt`. */
const MEASURED =
  '{"source": "qx", "backend": "a \\"b\\" \\\\ ] } {", "bit": 1, "counts": {"10": 1}, "seed": 5}';
const NAMES = { X: "You", O: "Hard" };

function saved(rules: string, moves: string, changes: Partial<Saved> = {}): Saved {
  const words = moves.split(" ").filter(Boolean);
  return {
    version: 1,
    setup: { rules, seats: { X: "human", O: "hard" } },
    moves: words,
    tosses: words.map(() => null),
    at: words.length,
    standing: { X: 0, O: 0, games: 0 },
    ...changes,
  };
}

async function backAgain(match: Saved): Promise<Saved> {
  const record = await matchRecord(kernel, match, NAMES);
  return matchOf((await openText(kernel, record, GOFF)).game);
}

describe("a match is exported to a record and imported again", () => {
  test.each([
    saved("goff", ""),
    saved("goff", "12 12 @1 45"),
    saved("goff", "14 34 45 49 59 @9"),
    saved("goff", "12 12 @1 45", { at: 2 }),
    saved("krist rows=5 cols=5", "a1b2 a1e5"),
    saved("classic3", "5 1 9"),
    saved("qubic3", "12 12 @2 34", {
      tosses: [null, null, { bit: 1, source: "browser" }, null],
    }),
    saved("qubic3", "12 12 @2 34", {
      tosses: [null, null, { bit: 1, source: "device", device: 'a "b" \\ ] }' }, null],
    }),
    saved("qubic3", "12 12 @2 34", {
      tosses: [null, null, { bit: 1, source: "device", device: "QX", measurement: MEASURED }, null],
    }),
    saved("goff", "13 @1", { start: "12/23" }),
    saved("krist", "", { start: "a1/b1/c2d4" }),
  ])("$setup.rules: $moves", async (match) => {
    expect(await backAgain(match)).toEqual(match);
  });
});

test("the record equals one written by `qttt`", async () => {
  const match = saved("qubic3", "12 12 @2 34", {
    at: 3,
    tosses: [null, null, { bit: 1, source: "browser" }, null],
  });
  expect(await matchRecord(kernel, match, NAMES)).toBe(`[X "You"]
[O "Hard"]
[Rules "qubic3"]
[Result "*"]
[OKind "hard"]
[Current "3"]

1. 1-2 2. 1-2~ @2 {[%coin "browser"]} 3. 3-4 *
`);
});

test("moves alone keep the seats; unknown players become people", async () => {
  const { game } = await openText(kernel, "12 23", GOFF);
  expect(matchOf(game, { X: "easy", O: "human" }).setup.seats).toEqual({ X: "easy", O: "human" });
  const record = '[XKind "program"]\n[OKind "medium"]\n\n1. 1-2 *';
  const opened = await openText(kernel, record, GOFF);
  expect(matchOf(opened.game).setup.seats).toEqual({ X: "human", O: "medium" });
  const thesis = await openText(kernel, record.replace("medium", "thesis-hard"), GOFF);
  expect(matchOf(thesis.game).setup.seats.O).toBe("hard");
});

test("two people keep their names in a record", async () => {
  const names = { X: "Anna", O: "Ben" };
  const match = saved("goff", "12", { setup: { ...twoPlayers("goff"), names } });
  const record = await matchRecord(kernel, match, names);
  expect(record).toContain('[X "Anna"]');
  expect(matchOf((await openText(kernel, record, GOFF)).game)).toEqual(match);
});

test("the start position is written to the tag that `qttt` reads", async () => {
  const record = await matchRecord(kernel, saved("goff", "13 @1", { start: "12/23" }), NAMES);
  expect(record).toBe(`[X "You"]
[O "Hard"]
[Rules "goff"]
[Position "12/23"]
[Result "*"]
[OKind "hard"]

3. 1-3~ @1 *
`);
});

test.each([
  ["first X; X 1-0.5, O 0-1", { X: 2, O: 0.5, games: 2 }],
  ["first O; O 1.5-0", { X: 0, O: 1.5, games: 1 }],
  ["first X;", { X: 0, O: 0, games: 0 }],
])("the series %s counts", async (series, standing) => {
  const { game } = await openText(kernel, `[Series "${series}"]\n\n1. 1-2 *`, GOFF);
  expect(matchOf(game).standing).toEqual(standing);
});
