// @vitest-environment happy-dom
/** What screens load when they open: an outage leaves a key, and they try again by themselves. */

import { type Component, mount, unmount } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import AccountBots from "../../../src/screens/account/AccountBots.svelte";
import AccountProgress from "../../../src/screens/account/AccountProgress.svelte";
import AccountSettings from "../../../src/screens/account/AccountSettings.svelte";
import ProfilePage from "../../../src/screens/account/ProfilePage.svelte";
import InvitationPage from "../../../src/screens/online/InvitationPage.svelte";
import Leaderboard from "../../../src/screens/online/Leaderboard.svelte";
import TeacherHomework from "../../../src/screens/school/homework/TeacherHomework.svelte";
import RoomFinder from "../../../src/screens/school/room/RoomFinder.svelte";
import LessonReport from "../../../src/screens/school/teacher/LessonReport.svelte";
import { english } from "../../messages";
import { Api } from "../../online/api";
import { Server } from "../../online/server";
import { useApp } from "../context";

const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({ sharedOnline: () => shared.online }));

const w = english.online;
const CODE = "K7MQ2X";
const NOW = 1_700_000_000_000;
const ANNA = { user: "anna", name: "Anna", guest: false, bot: false, listed: false };
const WAYS = { password: true, codes: 7, passkeys: [] };
const BOT = { id: "b1", label: "my bot", created: NOW, expires: NOW };
const PROGRESS = { results: {}, lessons: {}, solved: [], longest: 0, days: {} };
const PERSON = { name: "Anna", guest: false, bot: false, created: NOW, ratings: [] };
const INVITATION = {
  ...{ code: CODE, who: { name: "Anna", level: null, bot: false }, mine: true, game: null },
  ...{ rules: "goff", start: "-", clock: "none", rated: false, side: "random" },
};
const ROOM = {
  room: CODE,
  title: "Physics",
  created: NOW,
  expires: NOW,
  stage: "over",
  games: [],
  standings: [],
};
const ROOMS = { rooms: [], keep: 1, longest: 30 };
const HOMEWORK = {
  ...{ homework: CODE, title: "Loops", tasks: [], created: NOW, due: NOW, expires: NOW },
  ...{ url: "http://192.168.7.7:8000/#homework/K7MQ2X", pupils: [] },
};

/** What the server answers when it can be reached. */
const ANSWERS: Api["answers"] = {
  "GET session": [200, ANNA],
  "GET account": [200, WAYS],
  "GET tokens": [200, [BOT]],
  "POST account/progress": [200, PROGRESS],
  "GET people/Anna": [200, PERSON],
  "GET people/Anna/games": [200, { games: [], next: null }],
  "GET leaders?rules=goff&pace=live": [200, { leaders: [] }],
  "GET challenges/K7MQ2X": [200, INVITATION],
  "GET rooms": [200, ROOMS],
  "GET rooms/K7MQ2X/results": [200, { room: ROOM, polls: [], answers: [] }],
  "GET homework": [200, { homework: [HOMEWORK] }],
  "GET homework/K7MQ2X": [200, HOMEWORK],
};

const onshow = vi.fn();
const teacher = { puzzles: [], code: CODE, isPrinting: false, onshow };

const SLIPS = english.homework.slipsNote;

