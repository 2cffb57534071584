// @vitest-environment happy-dom
/** The element `<qttt-board>` in a page. */

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import widget, { QtttBoard } from "../../board/src/bundle";
import { eventsOf, press, show, text } from "./boards";

vi.mock("../../board/src/kernels", async () => {
  const { wasmKernel } = await import("../kernel/ports");
  return { rulesKernel: wasmKernel, loadKernel: wasmKernel };
});

afterEach(() => document.body.replaceChildren());

test("a still board describes its position", async () => {
  const board = await show({ moves: "12 25" });
  const picture = board.shadowRoot?.querySelector("svg");
  expect(picture?.getAttribute("aria-label")).toContain("2: X1, also in 1; O2, also in 5");
  expect(picture?.querySelectorAll("[data-mark]").length).toBe(4);
  expect([board.current, board.rules, board.position]).toEqual(["12/25", "goff", "-"]);
});

test("a page without media queries, as in jsdom, has its board", async () => {
  vi.stubGlobal("matchMedia", undefined);
  Reflect.deleteProperty(window, "matchMedia");
  const board = await show({ moves: "12 25" });
  vi.unstubAllGlobals();
  expect(board.shadowRoot?.querySelector("svg")).not.toBeNull();
});

test("properties change the board, all at once", async () => {
  const board = await show({});
  board.rules = "classic3";
  board.position = "1/4";
  board.moves = "2";
  board.show = "";
  await board.ready;
  expect(board.current).toBe("1/4/2");
  expect([...board.attributes].map(({ name }) => name)).toEqual([
    ...["rules", "position", "moves", "show"],
  ]);
});

test("undefined and null remove an attribute, and the same value changes nothing", async () => {
  const board = await show({ moves: "12", show: "", rules: "goff" });
  for (const value of [undefined, true, undefined, true, null]) {
    board.interactive = value;
    expect(board.hasAttribute("interactive")).toBe(Boolean(value));
  }
  await board.ready;
  const { ready } = board;
  board.moves = "12";
  expect(board.ready).toBe(ready);
  board.show = undefined;
  board.moves = null;
  await board.ready;
  expect([board.show, board.moves, board.current]).toEqual(["links", "", "-"]);
  expect([...board.attributes].map(({ name }) => name)).toEqual(["rules"]);
});

test("an invalid attribute is a message without events", async () => {
  const board = await show({ moves: "12 99", interactive: "" });
  const events = eventsOf(board);
  expect(text(board, "[role=alert]")).toMatch(/^moves: 99 is not legal here/);
  expect([board.current, board.shadowRoot?.querySelector("svg"), events]).toEqual(["", null, []]);
  board.moves = "12";
  await board.ready;
  expect([board.current, text(board, "[role=alert]")]).toEqual(["12", undefined]);
});

test("what can be shown is named", async () => {
  const board = await show({ show: "links stars" });
  expect(text(board, "[role=alert]")).toBe(
    "show: “stars” cannot be shown; write words of links, worlds, values, steps",
  );
});

test("moves on the board are events, and follow in the attribute", async () => {
  const board = await show({ moves: "12", interactive: "" });
  expect(board.interactive).toBe(true);
  const events = eventsOf(board);
  press(board, 1, 4);
  await vi.waitFor(() => expect(events).toEqual(["move"]));
  flushSync();
  expect([board.moves, board.current]).toEqual(["12 25", "12/25"]);
  expect(text(board, "[role=status]")).toBe("X to place mark 3");
});

test("a move that is not possible is explained", async () => {
  const board = await show({ rules: "classic3", moves: "1", interactive: "" });
  const events = eventsOf(board);
  press(board, 0);
  flushSync();
  expect(text(board, "[role=status]")).toBe("That square is already taken.");
  expect(events).toEqual([]);
});

function keyOf(board: QtttBoard, name: string): HTMLButtonElement {
  const keys = [...(board.shadowRoot?.querySelectorAll("button") ?? [])];
  const found = keys.find((key) =>
    (key.getAttribute("aria-label") ?? key.textContent).trim().startsWith(name),
  );
  if (!found) throw new RangeError(`there is no key ${name}`);
  return found;
}

function isOff(board: QtttBoard, name: string): boolean {
  return keyOf(board, name).getAttribute("aria-disabled") === "true";
}

function tap(board: QtttBoard, name: string): void {
  keyOf(board, name).click();
  flushSync();
}

test("moves are taken back, made again, and replaced", async () => {
  const board = await show({ moves: "12 25", interactive: "" });
  const events = eventsOf(board);
  tap(board, "Undo");
  expect([board.moves, board.current]).toEqual(["12", "12"]);
  tap(board, "Redo");
  tap(board, "Restart");
  expect([board.moves, isOff(board, "Undo")]).toEqual(["", true]);
  press(board, 4, 8);
  await vi.waitFor(() => expect(board.moves).toBe("59"));
  flushSync();
  expect(events).toEqual(["step", "step", "step", "move"]);
  expect(isOff(board, "Redo")).toBe(true);
});

test.each([
  ["12", "Undo"],
  ["12 25", "Restart"],
])("after %s the key “%s” turns itself off, and keeps the focus", async (moves, name) => {
  const board = await show({ moves, interactive: "" });
  keyOf(board, name).focus();
  tap(board, name);
  expect([board.moves, isOff(board, name)]).toEqual(["", true]);
  expect(board.shadowRoot?.activeElement).toBe(keyOf(board, name));
  const events = eventsOf(board);
  tap(board, name);
  expect(events).toEqual([]);
  const group = keyOf(board, name).closest("[role=group]");
  expect(group?.getAttribute("aria-label")).toBe("Moves");
});

