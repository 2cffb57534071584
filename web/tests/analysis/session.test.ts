import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import { Session } from "../../src/play/session.svelte";
import type { Setup } from "../../src/play/setup";
import { parsePlaces } from "../../src/notation/moves-reader";
import { startedKernel } from "../kernel/ports";
import { memory, tabWith } from "../settings/memory";
import { movesOf } from "./games";

const kernel = await startedKernel();
const SETUP: Setup = { rules: "goff", seats: { X: "human", O: "human" } };

test("a match continues the analysed game, and undo works", async () => {
  const session = new Session(kernel, tabWith());
  await session.startFrom(SETUP, [], movesOf("goff", "12 12 @1"));
  expect(session.match?.saved).toMatchObject({ setup: SETUP, moves: ["12", "12", "@1"], at: 3 });
  session.match?.undo();
  expect(session.games[0]?.saved.at).toBe(2);
});

test("undo and the next game go back to a given start position", async () => {
  const storage = memory();
  const session = new Session(kernel, tabWith(storage));
  const start = parsePlaces(parseRules("goff"), "2/1");
  await session.startFrom(SETUP, start, movesOf("goff", "34"));
  expect(session.match?.position.places).toEqual([...start, [2, 3]]);
  session.match?.undo();
  expect([session.match?.position.places, session.match?.canUndo]).toEqual([start, false]);
  const later = new Session(kernel, tabWith(storage));
  await later.resume();
  expect([later.match?.position.places, later.match?.canRedo]).toEqual([start, true]);
  later.rematch("swapped");
  expect(later.games[0]?.saved).toMatchObject({ start: "2/1", moves: [] });
});

test("an unreachable position starts no match", async () => {
  const session = new Session(kernel, tabWith());
  const start = parsePlaces(parseRules("goff"), "1/1");
  await expect(session.startFrom(SETUP, start)).rejects.toMatchObject({ reason: "position" });
  expect(session.match).toBeNull();
});

test("invalid moves start no match", async () => {
  const session = new Session(kernel, tabWith());
  await session.start(SETUP);
  const { match } = session;
  await expect(session.startFrom(SETUP, [], movesOf("goff", "12 12 34"))).rejects.toThrow();
  expect(session.match).toBe(match);
});
