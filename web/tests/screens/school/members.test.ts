// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Member, Room, RoomAction } from "../../../src/school/rooms";
import Members from "../../../src/screens/school/room/Members.svelte";
import { english } from "../../messages";
import { useApp } from "../context";

const r = english.online.room;

function member(number: number, presence: Member["presence"] = "here"): Member {
  return { number, name: `Pupil ${number}`, presence, missing: false };
}

const MEMBERS = [member(1), member(2, "removed"), member(3), member(4)];

let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.textContent = "";
});

/** Show the members to the teacher; returns the requests as [method, ...arguments]. */
function members(options: Partial<Room>, isTeaching = true): unknown[][] {
  const requests: unknown[][] = [];
  const service = new Proxy({} as Parameters<RoomAction>[0], {
    get:
      (_, method) =>
      (...sent: unknown[]) =>
        requests.push([method, ...sent]),
  });
  const onact = vi.fn((action: RoomAction) => {
    void action(service, "K7MQ2X");
    return Promise.resolve();
  });
  useApp({ address: { rest: "room/K7MQ2X" } });
  const room = { stage: "playing", mine: true, members: MEMBERS, ...options } as unknown as Room;
  shown = mount(Members, { target: document.body, props: { room, isTeaching, onact } });
  flushSync();
  return requests;
}

function keys(): string[] {
  return [...document.querySelectorAll("button")].map(
    ({ textContent }) => textContent?.trim() ?? "",
  );
}

function press(name: string): void {
  const key = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent?.trim() === name,
  );
  if (!key) throw new RangeError(`there is no key "${name}"`);
  key.click();
  flushSync();
}

test("the teacher lets nobody else in, and others in again", () => {
  const locking = members({ locked: false });
  expect(document.querySelector("[role=status]")?.textContent).toBe("");
  press(r.lock);
  expect(locking).toEqual([["lock", "K7MQ2X", true]]);
  if (shown) void unmount(shown);
  const unlocking = members({ locked: true });
  expect(document.querySelector("[role=status]")?.textContent).toBe(r.lockedNote);
  press(r.unlock);
  expect(unlocking).toEqual([["lock", "K7MQ2X", false]]);
});

test("all who came after a member are removed, after a question", () => {
  const requests = members({});
  press("Pupil 1");
  press(r.removeAfter({ name: "Pupil 1" }));
  expect(requests).toEqual([]);
  press(r.removeAfterSure({ count: 2 }));
  expect(requests).toEqual([["removeAfter", "K7MQ2X", 1]]);
});

test("after the last member nobody can be removed", () => {
  members({});
  press("Pupil 4");
  expect(keys()).not.toContain(r.removeAfter({ name: "Pupil 4" }));
});

test("others and the wall change nothing, nor does anybody after the end", () => {
  members({ mine: false, stage: "gathering" }, false);
  expect(keys()).toEqual([]);
  if (shown) void unmount(shown);
  members({ stage: "over" });
  expect(document.querySelector("details")).toBeNull();
});
