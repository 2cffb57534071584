import { describe, expect, test } from "vitest";

import { IllegalMoveError, KernelError } from "../../src/kernel/errors";
import { parseRules } from "../../src/kernel/rules";
import type { PartialResult } from "../../src/kernel/protocol";
import type { Estimate, Move, Place } from "../../src/kernel/types";
import { parseMove } from "../../src/notation/moves-reader";
import { TABLE, WASM, bytesOf, kernel, startedKernel } from "./ports";

const goff = parseRules("goff");
const large = parseRules("krist rows=8 cols=8");
const LOOP: readonly Place[] = [
  [0, 1],
  [1, 4],
  [4, 8],
  [0, 4],
];
/** One collapse gives both players a line and ends the game, the other wins for X later. */
const WON: readonly Place[] = [
  [1, 1],
  [0, 0],
  [4, 4],
  [3, 3],
  [6, 7],
  [6, 7],
];

function move(text: string): Move {
  return parseMove(goff, text) as Move;
}

describe("positions", () => {
  test("the empty board has 36 placements", async () => {
    const survey = await (await startedKernel()).survey({ rules: goff, places: [] });
    expect(survey.moves).toHaveLength(36);
    expect(survey).toMatchObject({ places: [], collapses: [], outcome: null });
  });

  test("a pending loop comes with both collapses", async () => {
    const survey = await (await startedKernel()).survey({ rules: goff, places: LOOP });
    expect(survey.collapses).toEqual([
      {
        square: 0,
        places: [
          [1, 1],
          [4, 4],
          [8, 8],
          [0, 0],
        ],
      },
      {
        square: 4,
        places: [
          [0, 0],
          [1, 1],
          [8, 8],
          [4, 4],
        ],
      },
    ]);
  });

  test("a game is replayed with all its positions", async () => {
    const moves = ["12", "12", "@1"].map(move);
    const positions = await (await startedKernel()).replay(goff, moves);
    expect(positions.map(({ places }) => places.length)).toEqual([0, 1, 2, 2]);
  });

  test.each([
    ["12", LOOP, "loop-pending"],
    ["@2", LOOP, "not-on-loop"],
    ["@1", [], "no-loop"],
    ["55", [], "one-square"],
    [
      "13",
      [
        [1, 1],
        [0, 0],
      ],
      "not-open",
    ],
  ] as const)("%s is refused", async (text, places, reason) => {
    const asked = (await startedKernel()).play({ rules: goff, places }, move(text));
    await expect(asked).rejects.toEqual(new IllegalMoveError(reason));
  });

  test("a position that no game reaches", async () => {
    const asked = (await startedKernel()).survey({ rules: goff, places: [[0, 0]] });
    await expect(asked).rejects.toMatchObject({ name: "KernelError", reason: "position" });
  });

  test("rules that contradict themselves", async () => {
    const rules = { ...goff, rows: 4 };
    const asked = (await startedKernel()).survey({ rules, places: [] });
    await expect(asked).rejects.toMatchObject({ name: "KernelError", reason: "rules" });
  });
});

describe("solving", () => {
  test.each([
    ["goff", 0.5],
    ["closer", 1],
    ["complete", 0],
    ["classic3", 0],
    ["classic4", 0],
  ])("%s", async (words, value) => {
    const analysis = await (
      await startedKernel()
    ).solve({ rules: parseRules(words), places: [] }, "values");
    expect(analysis.value).toBe(value);
    expect(analysis.moves.every(({ exact }) => exact)).toBe(true);
  });

  test("plies are counted when they are asked for", async () => {
    const analysis = await (await startedKernel()).solve({ rules: goff, places: WON }, "distances");
    expect(analysis.moves.map(({ value, plies }) => [value, plies])).toEqual([
      [0.5, 1],
      [1, 5],
    ]);
  });

  test("a board that nobody has solved", async () => {
    const asked = (await startedKernel()).solve({ rules: large, places: [] }, "values");
    await expect(asked).rejects.toMatchObject({ reason: "too-large" });
  });
});

