// @vitest-environment happy-dom
/** Boards whose parts are loaded late. */

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import "../../board/src/qttt-board";
import { eventsOf, press, show, text } from "./boards";

vi.mock("../../board/src/kernels", async () => {
  const { wasmKernel } = await import("../kernel/ports");
  return { rulesKernel: wasmKernel, loadKernel: wasmKernel };
});

afterEach(() => {
  document.body.replaceChildren();
  vi.doUnmock("../../board/src/solver");
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
