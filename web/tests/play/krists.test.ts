import { expect, test } from "vitest";

import type { Line, Player } from "../../src/kernel/types";
import { kristCounts, kristTally, kristText } from "../../src/play/result";
import { el, en } from "../messages";

/** Krists by player and length: `X443 O42`. */
function krists(text: string): Line[] {
  return text.split(" ").flatMap((word) =>
    [...word.slice(1)].map((length) => ({
      player: word[0] as Player,
      squares: Array.from({ length: Number(length) }, (_, square) => square),
      time: 9,
    })),
  );
}

test("krists are counted by length, the longest first", () => {
  expect(kristCounts(krists("X243 O4422"))).toEqual([
    { length: 4, X: 1, O: 2 },
    { length: 3, X: 1, O: 0 },
    { length: 2, X: 1, O: 2 },
  ]);
});

test.each([
  ["X4443 O44", "3 rows of 4 squares against 2"],
  ["X432 O4332", "1 row of 4 squares each, 2 rows of 3 squares against 1"],
  ["X33 O333", "3 rows of 3 squares against 2"],
  ["X42 O42", "1 row of 4 squares each, 1 row of 2 squares each"],
  ["X5 O4", "1 row of 5 squares against none"],
])("%s", (text, expected) => {
  expect(kristText(en, krists(text))).toBe(expected);
});

test("no krists", () => {
  expect(kristText(en, [])).toBe("no row");
  expect(kristTally(en, krists("X2"), "O")).toBe("no row yet");
});

test("the tally of one player, also during the game", () => {
  expect(kristTally(en, krists("X4332 O55"), "X")).toBe("1 row of 4, 2 rows of 3, 1 row of 2");
  expect(kristTally(el, krists("X4332 O55"), "O")).toBe("2 σειρές των 5");
});
