import { expect, test } from "vitest";

import type { Move } from "../../src/kernel/types";
import { earlierPosition } from "../../src/play/view";
import { Match } from "../../src/play/match.svelte";
import { parseMove } from "../../src/notation/moves-reader";
import { startedKernel } from "../kernel/ports";

const match = await Match.start(await startedKernel(), {
  rules: "goff",
  seats: { X: "human", O: "human" },
});
for (const word of ["12", "12", "@1", "34"]) await match.play(parseMove(match.rules, word) as Move);

test("an earlier position has the marks of its time and the squares of its last move", () => {
  const loop = earlierPosition(match, 2);
  expect(loop?.position.loop?.closing).toBe(2);
  expect([...(loop?.pairs?.keys() ?? [])]).toEqual([1, 2]);
  expect([loop?.last, loop?.before?.places]).toEqual([[0, 1], [[0, 1]]]);
  const collapsed = earlierPosition(match, 3);
  expect(collapsed?.position.places).toEqual([
    [1, 1],
    [0, 0],
  ]);
  expect([...(collapsed?.last ?? [])].sort()).toEqual([0, 1]);
});

test("the position before the first move is the start", () => {
  expect(earlierPosition(match, 1)).toMatchObject({ before: null, last: [0, 1] });
});

test.each([null, 0, 4, 5])("%s shows the game", (at) => {
  expect(earlierPosition(match, at)).toBeNull();
});
