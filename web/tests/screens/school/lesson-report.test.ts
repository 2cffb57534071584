// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import ClassRoom from "../../../src/screens/school/room/ClassRoom.svelte";
import LessonReport from "../../../src/screens/school/teacher/LessonReport.svelte";
import { Api } from "../../online/api";
import { Server } from "../../online/server";
import { english } from "../../messages";
import { useApp } from "../context";

const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({ sharedOnline: () => shared.online }));

const DAY_MS = 24 * 60 * 60 * 1000;

/** Give the values of a class room's screens. */
function screensOf(answers: ConstructorParameters<typeof Api>[0]) {
  const api = new Api(answers);
  const connection = new Connection("ws://here", new Server().opener(null));
  shared.online = new Online(new Service(api.fetch), connection);
  const back = vi.fn();
  useApp({ settings: { choices: { language: "en" } }, back });
  return { api, back };
}

test("the teacher changes after the lesson for how long the room is kept", async () => {
  const created = Date.now() - 1.5 * DAY_MS;
  const room = {
    room: "K7MQ2X",
    title: "Physics",
    created,
    stage: "over",
    games: [],
    standings: [],
  };
  const kept = (days: number) => ({ ...room, expires: created + days * DAY_MS });
  const { api } = screensOf({
    "GET rooms/K7MQ2X/results": [200, { room: kept(30), polls: [], answers: [] }],
    "GET rooms": [200, { rooms: [], keep: 30, longest: 366 }],
    "PATCH rooms/K7MQ2X": [200, kept(7)],
  });
  const shown = mount(LessonReport, { target: document.body, props: { code: "K7MQ2X" } });
  const field = await vi.waitFor(() => {
    const found = document.querySelector("input");
    if (!found) throw new Error("there is no field");
    return found;
  });
  expect([field.value, field.min, field.max]).toEqual(["30", "2", "366"]);
  field.value = "7";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  document
    .querySelector("form")
    ?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  const date = new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(kept(7).expires);
  await vi.waitFor(() => expect(document.querySelector("form")?.textContent).toContain(date));
  expect(api.bodies.at(-1)).toEqual({ keep: 7 });
  void unmount(shown);
});

test("Back does not lead to a deleted room", async () => {
  const room = { room: "K7MQ2X", title: "", created: 0, expires: 0, stage: "over", games: [] };
  const { back } = screensOf({
    "GET rooms/K7MQ2X/results": [200, { room, polls: [], answers: [] }],
    "GET rooms": [200, { rooms: [], keep: 30, longest: 366 }],
    "DELETE rooms/K7MQ2X": [204],
  });
  const state = { code: "K7MQ2X", lesson: "", view: "report" };
  const shown = mount(ClassRoom, { target: document.body, props: state });
  const press = (name: string) =>
    vi.waitFor(() => {
      flushSync();
      const keys = [...document.querySelectorAll("button")];
      const found = keys.find(({ textContent }) => textContent.trim() === name);
      if (!found) throw new Error(`there is no key "${name}"`);
      found.click();
    });
  await press(english.online.report.remove);
  expect(back).not.toHaveBeenCalled();
  await press(english.online.report.removeSure);
  const parent = { screen: "online", rest: "room" };
  await vi.waitFor(() => expect(back).toHaveBeenCalledExactlyOnceWith(parent));
  void unmount(shown);
});
