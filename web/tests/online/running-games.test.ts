import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { type PlayedGame, Service, isLive, runningGames } from "../../src/online/service";
import { Api } from "./api";
import { TERMS } from "./server";

beforeEach(() => vi.stubGlobal("navigator", {}));
afterEach(() => vi.unstubAllGlobals());

const listed = (game: string, clock: string, turn: PlayedGame["turn"]): PlayedGame => ({
  ...{ game, clock, rules: "goff", rated: false, x: TERMS.x, o: TERMS.o },
  ...{
    created: 0,
    version: 1,
    at: 0,
    result: null,
    termination: null,
    private: false,
    seat: "X",
    turn,
  },
});

async function running(...games: readonly PlayedGame[]) {
  const api = new Api({ "GET games": [200, { games, next: null }] });
  return runningGames(new Service(api.fetch));
}

test("games with the player to move come first", async () => {
  const found = await running(listed("theirs", "300+3", "O"), listed("ours", "3d", "X"));
  expect(found.map(({ game, isOurs }) => [game, isOurs])).toEqual([
    ["ours", true],
    ["theirs", false],
  ]);
  expect(found.map(isLive)).toEqual([false, true]);
});

test("the icon counts correspondence games that await the player", async () => {
  const setAppBadge = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { setAppBadge });
  await running(listed("a", "3d", "X"), listed("b", "none", "X"), listed("c", "300+3", "X"));
  await running(listed("a", "3d", "O"), listed("b", "3d", null));
  expect(setAppBadge.mock.calls).toEqual([[2], [0]]);
});
