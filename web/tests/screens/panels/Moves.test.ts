// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import { parseRules } from "../../../src/kernel/rules";
import Moves from "../../../src/screens/panels/Moves.svelte";
import { lineOfMoves } from "../../analysis/games";
import { startedKernel } from "../../kernel/ports";
import "../context";

test("what is written with ~ and @ is said in words", async () => {
  const { plies } = await lineOfMoves(await startedKernel(), "goff", "12 12 @1");
  const match = { rules: parseRules("goff"), plies };
  const props = { match, onlook: () => undefined };
  const shown = mount(Moves, { target: document.body, props });
  flushSync();
  const keys = [...document.querySelectorAll("button")];
  expect(keys.map((key) => [key.textContent, key.getAttribute("aria-label")])).toEqual([
    ["1-2", "Look back: 1-2. X1 is in 1 and 2."],
    ["1-2~", "Look back: 1-2~. O2 is in 1 and 2 and closes a loop."],
    ["@1", "Look back: @1. X chose: O2 lands on 1."],
  ]);
  expect(keys.at(-1)?.title).toBe("X chose: O2 lands on 1.");
  void unmount(shown);
});