/** A screen with its properties, and what it shows of the answer. */
const SCREENS: Record<string, [screen: unknown, props: object, shown: string]> = {
  "an invitation": [InvitationPage, { code: CODE }, w.ownInvitation],
  "a profile": [ProfilePage, { name: "Anna", onaccount: vi.fn() }, w.person.ratings],
  "the leaders": [Leaderboard, {}, w.leaders.none],
  "the account": [AccountSettings, { who: ANNA, ondone: vi.fn() }, w.account.codes],
  bots: [AccountBots, {}, "my bot"],
  "the record": [AccountProgress, { onchange: vi.fn() }, english.record.account({ name: "Anna" })],
  "own class rooms": [RoomFinder, {}, w.room.create],
  "the page after a lesson": [LessonReport, { code: CODE }, "Physics"],
  "own homework": [TeacherHomework, { ...teacher, code: "" }, "Loops"],
  "results of homework": [TeacherHomework, teacher, "Loops"],
  "slips of homework": [TeacherHomework, { ...teacher, isPrinting: true }, SLIPS],
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const textOfPage = (): string => document.body.textContent;

function retryKey(): HTMLElement {
  const keys = [...document.querySelectorAll("button")];
  const key = keys.find(({ textContent }) => textContent === w.retry);
  if (!key) throw new RangeError(textOfPage());
  return key;
}

/** Check that `act` sends a request at once: no timer can elapse before this returns. */
function expectRequest(api: Api, act: () => void): void {
  const before = api.asked.length;
  act();
  expect(api.asked.length).toBeGreaterThan(before);
}

/** Mount a screen while the server cannot be reached. */
function open(name: string, standing: Online["standing"]): { api: Api; close: () => void } {
  const [screen, props] = SCREENS[name] as (typeof SCREENS)[string];
  const api = new Api({});
  const connection = new Connection("ws://here", new Server().opener(null));
  shared.online = new Online(new Service(api.fetch), connection, { name: "Anna" });
  shared.online.standing = standing;
  useApp({
    settings: { choices: { language: "en" } },
    failed: (error: unknown) => expect.fail(String(error)),
  });
  const shown = mount(screen as Component, { target: document.body, props });
  const close = (): void => {
    void unmount(shown);
    document.body.replaceChildren();
  };
  return { api, close };
}

const WAYS_TO_RETRY: readonly [string, () => void][] = [
  ["by a key", () => retryKey().click()],
  ["when the network is back", () => dispatchEvent(new Event("online"))],
];

describe.each(WAYS_TO_RETRY)("after an outage, %s", (_, act) => {
  test.each(Object.entries(SCREENS))("%s is loaded again", async (name, [, , text]) => {
    const { api, close } = open(name, "there");
    await vi.waitFor(() => expect(retryKey()).toBeDefined());
    expect(textOfPage()).toContain(w.rejections.away);
    expect(textOfPage()).not.toContain(text);
    Object.assign(api.answers, ANSWERS);
    expectRequest(api, act);
    await vi.waitFor(() => expect(textOfPage()).toContain(text));
    expect(textOfPage()).not.toContain(w.rejections.away);
    close();
  });

  test("a server that could not be reached is asked again", async () => {
    const { api, close } = open("own homework", "unknown");
    await vi.waitFor(() => expect(retryKey()).toBeDefined());
    Object.assign(api.answers, ANSWERS);
    expectRequest(api, act);
    await vi.waitFor(() => expect(textOfPage()).toContain("Loops"));
    close();
  });
});

test("after an outage, a screen is loaded again by itself, later each time", async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0); // the shortest delays
  const { api, close } = open("the leaders", "there");
  await vi.advanceTimersByTimeAsync(0);
  for (const [failures, delayMs] of [500, 1_000, 2_000].entries()) {
    expect(api.asked).toHaveLength(failures + 1);
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(api.asked).toHaveLength(failures + 1);
    await vi.advanceTimersByTimeAsync(1);
  }
  Object.assign(api.answers, ANSWERS);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(textOfPage()).toContain(w.leaders.none);
  const asked = api.asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.asked).toHaveLength(asked);
  close();
});

test("what the server refuses has no key to try again", async () => {
  const { api, close } = open("an invitation", "there");
  api.answers["GET challenges/K7MQ2X"] = [404, { error: "gone", message: "" }];
  await vi.waitFor(() => expect(textOfPage()).toContain(w.rejections.gone));
  expect(retryKey).toThrow();
  close();
});

test("an invitation stays open if its acceptance gets no answer", async () => {
  const { api, close } = open("an invitation", "there");
  await vi.waitFor(() => expect(retryKey()).toBeDefined());
  api.answers["GET challenges/K7MQ2X"] = [200, { ...INVITATION, mine: false }];
  retryKey().click();
  const form = await vi.waitFor(() => {
    const found = document.querySelector("form");
    if (!found) throw new RangeError(textOfPage());
    return found;
  });
  form.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await vi.waitFor(() => expect(form.textContent).toContain(w.rejections.away));
  expect(document.querySelector("form")).toBe(form);
  close();
});
