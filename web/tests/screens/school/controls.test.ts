// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Room, RoomGame } from "../../../src/school/rooms";
import Controls from "../../../src/screens/school/room/Controls.svelte";
import { english } from "../../messages";
import { ROOM } from "../../school/room";
import { useApp } from "../context";

const w = english.online;

const r = w.room;
const GAME = { result: null } as RoomGame;
const TAUGHT: Room = { ...ROOM, mine: true, you: null, games: [GAME] };

const open = vi.fn();
let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.textContent = "";
});

/** Show the teacher's actions; returns the requests. */
function controls(room: Room): ReturnType<typeof vi.fn> {
  const onact = vi.fn(() => Promise.resolve());
  useApp({ address: { rest: "room/K7MQ2X" }, open });
  shown = mount(Controls, { target: document.body, props: { room, onact } });
  flushSync();
  return onact;
}

function key(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent?.trim() === name,
  );
  if (!found) throw new RangeError(`there is no key "${name}"`);
  return found;
}

function press(name: string): void {
  key(name).click();
  flushSync();
}

test("games in progress are cancelled only after a question", () => {
  const onact = controls(TAUGHT);
  press(r.cancelGames({ count: 1 }));
  expect(onact).not.toHaveBeenCalled();
  press(r.cancelSure);
  expect(onact).toHaveBeenCalledOnce();
});

test("the next round begins without a question if all games are over", () => {
  const onact = controls({ ...TAUGHT, games: [] });
  press(r.nextRound);
  expect(onact).toHaveBeenCalledOnce();
});

test("when all have met, another round can be played", () => {
  const onact = controls({ ...TAUGHT, round: 3, games: [] });
  press(r.another);
  expect(onact).toHaveBeenCalledOnce();
  expect(key(r.end).className).not.toContain("bare");
});

test("after a prepared lesson without games, the next thing is to close the room", () => {
  const props = { room: { ...TAUGHT, stage: "gathering" }, onact: vi.fn(), isMain: true };
  useApp({ address: { rest: "room/K7MQ2X" }, open });
  shown = mount(Controls, {
    target: document.body,
    props: { ...props, isFinished: true } as never,
  });
  flushSync();
  expect([key(r.end), key(r.start)].map(({ classList }) => classList.contains("primary"))).toEqual([
    true,
    false,
  ]);
});

test("a room is closed after a question, and the page after the lesson follows", async () => {
  const onact = controls({ ...TAUGHT, round: 3, games: [] });
  press(r.end);
  press(r.cancel);
  press(r.end);
  press(r.end);
  expect(onact).not.toHaveBeenCalled();
  press(r.endSure);
  await vi.waitFor(() =>
    expect(open).toHaveBeenCalledWith({ screen: "online", rest: "room/K7MQ2X/report" }),
  );
  expect(onact).toHaveBeenCalledOnce();
});

test.each(["gathering", "playing"] as const)("to end is the quietest key: %s", (stage) => {
  controls({ ...TAUGHT, stage });
  expect(key(r.end).classList).toContain("bare");
});

test("games do not begin during a vote", () => {
  const poll = { stage: "asking" } as NonNullable<Room["poll"]>;
  controls({ ...TAUGHT, stage: "gathering", poll });
  expect(() => key(r.start)).toThrow(RangeError);
});

test("games need two members; a note explains it while there is one", () => {
  const member = { number: 1, name: "Ann", presence: "here", missing: false } as const;
  controls({ ...TAUGHT, stage: "gathering", members: [member], games: [] });
  expect(key(r.start).getAttribute("aria-disabled")).toBe("true");
  expect(document.querySelector("#too-few")?.textContent).toBe(r.rejections["too-few"]);
});
