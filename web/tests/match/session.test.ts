import { expect, test } from "vitest";

import { KernelError } from "../../src/kernel/errors";
import { Kernel } from "../../src/kernel/client";
import { Session } from "../../src/match/session.svelte";
import { parseMove } from "../../src/notation/moves-reader";
import { startedKernel } from "../kernel/ports";
import { memory } from "../settings/memory";

const kernel = await startedKernel();
const TWO = { rules: "goff", seats: { X: "human", O: "human" } } as const;

async function start(storage: Storage): Promise<Session> {
  const session = new Session(kernel, storage);
  await session.start(TWO);
  const move = parseMove(session.match!.rules, "12");
  if (move) await session.match?.play(move);
  return session;
}

test("a saved match is resumed", async () => {
  const storage = memory();
  await start(storage);
  const later = new Session(kernel, storage);
  expect(await later.resume()).toBe(true);
  expect([later.match?.position.places, later.setup]).toEqual([[[0, 1]], TWO]);
});

test("without a saved match there is nothing to resume", async () => {
  expect(await new Session(kernel, memory()).resume()).toBe(false);
});

test.each(["{", '{"version":9}', "null"])("%s is set aside with a notice", async (text) => {
  const storage = memory({ "qttt.match": text });
  const session = new Session(kernel, storage);
  await session.ready;
  expect([session.saved, session.notice]).toEqual([null, "setAside"]);
  expect(storage.getItem("qttt.match.broken")).toBe(text);
});

test("invalid moves are set aside with a notice", async () => {
  const storage = memory();
  await start(storage);
  storage.setItem("qttt.match", storage.getItem("qttt.match")!.replace('"12"', '"11"'));
  const session = new Session(kernel, storage);
  expect([await session.resume(), session.notice]).toEqual([false, "setAside"]);
  expect(storage.getItem("qttt.match.broken")).toContain('"11"');
});

test("a missing kernel does not discard the saved match", async () => {
  const storage = memory();
  await start(storage);
  const dead = new Kernel({ postMessage: () => undefined, addEventListener: () => undefined });
  dead.fail(new KernelError("missing", "404"));
  await expect(new Session(dead, storage).resume()).rejects.toMatchObject({ reason: "missing" });
  expect(storage.getItem("qttt.match")).not.toBeNull();
});

test("full storage is reported", async () => {
  const storage = memory({}, 0);
  const session = new Session(kernel, storage);
  await session.start(TWO);
  expect(session.notice).toBe("notSaved");
});