describe("long questions", () => {
  test("a search ends in time and names a legal move", async () => {
    const asked = (await startedKernel()).search({ rules: large, places: [] }, 0.05, 1n);
    const { move, candidates, simulations } = await asked;
    expect(candidates.map((candidate) => candidate.move)).toContainEqual(move);
    expect(simulations).toBeGreaterThan(0);
  });

  test("short questions are answered meanwhile", async () => {
    const asked = await startedKernel();
    const order: string[] = [];
    const long = asked.search({ rules: large, places: [] }, 0.1, 1n).then(() => order.push("long"));
    await asked.survey({ rules: goff, places: [] }).then(() => order.push("short"));
    await long;
    expect(order).toEqual(["short", "long"]);
  });

  test("a withdrawn search stops, and the next one begins at once", async () => {
    const asked = await startedKernel();
    const controller = new AbortController();
    const endless = asked.search({ rules: large, places: [] }, 3600, 1n, {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 20);
    await expect(endless).rejects.toMatchObject({ name: "AbortError" });
    await expect(asked.solve({ rules: goff, places: LOOP }, "values")).resolves.toBeTruthy();
  });

  test("a search ends with its simulations", async () => {
    const asked = await startedKernel();
    const limit = { simulations: 100 };
    const found = await asked.search({ rules: large, places: [] }, Infinity, 1n, limit);
    expect(found.simulations).toBe(100);
  });

  test("nobody has a move to play where a coin decides", async () => {
    const asked = await startedKernel();
    const coin = {
      rules: parseRules("qubic4"),
      places: [
        [0, 1],
        [0, 1],
      ] as const,
    };
    const found = await asked.search(coin, Infinity, 1n, { simulations: 100 });
    expect(found).toMatchObject({ move: null, line: [] });
    expect(found.candidates).toHaveLength(2);
  });

  test.each([0, 30])("a search that is enough after %d ms is answered", async (wait) => {
    const asked = await startedKernel();
    const controller = new AbortController();
    const enough = (): void => controller.abort();
    if (wait > 0) setTimeout(enough, wait);
    else enough();
    const options = { enough: controller.signal };
    const found = await asked.search({ rules: large, places: [] }, Infinity, 1n, options);
    expect(found.move).not.toBeNull();
  });

  test("a search tells what it thinks meanwhile", async () => {
    const asked = await startedKernel();
    const partials: PartialResult[] = [];
    const enough = new AbortController();
    const progress = (each: PartialResult): void => {
      if (partials.push(each) === 2) enough.abort();
    };
    const { simulations } = await asked.search({ rules: large, places: [] }, Infinity, 1n, {
      ...{ progress, enough: enough.signal },
    });
    expect((partials[0] as Estimate).simulations).toBeLessThan(simulations);
  });

  test("a withdrawn solve tells how far it was", async () => {
    const asked = await startedKernel();
    const controller = new AbortController();
    const rules = parseRules("no-pair-loops");
    const solved = asked.solve({ rules, places: [] }, "values", {
      signal: controller.signal,
      progress: () => controller.abort(),
    });
    await expect(solved).rejects.toMatchObject({ name: "AbortError" });
  });

  test("a question that was withdrawn before it was asked", async () => {
    const asked = await startedKernel();
    const solved = asked.solve({ rules: goff, places: [] }, "values", {
      signal: AbortSignal.abort(),
    });
    await expect(solved).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("what can be missing", () => {
  test("the kernel", async () => {
    const asked = kernel({ [WASM]: null });
    await expect(asked.start(WASM, TABLE)).rejects.toMatchObject({ reason: "missing" });
    await expect(asked.survey({ rules: goff, places: [] })).rejects.toMatchObject({
      reason: "missing",
    });
  });

  test("a kernel that is none", async () => {
    const asked = kernel({ [WASM]: Uint8Array.of(1, 2, 3) });
    await expect(asked.start(WASM, TABLE)).rejects.toMatchObject({ reason: "broken" });
  });

  test.each([
    ["missing", null],
    ["table", bytesOf(TABLE).slice(0, 5000)],
    ["table", bytesOf(WASM)],
    ["table", bytesOf(TABLE).with(3664, bytesOf(TABLE)[3664]! ^ 1)], // the digest
    ["table", bytesOf(TABLE).with(20_000, bytesOf(TABLE)[20_000]! ^ 1)], // a cell
    ["table", bytesOf(TABLE).with(90, bytesOf(TABLE)[90]! ^ 1)], // a score
  ])("the table: %s, and the solver goes on without it", async (reason, table) => {
    const asked = kernel({ [TABLE]: table });
    await expect(asked.start(WASM, TABLE)).resolves.toEqual({ table: reason });
    const analysis = await asked.solve({ rules: goff, places: [[0, 1]] }, "values");
    expect(analysis.value).toBe(0);
  });

  test("with its table the empty board needs no search", async () => {
    const analysis = await (await startedKernel()).solve({ rules: goff, places: [] }, "distances");
    expect(analysis.nodes).toBeLessThan(1000);
  });

  test("a worker that has died answers nobody, then or later", async () => {
    const asked = await startedKernel();
    const waiting = asked.search({ rules: large, places: [] }, 3600, 1n);
    asked.fail(new KernelError("crashed", "out of memory"));
    await expect(waiting).rejects.toMatchObject({ reason: "crashed" });
    await expect(asked.survey({ rules: goff, places: [] })).rejects.toMatchObject({
      reason: "crashed",
    });
  });
});