test("after the choice of an outcome the focus is on the board", async () => {
  const board = await show({ moves: "12 25 59 15", interactive: "" });
  keyOf(board, "O4 lands on 5").focus();
  tap(board, "O4 lands on 5");
  tap(board, "O4 lands on 5");
  await vi.waitFor(() =>
    expect(board.shadowRoot?.activeElement?.matches("[data-square]")).toBe(true),
  );
});

test("an outcome is previewed, and chosen with a second press", async () => {
  const board = await show({ moves: "12 25 59 15", interactive: "" });
  const events = eventsOf(board);
  expect(keyOf(board, "O4 lands on 1").textContent).toContain("then X1 on 2, O2 on 5, X3 on 9");
  tap(board, "O4 lands on 5");
  expect(text(board, "[role=status]")).toBe("Preview: O4 lands on 5. Press again to collapse.");
  expect([board.moves, events]).toEqual(["12 25 59 15", []]);
  tap(board, "O4 lands on 5");
  await vi.waitFor(() => expect(board.moves).toBe("12 25 59 15 @5"));
  flushSync();
  tap(board, "Undo");
  expect([board.moves, events]).toEqual(["12 25 59 15", ["move", "collapse", "step"]]);
});

test("a tap between marks with different outcomes is explained", async () => {
  const m = await import("../../src/analysis/refused-tap");
  const kernel = {} as Parameters<typeof m.refusedTap>[1];
  const words = { rejections: { unclear: "between" } } as Parameters<typeof m.refusedTap>[0];
  const here = {} as Parameters<typeof m.refusedTap>[2];
  expect(m.refusedTap(words, kernel, here, { kind: "unclear" })).toBe("between");
});

test("a finished game has its result, and can be stepped through without changing it", async () => {
  const moves = "14 34 45 49 59 @9";
  const board = await show({ moves });
  expect(text(board, "[role=status]")?.replaceAll("\u2060", "")).toBe(
    "X wins, 1–0. X completed 1-5-9",
  );
  expect(board.shadowRoot?.querySelector("button")).toBeNull();
  board.show = "links steps";
  await board.ready;
  tap(board, "One move back");
  expect(text(board, "[role=status]")).toContain("chooses");
  tap(board, "Go to start");
  expect([board.moves, board.current]).toEqual([moves, "-"]);
  expect(isOff(board, "One move back")).toBe(true);
});

test("worlds of quantum marks and values are in the language of the page", async () => {
  const board = await show({ moves: "12 25", show: "worlds values", lang: "el" });
  await vi.waitFor(() => expect(text(board, ".value")).toMatch(/τέλεια\. Άριστη: /));
  expect(board.shadowRoot?.querySelectorAll("li").length).toBe(3);
  board.lang = "en";
  await board.ready;
  await vi.waitFor(() => expect(text(board, ".value")).toMatch(/perfectly\. Best: /));
  board.moves = "12 12 @1";
  await board.ready;
  expect(board.shadowRoot?.querySelectorAll("li").length).toBe(0);
});

test("the language of the page reaches boards inside other components", async () => {
  const outer = document.createElement("div");
  const inner = document.createElement("div");
  outer.lang = "el";
  document.body.append(outer);
  outer.attachShadow({ mode: "open" }).append(inner);
  const board = document.createElement("qttt-board") as QtttBoard;
  inner.attachShadow({ mode: "open" }).append(board);
  await board.ready;
  expect(board.shadowRoot?.querySelector("[lang]")?.getAttribute("lang")).toBe("el");
});

test("boards that are too large have no values", async () => {
  const board = await show({ rules: "krist", show: "values" });
  await vi.waitFor(() =>
    expect(text(board, ".value")).toBe("This board is too large for the engine."),
  );
});

test("a board that is moved in the page stays", async () => {
  const board = await show({ moves: "12" });
  board.remove();
  document.body.append(board);
  await board.ready;
  expect(board.shadowRoot?.querySelectorAll("svg").length).toBe(1);
});

test("a widget follows its model, and the model the board", async () => {
  const values = new Map<string, unknown>([
    ["start", "12"],
    ["moves", ""],
    ["interactive", true],
    ["language", "el"],
  ]);
  const listeners = new Map<string, () => void>();
  const model = {
    get: (name: string) => values.get(name),
    set: (name: string, value: unknown) => void values.set(name, value),
    save_changes: vi.fn(),
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
    off: (event: string) => void listeners.delete(event),
  };
  const remove = widget.render({ model, el: document.body });
  const board = document.querySelector("qttt-board") as QtttBoard;
  await board.ready;
  expect(board.current).toBe("12");
  expect(text(board, "[role=status]")).toBe("Παίζει ο O: σύμβολο 2");
  values.set("moves", "25");
  listeners.get("change:moves")?.();
  await board.ready;
  expect(board.current).toBe("12/25");
  press(board, 0, 4);
  await vi.waitFor(() => expect(values.get("moves")).toBe("25 15"));
  expect([board.current, model.save_changes.mock.calls.length]).toEqual(["12/25/15", 1]);
  remove();
  expect([listeners.size, board.isConnected]).toEqual([0, false]);
});
