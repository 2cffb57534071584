// @vitest-environment happy-dom
/** Boards whose parts are loaded late, or never. */

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import "../../board/src/qttt-board";
import { eventsOf, press, show, text } from "./boards";

vi.mock("../../board/src/kernels", async () => {
  const { wasmKernel } = await import("../kernel/ports");
  return { rulesKernel: wasmKernel, loadKernel: wasmKernel };
});

const PARTS = ["solver", "Playable.svelte", "Extras.svelte", "Status.svelte", "problem-text"];

afterEach(() => {
  document.body.replaceChildren();
  for (const part of PARTS) vi.doUnmock(`../../board/src/${part}`);
});

test("a move that is made while a part is loaded stays", async () => {
  const actual =
    await vi.importActual<typeof import("../../board/src/solver")>("../../board/src/solver");
  let load = (): void => {};
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const wholeKernel = vi.fn(() => loaded.then(actual.wholeKernel));
  vi.doMock("../../board/src/solver", () => ({ ...actual, wholeKernel }));
  const board = await show({ moves: "12", interactive: "" });
  const events = eventsOf(board);
  board.show = "links values";
  const { ready } = board;
  await vi.waitFor(() => expect(wholeKernel).toHaveBeenCalled());
  press(board, 1, 4);
  await vi.waitFor(() => expect(events).toEqual(["move"]));
  load();
  await ready;
  expect(text(board, ".value")).toBeDefined();
  expect([board.moves, board.current]).toEqual(["12 25", "12/25"]);
  press(board, 4, 8);
  await vi.waitFor(() => expect(events).toEqual(["move", "move"]));
  flushSync();
  expect([board.moves, board.current]).toEqual(["12 25 59", "12/25/59"]);
});

test.each([
  ["solver", { show: "values" }],
  ["Playable.svelte", { interactive: "" }],
  ["Extras.svelte", { show: "worlds" }],
  ["Status.svelte", { show: "steps" }],
  ["problem-text", { moves: "99" }],
])("a board without its file %s says so in the language of the page", async (part, attributes) => {
  vi.doMock(`../../board/src/${part}`, () => {
    throw new TypeError("the file cannot be fetched");
  });
  const board = await show({ ...attributes, lang: "en" });
  expect(text(board, "[role=alert]")).toBe("A part of the app could not be loaded.");
  board.lang = "el";
  await board.ready;
  expect(text(board, "[role=alert]")).toBe("Ένα μέρος της εφαρμογής δεν φορτώθηκε.");
  vi.doUnmock(`../../board/src/${part}`);
  board.lang = "en";
  await board.ready;
  expect(text(board, "[role=alert]")).not.toBe("A part of the app could not be loaded.");
});
