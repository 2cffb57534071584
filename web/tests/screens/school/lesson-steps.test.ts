// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { LessonStep } from "../../../src/school/lesson-plan";
import type { Poll } from "../../../src/school/polls";
import type { Room, RoomGame, RoomService } from "../../../src/school/rooms";
import LessonSteps from "../../../src/screens/school/teacher/LessonSteps.svelte";
import {
  nextKey,
  nextPollStep,
  presentStep,
} from "../../../src/screens/school/teacher/lesson-steps";
import { english } from "../../messages";
import { useApp } from "../context";

const { lesson: l, poll: p } = english.online;

const question = {
  ...({ kind: "choice", text: "Fair?", options: ["Yes", "No"] } as const),
  ...{ rules: "goff", position: "", marks: [] },
};
const VOTE: LessonStep = { title: "Vote", minutes: 2, note: "Ask why.", votes: 1, question };
const PLAY: LessonStep = { title: "Play", minutes: 0, note: "", votes: 1, question: null };
const POLL = { ...question, number: 4, stage: "asking", round: 1, answers: 0 } as unknown as Poll;
const ROOM = {
  ...{ kind: "round-robin", stage: "playing", round: 2, poll: null, games: [] },
} as unknown as Room;

let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.textContent = "";
});

function steps(at: number, poll: Poll | null): { onact: unknown; onpresent: unknown } {
  const asked = { onact: vi.fn(() => Promise.resolve()), onpresent: vi.fn() };
  useApp({});
  const props = { room: { ...ROOM, poll }, at, ...asked };
  shown = mount(LessonSteps, {
    target: document.body,
    props: { ...props, steps: [VOTE, PLAY] } as never,
  });
  flushSync();
  return asked;
}

function press(name: string): void {
  const found = [...document.querySelectorAll("button")].find((each) =>
    each.textContent?.includes(name),
  );
  if (!found) throw new RangeError(`there is no key "${name}"`);
  found.click();
  flushSync();
}

test("a step is previewed by a touch, and shown to the class by a key", async () => {
  const { onact, onpresent } = steps(-1, null);
  press("1. Vote");
  expect(document.body.textContent).toContain("Fair?");
  expect(document.body.textContent).toContain("Ask why.");
  press(l.hideNotes);
  expect(document.body.textContent).not.toContain("Ask why.");
  expect(onact).not.toHaveBeenCalled();
  press(l.present);
  await vi.waitFor(() => expect(onact).toHaveBeenCalledOnce());
  expect(onpresent).toHaveBeenCalledWith(0);
});

test("a vote without answers is closed by its key, which says so, or by a second key press", async () => {
  const { onact } = steps(0, POLL);
  expect(document.querySelector(".primary")?.textContent?.trim()).toBe(p.close);
  const turn = (): unknown => dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
  turn();
  flushSync();
  expect(document.querySelector("[role=status]")?.textContent).toBe(l.noVotes);
  expect(onact).not.toHaveBeenCalled();
  turn();
  await vi.waitFor(() => expect(onact).toHaveBeenCalledOnce());
});

test("the key names what comes next", () => {
  const shownPoll = { ...POLL, stage: "shown" } as Poll;
  expect(nextKey(POLL, VOTE, true)).toBe("show");
  expect(nextKey(shownPoll, { ...VOTE, votes: 2 }, true)).toBe("again");
  expect(nextKey(shownPoll, VOTE, true)).toBe("next");
  expect(nextKey(shownPoll, VOTE, false)).toBe("end");
  expect(nextKey(null, PLAY, false)).toBeNull();
  const own = { ...POLL, kind: "worlds" } as Poll;
  expect(nextKey(own, VOTE, true)).toBe("show");
  expect(nextKey({ ...own, stage: "shown" } as Poll, VOTE, true)).toBe("next");
});

test("a step of games starts the first games, waits for a round, or starts another", async () => {
  const names = ["start", "next", "room", "pause", "pollStep", "poll"];
  const done = async (room: Partial<Room>, step: LessonStep): Promise<string[]> => {
    const calls: string[] = [];
    const called = (name: string) => (_: string, number: unknown) =>
      void calls.push(typeof number === "number" ? `${name} ${number}` : name);
    const service = Object.fromEntries(names.map((name) => [name, called(name)]));
    await presentStep(service as unknown as RoomService, "K", { ...ROOM, ...room }, step);
    return calls;
  };
  const games = [{ result: null, off: false } as RoomGame];
  expect(await done({ stage: "gathering", poll: POLL }, PLAY)).toEqual(["pollStep 4", "start"]);
  expect(await done({ games }, PLAY)).toEqual(["room"]);
  expect(await done({}, PLAY)).toEqual(["next 2"]);
  expect(await done({ kind: "arena", paused: true }, PLAY)).toEqual(["pause"]);
  expect(await done({}, VOTE)).toEqual(["poll"]);
});

test("a poll of its own has one next step", () => {
  const at = (stage: string, kind = "worlds") =>
    nextPollStep({ ...POLL, stage, kind } as typeof POLL);
  expect(["asking", "shown", "explained"].map((stage) => at(stage))).toEqual([
    ...["show", "explain", "end"],
  ]);
  expect([at("shown", "choice"), at("asking", "slide")]).toEqual(["end", "end"]);
});
