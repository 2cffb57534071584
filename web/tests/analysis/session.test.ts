import { expect, test } from "vitest";

import { Session } from "../../src/match/session.svelte";
import type { Setup } from "../../src/match/setup";
import { startedKernel } from "../kernel/ports";
import { memory } from "../settings/memory";
import { movesOf } from "./games";

const kernel = await startedKernel();
const SETUP: Setup = { rules: "goff", seats: { X: "human", O: "human" } };

test("a match goes on from where an analysis stands, and its moves can be taken back", async () => {
  const session = new Session(kernel, memory());
  await session.startFrom(SETUP, movesOf("goff", "12 12 @1"));
  expect(session.match?.saved).toMatchObject({ setup: SETUP, moves: ["12", "12", "@1"], at: 3 });
  session.match?.undo();
  expect(session.saved?.at).toBe(2);
});

test("moves that tell no game start none", async () => {
  const session = new Session(kernel, memory());
  await session.start(SETUP);
  const { match } = session;
  await expect(session.startFrom(SETUP, movesOf("goff", "12 12 34"))).rejects.toThrow();
  expect(session.match).toBe(match);
});
