import { expect, test, vi } from "vitest";

import { Match } from "../../src/play/match.svelte";
import { Session } from "../../src/play/session.svelte";
import { twoPlayers, singlePlayer } from "../../src/play/setup";
import { startedKernel } from "../kernel/ports";
import { memory, tabWith } from "../settings/memory";

vi.mock("../../src/play/decide", () => {
  throw new Error("404");
});
vi.mock("../../src/play/saved-reader", () => {
  throw new Error("404");
});

const kernel = await startedKernel();
const alone = singlePlayer("goff", "X", "easy");

test("a computer cannot play without its levels", async () => {
  const starting = Match.start(kernel, alone);
  await expect(starting).rejects.toThrow("the computer's levels cannot be loaded");
  await expect(starting).rejects.toMatchObject({ reason: "missing" });
});

test("two people need no levels", async () => {
  const session = new Session(kernel, tabWith());
  await session.start(twoPlayers("goff"));
  expect(session.match?.people).toEqual(["X", "O"]);
});

test("a saved match is not set aside if the reader of its moves is missing", async () => {
  const storage = memory();
  await new Session(kernel, tabWith(storage)).start(twoPlayers("goff"));
  const resuming = new Session(kernel, tabWith(storage)).resume();
  await expect(resuming).rejects.toThrow("what was saved cannot be read");
  await expect(resuming).rejects.toMatchObject({ reason: "missing" });
  expect(storage.getItem("qttt.games")).not.toBeNull();
});
