// @vitest-environment happy-dom
/** Codes that are typed into the finder of class rooms and homework. */

import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { Service } from "../../../src/online/service";
import RoomFinder from "../../../src/screens/school/room/RoomFinder.svelte";
import { english } from "../../messages";
import { Api } from "../../online/api";
import { useApp } from "../context";

const shared = vi.hoisted(() => ({ online: null as unknown, shown: [] as string[] }));
vi.mock("../../../src/screens/online/online-state", () => ({
  sharedOnline: () => shared.online,
  showOnline: (rest: string) => shared.shown.push(rest),
}));

test.each([
  ["K7M Q2X", "room/K7MQ2X"],
  ["k7m-q2x AAA334", "homework/K7MQ2X/AAA334"],
  ["K7MQ2XA", null],
  ["K7MQ2", null],
  ["K7MQ2XAAA3345", null],
])("%s opens %s", async (code, wanted) => {
  const api = new Api({
    "GET rooms": [200, { rooms: [], keep: 1, longest: 30 }],
    "GET rooms/K7MQ2X": [200, { room: "K7MQ2X" }],
  });
  shared.online = { service: new Service(api.fetch) };
  shared.shown = [];
  const open = ({ rest }: { rest: string }) => shared.shown.push(`homework/${rest}`);
  useApp({ settings: { choices: { language: "en" } }, open });
  const shown = mount(RoomFinder, { target: document.body });
  const field = document.querySelector("input") as HTMLInputElement;
  field.value = code;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  await vi.waitFor(() => {
    const problem = document.querySelector(".problem")?.textContent;
    expect([shared.shown, problem]).toEqual(
      wanted ? [[wanted], undefined] : [[], english.online.room.codeLength],
    );
  });
  await unmount(shown);
  document.body.textContent = "";
});
