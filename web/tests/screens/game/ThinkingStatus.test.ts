// @vitest-environment happy-dom
/** What the computer thinks of a running game is shown only with the values. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Estimate } from "../../../src/kernel/types";
import type { Match } from "../../../src/play/match.svelte";
import ThinkingStatus from "../../../src/screens/game/ThinkingStatus.svelte";
import { type Choices, Settings } from "../../../src/settings/settings.svelte";
import { useApp } from "../context";

const PROGRESS: Estimate = {
  evaluator: "none",
  ...{ value: -1, proven: false, simulations: 1000, nodes: 412 },
  ...{ move: null, candidates: [], line: [] },
};
let shown: Record<string, unknown>;

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

function show(choices: Partial<Choices> = {}): void {
  const settings = new Settings();
  settings.change(choices);
  const match = { decider: "O", progress: PROGRESS, moveNow: vi.fn() } as unknown as Match;
  useApp({ settings, failed: vi.fn() });
  shown = mount(ThinkingStatus, { target: document.body, props: { match } });
}

function textWith(part: string): Promise<string> {
  return vi.waitFor(() => {
    flushSync();
    const text = document.body.textContent ?? "";
    if (!text.includes(part)) throw new Error(`${part} is not shown`);
    return text;
  });
}

test("by default there is only the key to move now", async () => {
  show();
  expect(await textWith("Move now")).not.toContain("O +1");
});

test("with the values it is shown", async () => {
  show({ insight: true, view: "analyse" });
  await textWith("O +1");
});
