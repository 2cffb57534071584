// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Move } from "../../src/kernel/types";
import Values from "../../src/screens/panels/Values.svelte";
import { startedKernel } from "../kernel/ports";
import { lineOfMoves } from "./games";
import { useApp } from "../screens/context";

const kernel = await startedKernel();
const shown: Record<string, unknown>[] = [];

afterEach(() => {
  for (const panel of shown.splice(0)) void unmount(panel);
  document.body.replaceChildren();
});

/** Mount the panel for a position and wait for its values. */
async function show(rules: string, moves: string, compact = false) {
  const { start, plies } = await lineOfMoves(kernel, rules, moves);
  const [onpreview, onplay] = [vi.fn(), vi.fn()];
  useApp({ kernel, settings: { choices: { language: "en" } }, failed: vi.fn() });
  const props = {
    rules: parseRules(rules),
    survey: plies.at(-1)?.after ?? start,
    compact,
    onpreview: onpreview as (moves: readonly Move[]) => void,
    onplay: onplay as (move: Move) => void,
  };
  shown.push(mount(Values, { target: document.body, props }));
  await vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toMatch(/to the end|got/);
  });
  onpreview.mockClear();
  return { onpreview, onplay };
}

function key(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(
    (button) => button.textContent?.trim() === text,
  );
  if (!found) throw new RangeError(`there is no key ${text}`);
  return found;
}

function tap(button: HTMLButtonElement): void {
  button.click();
  flushSync();
}

test("shows the value in words and as a number, and that it is proven", async () => {
  await show("goff", "12 23 13");
  const text = document.body.textContent;
  expect(text).toContain("O gets a point more than X if both play perfectly, proven.");
  expect(document.querySelector("output")?.textContent).toBe("−1");
});

test("the first tap shows a move on the board, the second plays it", async () => {
  const { onpreview, onplay } = await show("goff", "19 15");
  const move = { kind: "placement", squares: [0, 2] };
  tap(key("1-3"));
  expect(onpreview.mock.lastCall).toEqual([[move]]);
  expect(onplay).not.toHaveBeenCalled();
  tap(key("1-3"));
  expect(onplay.mock.calls).toEqual([[move]]);
});

test("tapping another move only previews it", async () => {
  const { onplay } = await show("goff", "19 15");
  tap(key("1-3"));
  tap(key("1-7"));
  expect(onplay).not.toHaveBeenCalled();
});

test("a collapse names the square where the closing mark lands", async () => {
  const { onpreview } = await show("goff", "12 23 13");
  const outcome = key("X3 lands on 1");
  expect(outcome.getAttribute("aria-label")).toMatch(/^Preview: X3 lands on 1: then X1 on /);
  tap(outcome);
  expect(onpreview.mock.lastCall).toEqual([[{ kind: "collapse", square: 0 }]]);
});

test("says that both outcomes of a loop are equally good", async () => {
  await show("goff", "13 13");
  expect(document.querySelector("h3")?.textContent).toContain("Both equally good");
});

test("the best line is shown ply by ply, and in the end not any more", async () => {
  const { onpreview } = await show("goff", "12 12");
  const on = [...document.querySelectorAll("button")].find((button) =>
    button.textContent.includes("Best line"),
  );
  if (!on) throw new RangeError("there is no key of the best line");
  tap(on);
  tap(on);
  const count = onpreview.mock.lastCall?.[0].length;
  expect(count).toBe(2);
  while (onpreview.mock.lastCall?.[0].length > 0) tap(on);
  tap(on);
  expect(onpreview.mock.lastCall?.[0]).toHaveLength(1);
});

test("the compact panel shortens long groups until they are opened", async () => {
  await show("goff", "19 15", true);
  expect(() => key("8-9")).toThrow(RangeError);
  tap(key("and 32 more"));
  expect(key("8-9")).toBeDefined();
});

test("the best line says which move it shows, and goes back with the left arrow", async () => {
  const { onpreview } = await show("goff", "12 12");
  const on = [...document.querySelectorAll("button")].find((button) =>
    button.textContent.includes("Best line"),
  );
  const said = () =>
    [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent).join("");
  on?.click();
  on?.click();
  flushSync();
  expect(said()).toMatch(/2 \/ \d+: \S/);
  on?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  flushSync();
  expect(said()).toMatch(/1 \/ \d+: \S/);
  expect(onpreview.mock.lastCall?.[0]).toHaveLength(1);
});
