import { expect, test } from "vitest";

import { deciderIn } from "../../src/online/apply-entry";
import { isLive, runningGames } from "../../src/online/running-games";
import { type ListedGame, Service, type GameWithLog } from "../../src/online/service";
import type { Entry } from "../../src/online/wire";
import { startedKernel } from "../kernel/ports";
import { Api } from "./api";
import { TERMS } from "./server";

const kernel = await startedKernel();

function log(...entries: readonly [Entry["k"], Entry["s"], string?][]): Entry[] {
  return entries.map(([k, s, b = ""], i) => ({ v: i + 1, k, s, b, at: 0, spent: 0, id: "" }));
}

const whole = (game: string, seat: GameWithLog["seat"], entries: Entry[]): GameWithLog => ({
  game,
  terms: TERMS,
  seat,
  entries,
});

test.each([
  ["X begins", log(), "X"],
  ["then it is O's turn", log(["move", "X", "12"]), "O"],
  ["who did not close the loop chooses", log(["move", "X", "12"], ["move", "O", "12"]), "X"],
  [
    "a takeback gives the decision back",
    log(["move", "X", "12"], ["offer-takeback", "X"], ["accept-takeback", "O"]),
    "X",
  ],
  ["there is no decider after a resignation", log(["move", "X", "12"], ["resign", "X"]), null],
] as const)("%s", async (_, entries, decider) => {
  expect(await deciderIn(kernel, whole("g", "X", [...entries]))).toBe(decider);
});

test("games with the player to move come first", async () => {
  const listed = (game: string, clock: string): ListedGame => ({
    ...{ game, clock, rules: "goff", rated: false, x: TERMS.x, o: TERMS.o },
    ...{ created: 0, version: 1, at: 0, result: null },
  });
  const api = new Api({
    "GET games": [200, { games: [listed("theirs", "300+3"), listed("ours", "3d")], next: null }],
    "GET games/theirs": [200, whole("theirs", "X", log(["move", "X", "12"]))],
    "GET games/ours": [200, whole("ours", "O", log(["move", "X", "12"]))],
  });
  const found = await runningGames(kernel, new Service(api.fetch));
  expect(found.map(({ game, isOurs }) => [game, isOurs])).toEqual([
    ["ours", true],
    ["theirs", false],
  ]);
  expect(found.map(isLive)).toEqual([false, true]);
});
