/** The heading of a picture to share. */

import { expect, test } from "vitest";

import { gameCard } from "../../src/screens/share/card-source";
import { startedKernel } from "../kernel/ports";
import { en as m } from "../messages";
import { useApp } from "./context";

useApp({ kernel: await startedKernel() });

test.each([
  ["X", false, "I beat Easy!"],
  ["X", true, "X wins!"],
  ["O", false, "Easy beat me"],
  ["O", true, "Easy beat me"],
  [null, true, "A draw with Easy"],
  [undefined, false, m.app.title],
] as const)("%s won, with help %s: %s", async (winner, isHelped, heading) => {
  const names = { X: "You", O: "Easy" };
  const game = { line: "human.easy/goff/12 23", names, winner, me: "X" as const, isHelped };
  expect((await gameCard(game)).heading).toBe(heading);
});
