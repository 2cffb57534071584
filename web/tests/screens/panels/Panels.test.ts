// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { parseRules } from "../../../src/kernel/rules";
import type { Place } from "../../../src/kernel/types";
import Panels from "../../../src/screens/panels/Panels.svelte";
import { type Panel, Settings, panelsOf } from "../../../src/settings/settings.svelte";
import { startedKernel } from "../../kernel/ports";
import { useApp } from "../context";

const kernel = await startedKernel();
let shown: Record<string, unknown>;

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

interface PanelOptions {
  readonly words?: string;
  readonly offered?: readonly Panel[];
  readonly considered?: number | null;
}

const LEARN: readonly Panel[] = ["worlds", "odds", "circuit"];
const TREE: readonly Place[] = [
  [0, 1],
  [1, 4],
];
const LOOP: readonly Place[] = [...TREE, [0, 4]];

async function show(
  places: readonly Place[],
  { words = "goff", offered = LEARN, considered = null }: PanelOptions = {},
): Promise<void> {
  const rules = parseRules(words);
  const settings = new Settings();
  useApp({ kernel, settings, failed: vi.fn() });
  const survey = await kernel.survey({ rules, places });
  const before = places.length ? await kernel.survey({ rules, places: places.slice(0, -1) }) : null;
  const props = {
    rules,
    survey,
    before,
    considered,
    offered,
    onpreview: vi.fn(),
    onplay: null,
  };
  shown = mount(Panels, { target: document.body, props });
}

/** Wait for at least `count` elements that match a selector; worlds and contradictions are loaded. */
function found(selector: string, count = 1): Promise<Element[]> {
  return vi.waitFor(() => {
    flushSync();
    const elements = [...document.querySelectorAll(selector)];
    if (elements.length < count) throw new Error(`${elements.length} elements are ${selector}`);
    return elements;
  });
}

async function go(key: string): Promise<void> {
  const [tab] = await found('[role=tab][tabindex="0"]');
  tab?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
}

async function selected(): Promise<string | null | undefined> {
  const [tab] = await found('[aria-selected="true"]');
  return tab?.textContent?.trim();
}

test("arrows select the next tab, Home and End the first and last", async () => {
  await show(TREE);
  expect(await selected()).toBe("Worlds");
  const path: (string | null | undefined)[] = [];
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "End"]) {
    await go(key);
    path.push(await selected());
  }
  expect(path).toEqual(["Odds", "Worlds", "Circuit", "Worlds", "Circuit"]);
});

test("worlds list their marks; pointing at a mark fades the others", async () => {
  await show(TREE);
  const names = (await found("svg[role=img]", 4)).map((each) => each.getAttribute("aria-label"));
  expect(names).toEqual([
    "World: X1 in 2, O2 in 5",
    "World: X1 in 1, O2 in 5",
    "World: X1 in 1, O2 in 2",
    "World: X1 in 2, O2 in 2",
  ]);
  const [x1on2] = await found('[aria-label="Show only outcomes with X1 on 2"]');
  (x1on2 as HTMLElement).click();
  flushSync();
  expect((await found("svg.faint", 2)).length).toBe(2);
  expect((await found("output"))[0]?.textContent).toMatch(/X1 lands on 2:\s*1 of 3 worlds/);
});

test("a loop shows a group for each outcome, and contradictions", async () => {
  await show(LOOP);
  const titles = (await found("h3", 3)).map(({ textContent }) => textContent);
  expect(titles).toEqual([
    "X3 lands on 1: 1 world",
    "X3 lands on 5: 1 world",
    "4 contradictions: X3 shares a square",
  ]);
});

test("odds are fractions in a table whose rows have headings", async () => {
  await show(TREE, { offered: ["odds"] });
  await found("tbody td");
  const rows = (await found("tbody tr")).map((row) =>
    [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, " ").trim()).join(" | "),
  );
  expect(rows).toEqual([
    "X1 | 1 2/3 | 2 1/3",
    "O2 | 2 1/3 | 5 2/3",
    "1 | 2/3 | 0 | 1/3",
    "2 | 1/3 | 1/3 | 1/3",
    "5 | 0 | 2/3 | 1/3",
  ]);
  expect((await found("tbody th")).every((each) => each.getAttribute("scope") === "row")).toBe(
    true,
  );
});

test("odds are certain under a previewed collapse", async () => {
  await show(LOOP, { offered: ["odds"], considered: 4 });
  const cells = (await found("table:first-of-type td")).map(({ textContent }) =>
    textContent?.trim(),
  );
  expect(cells.every((text) => text?.endsWith(" 1"))).toBe(true);
});

test("a circuit is described, gate by gate", async () => {
  await show(LOOP, { offered: ["circuit"] });
  const gates = (await found("ol li")).map(({ textContent }) => textContent);
  expect(gates.slice(0, 3)).toEqual(["H on X3", "CNOT from X3 to X1", "CNOT from X1 to O2"]);
  expect(gates.slice(-3)).toEqual(["measure X3", "measure X1", "measure O2"]);
});

test("a state has a formula for each factor, and a row for each of its kets", async () => {
  const stem: Place = [4, 8];
  await show([...TREE, [2, 5], stem, [0, 4]], { offered: ["state"], considered: 4 });
  const texts = async (selector: string): Promise<(string | undefined)[]> =>
    (await found(selector)).map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim());
  expect(await texts(".formula")).toEqual(["1/√2 (|011> + |100>)", "|1>", "1/√2 (|10> + |01>)"]);
  expect(await texts("h3")).toEqual([
    "Loop of X5, X1, O2: a GHZ state",
    "Stem O4: a basis state",
    "Squares 3, 6: a Bell state",
  ]);
  expect(await texts("tbody th")).toEqual(["|011>", "|100>", "|1>", "|10>", "|01>"]);
  expect(await texts("td:last-child")).toEqual([
    "X5 in 1, X1 in 2, O2 in 5",
    "X5 in 5, X1 in 1, O2 in 2",
    "O4 in 9",
    "3 stays empty",
    "6 stays empty",
  ]);
  expect(await texts("tr.gone th")).toEqual(["|011>"]);
  expect(await texts("section section p")).toContain("Norm: 2 · 1/2 = 1");
});

test("ordinary tic-tac-toe has no physics", async () => {
  await show([[4, 4]], { words: "classic3", offered: panelsOf("analyse", "classical") });
  expect((await found("[role=tab]")).map(({ textContent }) => textContent?.trim())).toEqual([
    "Values",
  ]);
});
