/** The position of a game to share. */

import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Move } from "../../src/kernel/types";
import { criticalPly } from "../../src/play/result";
import { replayed } from "../../src/play/line";
import { parseMove } from "../../src/notation/moves-reader";
import { startedKernel } from "../kernel/ports";

const kernel = await startedKernel();
const GOFF = parseRules("goff");

test("the loop that the winner collapsed is shown, otherwise the end", async () => {
  const moves = "14 34 45 49 59 @9".split(" ").map((word) => parseMove(GOFF, word) as Move);
  const positions = await kernel.replay(GOFF, moves);
  const plies = replayed(
    moves,
    positions,
    moves.map(() => null),
  );
  const chooser = plies.at(-1)?.by === "X" ? "X" : "O";
  expect(criticalPly(plies, chooser)).toBe(plies.length - 1);
  expect(criticalPly(plies, chooser === "X" ? "O" : "X")).toBe(plies.length);
  expect(criticalPly(plies, null)).toBe(plies.length);
  expect(criticalPly(plies.slice(0, -1), "X")).toBe(plies.length - 1);
  expect(criticalPly([], "X")).toBe(0);
});
