// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import { parseRules } from "../../../src/kernel/rules";
import type { Player } from "../../../src/kernel/types";
import { singlePlayer } from "../../../src/play/setup";
import type { MatchView } from "../../../src/play/view";
import Seats from "../../../src/screens/game/Seats.svelte";
import "../context";

test.each([
  ["during the next game", "X", ["1", "½"]],
  ["not beside the result", null, []],
] as const)("the points of a series are shown %s", (_, decider, points) => {
  const match = {
    ...{ decider: decider as Player | null, rules: parseRules("goff"), people: ["O"] },
    ...{ standing: { X: 1, O: 0.5, games: 1 }, setup: singlePlayer("goff", "O", "easy") },
  } as unknown as MatchView;
  const shown = mount(Seats, { target: document.body, props: { match } });
  flushSync();
  const found = [...document.querySelectorAll(".points")].map(({ textContent }) => textContent);
  expect(found).toEqual(points);
  void unmount(shown);
});
