import { expect, test } from "vitest";

import { KernelError } from "../../src/kernel/errors";
import { Kernel } from "../../src/kernel/client";
import type { SavedGame } from "../../src/play/saved";
import { Session } from "../../src/play/session.svelte";
import { DEFAULT, singlePlayer } from "../../src/play/setup";
import { parseMove } from "../../src/notation/moves-reader";
import { persistedData } from "../../src/settings/device-data";
import { startedKernel } from "../kernel/ports";
import { movesOf } from "../analysis/games";
import { memory, tabWith } from "../settings/memory";

const kernel = await startedKernel();
const TWO = { rules: "goff", seats: { X: "human", O: "human" } } as const;

async function start(storage: Storage): Promise<Session> {
  const session = new Session(kernel, tabWith(storage));
  await session.start(TWO);
  const move = parseMove(session.match!.rules, "12");
  if (move) await session.match?.play(move);
  return session;
}

test("a saved match is resumed", async () => {
  const storage = memory();
  await start(storage);
  const later = new Session(kernel, tabWith(storage));
  expect(await later.resume()).toBe(true);
  expect([later.match?.position.places, later.setup]).toEqual([[[0, 1]], TWO]);
});

test("without a saved match there is nothing to resume", async () => {
  expect(await new Session(kernel, tabWith()).resume()).toBe(false);
});

test.each(["{", '{"version":9}', "null"])("%s is set aside with a notice", (text) => {
  const storage = memory({ "qttt.games": text });
  const tab = tabWith(storage);
  expect([new Session(kernel, tab).games, tab.problem]).toEqual([[], "setAside"]);
  expect(storage.getItem("qttt.games.broken")).toBe(text);
});

test("a damaged game costs itself alone, and is kept for export", async () => {
  const storage = memory();
  const session = await start(storage);
  await session.startFrom(TWO, [], movesOf("goff", "13 34"));
  const [sound, damaged] = JSON.parse(storage.getItem("qttt.games")!) as SavedGame[];
  const broken = { ...damaged, saved: { ...damaged!.saved, at: 9 } };
  storage.setItem("qttt.games", JSON.stringify([broken, sound]));
  const later = tabWith(storage);
  expect([new Session(kernel, later).games, later.problem]).toEqual([[sound], "setAside"]);
  expect(persistedData(later).broken).toEqual({ "games.broken": JSON.stringify(broken) });
});

test("a game of a newer version stays, unseen", async () => {
  const newer = { id: 1, changed: 1, saved: { version: 2 } };
  const storage = memory({ "qttt.games": JSON.stringify([newer]) });
  const session = await start(storage);
  expect(session.games).toHaveLength(1);
  expect(JSON.parse(storage.getItem("qttt.games")!)).toContainEqual(newer);
});

test("invalid moves are set aside with a notice", async () => {
  const storage = memory();
  await start(storage);
  storage.setItem("qttt.games", storage.getItem("qttt.games")!.replace('"12"', '"11"'));
  const tab = tabWith(storage);
  expect([await new Session(kernel, tab).resume(), tab.problem]).toEqual([false, "setAside"]);
  expect(storage.getItem("qttt.games.broken")).toContain('"11"');
});

test("a missing kernel does not discard the saved match", async () => {
  const storage = memory();
  await start(storage);
  const dead = new Kernel({ postMessage: () => undefined, addEventListener: () => undefined });
  dead.fail(new KernelError("missing", "404"));
  await expect(new Session(dead, tabWith(storage)).resume()).rejects.toMatchObject({
    reason: "missing",
  });
  expect(storage.getItem("qttt.games")).not.toBeNull();
});

test("an unfinished game stays in the list when another begins, and can be resumed", async () => {
  const session = await start(memory());
  const [first] = session.games;
  await session.start(TWO);
  expect(session.unfinished).toEqual(first);
  expect(await session.resume(first!.id)).toBe(true);
  expect(session.match?.position.places).toEqual([[0, 1]]);
});

test("a game that is started once leaves the chosen setup as it is", async () => {
  const storage = memory();
  const session = new Session(kernel, tabWith(storage));
  await session.start(TWO, true);
  expect([session.match?.setup, session.setup]).toEqual([TWO, DEFAULT]);
});

test("the level and the side come back after a choice of two players", async () => {
  const storage = memory();
  const chosen = singlePlayer("goff", "O", "hard");
  const session = new Session(kernel, tabWith(storage));
  session.choose(chosen);
  session.choose(TWO);
  const later = new Session(kernel, tabWith(storage));
  expect([later.setup, later.single]).toEqual([TWO, chosen]);
});

test("two people are named once, for this game and the next", async () => {
  const storage = memory();
  const session = await start(storage);
  const names = { X: "Anna", O: "Ben" };
  session.rename(names);
  expect([session.match?.setup, session.setup]).toEqual([{ ...TWO, names }, TWO]);
  const later = new Session(kernel, tabWith(storage));
  await later.resume();
  expect(later.match?.setup).toEqual({ ...TWO, names });
  await later.start(TWO, true);
  expect(later.match?.setup).toEqual({ ...TWO, names });
  await later.start(DEFAULT, true);
  expect(later.match?.setup).toEqual(DEFAULT);
});

test("a finished game is listed, but not to be continued", async () => {
  const session = new Session(kernel, tabWith());
  await session.startFrom(TWO, [], movesOf("goff", "14 34 45 49 59 @9"));
  expect([session.games.length, session.unfinished]).toEqual([1, null]);
});

test("the last ten games are kept, without those that have no marks", async () => {
  const storage = memory();
  const session = new Session(kernel, tabWith(storage));
  for (let game = 0; game < 11; game++) await session.startFrom(TWO, [], movesOf("goff", "12"));
  const oldest = session.games.at(-1)?.id;
  await session.start(TWO);
  await session.startFrom(TWO, [], movesOf("goff", "13"));
  const ids = session.games.map(({ id }) => id);
  expect([ids.length, new Set(ids).size, ids.includes(oldest!)]).toEqual([10, 10, false]);
  const later = new Session(kernel, tabWith(storage));
  expect(later.games).toEqual(session.games);
});

test("a removed game can be put back", async () => {
  const session = await start(memory());
  const { games } = session;
  const putBack = session.remove(games[0]!);
  expect([session.games, session.match]).toEqual([[], null]);
  putBack();
  expect(session.games).toEqual(games);
});

test("full storage is reported", async () => {
  const tab = tabWith(memory({}, 0));
  await new Session(kernel, tab).start(TWO);
  expect(tab.problem).toBe("notSaved");
});

test("a game is reported when it ends by a move, but not when it is opened", async () => {
  const ended: string[] = [];
  const session = new Session(kernel, tabWith(), {}, ({ id }, { points }) =>
    ended.push(`${id} ${points.X}–${points.O}`),
  );
  await session.start(TWO);
  for (const move of movesOf("goff", "14 34 45 49 59 @9")) await session.match?.play(move);
  const [game] = session.games;
  expect([ended, game?.isOver]).toEqual([[`${game?.id} 1–0`], true]);
  await session.load(game!.saved);
  expect(ended).toHaveLength(1);
});
