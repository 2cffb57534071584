// @vitest-environment happy-dom
/** A game in progress is found again after the page is loaded anew. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import type { Address } from "../../../src/screens/address";
import OnlineBanner from "../../../src/screens/online/OnlineBanner.svelte";
import { device } from "../../../src/settings/storage.svelte";
import { startedKernel } from "../../kernel/ports";
import { english } from "../../messages";
import { Api } from "../../online/api";
import { Server, TERMS } from "../../online/server";
import { useApp } from "../context";

const w = english.online;
const runningGames = device.store<boolean | null>({
  name: "running",
  none: null,
  parse: Boolean,
});
const kernel = await startedKernel();
const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({ sharedOnline: () => shared.online }));

let shown: Record<string, unknown> | undefined;

beforeEach(() => {
  localStorage.clear();
  device.forget();
});
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.textContent = "";
  vi.useRealTimers();
});

const NONE = [200, { games: [], next: null }] as const;
const LISTED = {
  ...{ clock: TERMS.clock, rules: "goff", rated: false, x: TERMS.x, o: TERMS.o },
  ...{ created: 0, version: 1, at: 0, result: null, seat: "X", turn: "X" },
};

/** Open a screen in a new page; the server has a game in which it is X's turn. */
function open(address: Address, ...answers: Api["answers"][string][]) {
  const server = new Server();
  server.add("move", "X", "12");
  server.add("move", "O", "23");
  const found = [200, { games: [{ game: server.game, ...LISTED }], next: null }];
  const api = new Api({ "GET games": [...answers, found] as never });
  const connection = new Connection("ws://here", server.opener("X"));
  shared.online = new Online(new Service(api.fetch), connection);
  const failed = vi.fn();
  const settings = { choices: { language: "en" } };
  const app = $state({ failed, kernel, address, settings, runningGames });
  useApp(app);
  shown = mount(OnlineBanner, { target: document.body });
  flushSync();
  return { app, api, server };
}

const text = (): string => document.body.textContent.replace(/\s+/g, " ").trim();

/** Wait until the banner has the turn, the opponent and the way back. */
async function expectBanner(): Promise<void> {
  const parts = [w.itIsYourTurn, w.against({ name: TERMS.o.name }), w.toGame];
  await vi.waitFor(() => {
    flushSync();
    for (const part of parts) expect(text()).toContain(part);
  });
}

test.each([
  { screen: "welcome", rest: "" },
  { screen: "online", rest: "" },
  { screen: "online", rest: "leaders" },
] as const)("on the screen $screen $rest", async (address) => {
  runningGames.set(() => true);
  open(address);
  await expectBanner();
});

test("not on its own screen, which may follow it; the search before it is cancelled", async () => {
  runningGames.set(() => true);
  const { app, api, server } = open({ screen: "lessons", rest: "" });
  app.address = { screen: "online", rest: `game/${server.game}` };
  flushSync();
  await vi.waitFor(() => expect(api.asked).toEqual(["GET games"]));
  await vi.waitFor(() => expect(server.sockets.size).toBe(0));
  expect([shared.online.left, server.orders.filter(({ t }) => t === "leave")]).toEqual([null, []]);
});

test("a game that has begun before it was seen", async () => {
  const { app, api } = open({ screen: "welcome", rest: "" });
  expect(api.asked).toEqual([]);
  shared.online.begun = "abcdefghij";
  flushSync();
  expect(runningGames.value).not.toBeNull();
  if (shown) void unmount(shown);
  open(app.address);
  await expectBanner();
});

test("a server that is away is asked again; without games it is asked no more", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  runningGames.set(() => true);
  const { app, api } = open({ screen: "welcome", rest: "" }, [503], NONE as never);
  await vi.waitFor(() => expect(api.asked).toHaveLength(1));
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5_000);
    expect(api.asked).toHaveLength(2);
  });
  await vi.waitFor(() => expect(runningGames.value).toBeNull());
  app.address = { screen: "lessons", rest: "" };
  flushSync();
  expect(api.asked).toHaveLength(2);
});

test.each(["there", "ended"] as const)("without a user no games are asked for (%s)", (standing) => {
  runningGames.set(() => true);
  const { app, api } = open({ screen: "online", rest: `game/${"a".repeat(10)}` });
  Object.assign(shared.online, { who: null, standing });
  app.address = { screen: "online", rest: "" };
  flushSync();
  expect(api.asked).toEqual([]);
});
