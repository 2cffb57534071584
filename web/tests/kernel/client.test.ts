import { describe, expect, test, vi } from "vitest";

import { MAX_SIMULATIONS } from "../../src/generated/api";
import { IllegalMoveError, KernelError } from "../../src/kernel/errors";
import { parseRules } from "../../src/kernel/rules";
import type { PartialResult } from "../../src/kernel/protocol";
import { fetchBytes } from "../../src/kernel/wasm-kernel";
import type { Estimate, Move, Place } from "../../src/kernel/types";
import { WasmSolver } from "../../src/kernel/wasm-solver";
import { parseMove } from "../../src/notation/moves-reader";
import { FILES, TABLE, WASM, bytesOf, kernel, startedKernel } from "./ports";

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
        lines: [],
        places: [
          [1, 1],
          [4, 4],
          [8, 8],
          [0, 0],
        ],
      },
      {
        square: 4,
        lines: [],
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
  ] as const)("%s is rejected", async (text, places, reason) => {
    const request = (await startedKernel()).play({ rules: goff, places }, move(text));
    await expect(request).rejects.toEqual(new IllegalMoveError(reason));
  });

  test("an unreachable position", async () => {
    const request = (await startedKernel()).survey({ rules: goff, places: [[0, 0]] });
    await expect(request).rejects.toMatchObject({ name: "KernelError", reason: "position" });
  });

  test("contradictory rules", async () => {
    const rules = { ...goff, rows: 4 };
    const request = (await startedKernel()).survey({ rules, places: [] });
    await expect(request).rejects.toMatchObject({ name: "KernelError", reason: "rules" });
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

  test("plies are counted on request", async () => {
    const analysis = await (await startedKernel()).solve({ rules: goff, places: WON }, "distances");
    expect(analysis.moves.map(({ value, plies }) => [value, plies])).toEqual([
      [0.5, 1],
      [1, 5],
    ]);
  });

  test("an unsolved board", async () => {
    const request = (await startedKernel()).solve({ rules: large, places: [] }, "values");
    await expect(request).rejects.toMatchObject({ reason: "too-large" });
  });
});

