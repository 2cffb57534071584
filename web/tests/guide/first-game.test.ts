import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { memory } from "../settings/memory";
import { startedKernel } from "../kernel/ports";

const kernel = await startedKernel();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("localStorage", memory());
});
afterEach(() => vi.unstubAllGlobals());

async function begun() {
  const { FirstGame } = await import("../../src/guide/first-game.svelte");
  return FirstGame.begin(kernel);
}

test.each([0, 1])("outcome %i of the first loop leads to a line of X", async (outcome) => {
  const game = await begun();
  const steps: string[] = [];
  while (game.step !== "done") {
    if (!game.isReply) steps.push(game.step);
    const move = game.moves[game.step === "choose" ? outcome : 0];
    await (game.isReply || !move ? game.reply() : game.play(move));
  }
  expect(steps).toEqual(["place", "share", "choose", "aim", "close"]);
  expect(game.position.outcome?.points).toEqual({ X: 1, O: 0 });
  const { isTutorialDone } = await import("../../src/guide/tutorial-progress");
  expect(isTutorialDone()).toBe(true);
});

test("the first game continues where it was left", async () => {
  const game = await begun();
  await game.play(game.moves[0]!);
  const { places } = game.position;
  expect((await begun()).position.places).toEqual(places);
});

test("a first game that cannot be read begins anew", async () => {
  localStorage.setItem("qttt.tutorial", '{"moves":[{"kind":"collapse","square":3}]}');
  expect((await begun()).step).toBe("place");
});
