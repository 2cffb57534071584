// @vitest-environment happy-dom
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Ply } from "../../../src/play/line";
import { GameView } from "../../../src/screens/game/game-view.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A view of a game whose last ply is of that kind, before and after its end. */
function viewOf(kind: "placement" | "collapse") {
  let isOver = $state(false);
  const plies = [{ move: { kind } }] as unknown as Ply[];
  const game = { position: {}, plies, pairs: new Map() } as never;
  let view!: GameView;
  const stop = $effect.root(() => {
    view = new GameView(game, () => isOver);
  });
  flushSync();
  return {
    ...{ view, stop },
    end(): void {
      isOver = true;
      flushSync();
    },
  };
}

test.each([
  ["collapse", true],
  ["placement", false],
] as const)("the winner is shown after a last %s has been seen", (kind, waits) => {
  const { view, stop, end } = viewOf(kind);
  expect(view.isLanding).toBe(false);
  end();
  expect([view.isLanding, view.showsResult]).toEqual([waits, false]);
  vi.runAllTimers();
  flushSync();
  expect([view.isLanding, view.showsResult]).toEqual([false, true]);
  stop();
});
