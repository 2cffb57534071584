import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Move, Place, Player } from "../../src/kernel/types";
import { soundOf } from "../../src/play/result";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const WON: readonly Place[] = [
  [0, 0],
  [3, 3],
  [1, 1],
  [4, 4],
  [2, 2],
];
const DRAWN: readonly Place[] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [4, 4],
  [3, 3],
  [5, 5],
  [7, 7],
  [6, 6],
  [8, 8],
];
const PLACED: Move = { kind: "placement", squares: [0, 1] };
const COLLAPSED: Move = { kind: "collapse", square: 0 };

test.each<[string, string, Move, readonly Place[], readonly Player[]]>([
  ["place", "goff", PLACED, [[0, 1]], ["X"]],
  [
    "loop",
    "goff",
    PLACED,
    [
      [0, 1],
      [0, 1],
    ],
    ["X"],
  ],
  [
    "collapse",
    "goff",
    COLLAPSED,
    [
      [1, 1],
      [0, 0],
    ],
    ["X"],
  ],
  ["win", "classic3", PLACED, WON, ["X"]],
  ["win", "classic3", PLACED, WON, ["X", "O"]],
  ["loss", "classic3", PLACED, WON, ["O"]],
  ["win", "classic3", PLACED, WON, []],
  ["draw", "classic3", PLACED, DRAWN, ["O"]],
])("%s under %s", (sound, words, move, places, people) => {
  const after = kernel.survey(parseRules(words), places);
  expect(soundOf({ move, after }, people)).toBe(sound);
});