describe("long requests", () => {
  test("a search ends in time and names a legal move", async () => {
    const request = (await startedKernel()).search({ rules: large, places: [] }, 0.05, 1n);
    const { move: found, candidates, simulations } = await request;
    expect(candidates.map((candidate) => candidate.move)).toContainEqual(found);
    expect(simulations).toBeGreaterThan(0);
  });

  test("short requests are answered during a search", async () => {
    const client = await startedKernel();
    const done: string[] = [];
    const long = client.search({ rules: large, places: [] }, 0.1, 1n).then(() => done.push("long"));
    await client.survey({ rules: goff, places: [] }).then(() => done.push("short"));
    await long;
    expect(done).toEqual(["short", "long"]);
  });

  test("a cancelled search stops, and the next one starts at once", async () => {
    const client = await startedKernel();
    const controller = new AbortController();
    const endless = client.search({ rules: large, places: [] }, 3600, 1n, {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 20);
    await expect(endless).rejects.toMatchObject({ name: "AbortError" });
    await expect(client.solve({ rules: goff, places: LOOP }, "values")).resolves.toBeTruthy();
  });

  test("a search stops at its limit of simulations", async () => {
    const client = await startedKernel();
    const limit = { simulations: 100 };
    const found = await client.search({ rules: large, places: [] }, Infinity, 1n, limit);
    expect(found.simulations).toBe(100);
  });

  test("a search ends at the most simulations that the kernel counts", async () => {
    const search = vi.spyOn(WasmSolver.prototype, "search").mockReturnValue(true);
    await (await startedKernel()).search({ rules: large, places: [] }, Infinity, 1n);
    expect(search).toHaveBeenLastCalledWith(MAX_SIMULATIONS, expect.anything());
    search.mockRestore();
  });

  test("a search returns no move if a coin decides", async () => {
    const client = await startedKernel();
    const coin = {
      rules: parseRules("qubic4"),
      places: [
        [0, 1],
        [0, 1],
      ] as const,
    };
    const found = await client.search(coin, Infinity, 1n, { simulations: 100 });
    expect(found).toMatchObject({ move: null, line: [] });
    expect(found.candidates).toHaveLength(2);
  });

  test.each([0, 30])("a search that is stopped after %d ms returns a result", async (wait) => {
    const client = await startedKernel();
    const controller = new AbortController();
    const enough = (): void => controller.abort();
    if (wait > 0) setTimeout(enough, wait);
    else enough();
    const options = { enough: controller.signal };
    const found = await client.search({ rules: large, places: [] }, Infinity, 1n, options);
    expect(found.move).not.toBeNull();
  });

  test("a search reports partial results", async () => {
    const client = await startedKernel();
    const partials: PartialResult[] = [];
    const enough = new AbortController();
    const progress = (each: PartialResult): void => {
      if (partials.push(each) === 2) enough.abort();
    };
    const { simulations } = await client.search({ rules: large, places: [] }, Infinity, 1n, {
      ...{ progress, enough: enough.signal },
    });
    expect((partials[0] as Estimate).simulations).toBeLessThan(simulations);
  });

  test("a solver reports progress and can be cancelled", async () => {
    const client = await startedKernel();
    const controller = new AbortController();
    const rules = parseRules("no-pair-loops");
    const solved = client.solve({ rules, places: [] }, "values", {
      signal: controller.signal,
      progress: () => controller.abort(),
    });
    await expect(solved).rejects.toMatchObject({ name: "AbortError" });
  });

  test("a request that was cancelled before it was sent", async () => {
    const client = await startedKernel();
    const solved = client.solve({ rules: goff, places: [] }, "values", {
      signal: AbortSignal.abort(),
    });
    await expect(solved).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("missing files", () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError("cut off")) });
  test.each([
    ["no network", async () => Promise.reject(new TypeError("no network"))],
    ["404", async () => new Response("", { status: 404 })],
    ["cut off", async () => new Response(broken)],
  ])("%s is a missing file", async (reason, answer) => {
    vi.stubGlobal("fetch", answer);
    await expect(fetchBytes("a.qte")).rejects.toMatchObject({
      reason: "missing",
      message: expect.stringMatching(`a.qte cannot be loaded: .*${reason}`) as string,
    });
    vi.unstubAllGlobals();
  });

  test("the kernel", async () => {
    const client = kernel({ [WASM]: null });
    await expect(client.start(FILES)).rejects.toMatchObject({ reason: "missing" });
    await expect(client.survey({ rules: goff, places: [] })).rejects.toMatchObject({
      reason: "missing",
    });
  });

  test("an invalid kernel", async () => {
    const client = kernel({ [WASM]: Uint8Array.of(1, 2, 3) });
    await expect(client.start(FILES)).rejects.toMatchObject({ reason: "broken" });
  });

  test.each([
    ["missing", null],
    ["table", bytesOf(TABLE).slice(0, 5000)],
    ["table", bytesOf(WASM)],
    ["table", bytesOf(TABLE).with(4176, bytesOf(TABLE)[4176]! ^ 1)], // the digest
    ["table", bytesOf(TABLE).with(20_000, bytesOf(TABLE)[20_000]! ^ 1)], // a cell
    ["table", bytesOf(TABLE).with(90, bytesOf(TABLE)[90]! ^ 1)], // a score
  ])("the table: %s, and the solver works without it", async (reason, table) => {
    const client = kernel({ [TABLE]: table });
    await expect(client.start(FILES)).resolves.toEqual({ table: reason });
    const analysis = await client.solve({ rules: goff, places: [[0, 1]] }, "values");
    expect(analysis.value).toBe(0);
  });

  test("with the table, the empty board needs no search", async () => {
    const analysis = await (await startedKernel()).solve({ rules: goff, places: [] }, "distances");
    expect(analysis.nodes).toBeLessThan(1000);
  });

  test("a crashed worker fails pending and later requests", async () => {
    const client = await startedKernel();
    const waiting = client.search({ rules: large, places: [] }, 3600, 1n);
    client.fail(new KernelError("crashed", "out of memory"));
    await expect(waiting).rejects.toMatchObject({ reason: "crashed" });
    await expect(client.survey({ rules: goff, places: [] })).rejects.toMatchObject({
      reason: "crashed",
    });
  });
});
