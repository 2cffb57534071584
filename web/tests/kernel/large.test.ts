/** The rules on boards of more than 64 squares. */

import { describe, expect, test } from "vitest";

import { KernelError } from "../../src/kernel/errors";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { formatPosition, squareName } from "../../src/notation/moves";
import { parseMove } from "../../src/notation/moves-reader";
import { FILES, LARGE_WASM, bytesOf, golden, kernel, largeKernel, startedKernel } from "./ports";

const LARGEST = parseRules("krist rows=16 cols=16");
const CHAIN: readonly Place[] = Array.from({ length: 255 }, (_, square) => [square, square + 1]);

test("golden data", async () => {
  const wasm = await largeKernel();
  for (const row of rowsOf(golden("large"))) {
    const [words = "", moves = "", ...described] = row;
    const rules = parseRules(words);
    const name = (square: number): string => squareName(rules, square);
    let places: readonly Place[] = [];
    for (const text of moves.split(" ")) {
      const move = parseMove(rules, text);
      if (!move) throw new Error(`${text} is not a move`);
      places = wasm.play(rules, places, move);
    }
    const { decider, loop, outcome, lines } = wasm.survey(rules, places);
    const { count, odds } = wasm.ensemble(rules, places, 0, 0);
    const first = odds.find((each) => each.length > 1) ?? [];
    const shares = first.map(
      (each) => `${name(each.square)}:${each.numerator}/${each.denominator}`,
    );
    const lineTexts = lines.map(({ player, time, squares }) => {
      return `${player}${time}:${squares.map(name).join()}`;
    });
    const [, , , , realities = "", , , , expectedLines = ""] = described;
    expect([
      ...[formatPosition(rules, places), decider ?? "-"],
      ...[loop?.marks.join() ?? "-", loop?.stems.join() || "-"],
      ...[count, shares.join() || "-", outcome?.termination ?? "-"],
      outcome ? `${outcome.points.X}-${outcome.points.O}` : "-",
      lineTexts.sort(),
    ]).toEqual([
      ...described.slice(0, 4),
      Math.min(Number(realities), 2 ** 64),
      ...described.slice(5, 8),
      expectedLines === "-" ? [] : expectedLines.split(";").sort(),
    ]);
  }
});

test("the last square, the last mark, and a loop through all of them", async () => {
  const wasm = await largeKernel();
  const pending = wasm.survey(LARGEST, [...CHAIN, [0, 255]]);
  expect(pending.moves).toEqual([
    { kind: "collapse", square: 0 },
    { kind: "collapse", square: 255 },
  ]);
  expect(pending.loop?.closing).toBe(256);
  expect(pending.collapses.map(({ places }) => places[255])).toEqual([
    [0, 0],
    [255, 255],
  ]);
  expect(wasm.ensemble(LARGEST, CHAIN, 255, 2).worlds).toEqual([CHAIN.map(([a]) => a)]);
});

test("more than 256 squares", async () => {
  const rules = parseRules("krist rows=26 cols=10");
  const client = await startedKernel();
  await expect(client.survey({ rules, places: [] })).rejects.toMatchObject({ reason: "rules" });
});

describe("in the app", () => {
  test("all placements are legal, in the order of squares", async () => {
    const { moves } = await (await startedKernel()).survey({ rules: LARGEST, places: [] });
    expect(moves).toHaveLength((256 * 255) / 2);
    expect([moves[0], moves[255], moves.at(-1)]).toEqual(
      [
        [0, 1],
        [1, 2],
        [254, 255],
      ].map((squares) => ({ kind: "placement", squares })),
    );
  });

  test("there is no search", async () => {
    const client = await startedKernel();
    const here = { rules: LARGEST, places: [] };
    const tooLarge = { reason: "too-large" };
    await expect(client.search(here, 1, 0n)).rejects.toMatchObject(tooLarge);
    await expect(client.solve(here, "values")).rejects.toMatchObject(tooLarge);
  });

  test("the rules are loaded with the first large board, again after an error", async () => {
    const files: Record<string, Uint8Array | null> = { [LARGE_WASM]: null };
    const client = kernel(files);
    await client.start(FILES);
    const here = { rules: LARGEST, places: [] };
    await expect(client.survey(here)).rejects.toBeInstanceOf(KernelError);
    files[LARGE_WASM] = bytesOf(LARGE_WASM);
    await expect(client.survey(here)).resolves.toMatchObject({ decider: "X" });
  });
});
