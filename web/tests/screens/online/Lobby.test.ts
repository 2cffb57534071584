// @vitest-environment happy-dom
import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import type { Seek } from "../../../src/online/wire";
import Lobby from "../../../src/screens/online/Lobby.svelte";
import { Api } from "../../online/api";
import { Server, TERMS } from "../../online/server";
import { english } from "../../messages";
import { useApp } from "../context";

const w = english.online;
const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({ sharedOnline: () => shared.online }));
const GUEST = { user: "guest", name: "Guest 1234", guest: true, bot: false, listed: false };

function seek(id: string, name: string): Seek {
  const who = { name, level: null, bot: false };
  const terms = { rules: "goff", clock: "300+3", rated: false, side: "random" } as const;
  return { seek: id, who, stays: false, created: 0, ...terms };
}

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test("the user’s own seeks and games are loaded again after an outage", async () => {
  vi.useFakeTimers();
  const unavailable = [503, { error: "unavailable", message: "the store is away" }] as const;
  const api = new Api({
    "GET games": [[...unavailable], [200, { games: [] }]],
    "GET nearby": [[...unavailable], [200, { servers: [] }]],
    "GET people/%40guest/games": [200, { games: [], next: null }],
    "GET seeks": [[...unavailable], [...unavailable], [200, { seeks: [] }]],
  });
  const server = new Server();
  const online = new Online(
    new Service(api.fetch),
    new Connection("ws://here", server.opener(null)),
  );
  shared.online = online;
  online.who = GUEST;
  useApp({ settings: { choices: { language: "en" } }, runningGames: { set: vi.fn() } });
  const props = { onaccount: vi.fn() };
  const shown = mount(Lobby, { target: document.body, props });
  const problems = () => document.querySelectorAll("[role=alert]").length;
  await vi.waitFor(() => expect(problems()).toBe(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(problems()).toBe(0);
  const times = (question: string) => api.asked.filter((asked) => asked === question).length;
  expect([times("GET seeks"), times("GET games")]).toEqual([3, 2]);
  void unmount(shown);
});

test.each(["GET games", "GET people/%40guest/games", "GET seeks"])(
  "while %s is refused, its error and the other lists are shown",
  async (refused) => {
    vi.useFakeTimers();
    const game = {
      ...{ game: "g1", rules: "goff", clock: "300+3", rated: false, created: 0, version: 1, at: 0 },
      ...{ x: TERMS.x, o: TERMS.o, result: null, termination: null, private: false },
      ...{ seat: "X", turn: "X" },
    };
    const games = [200, { games: [game], next: null }] as const;
    const api = new Api({
      "GET games": [...games],
      "GET nearby": [200, { servers: [] }],
      "GET people/%40guest/games": [...games],
      "GET seeks": [200, { seeks: [{ ...seek("own", GUEST.name), stays: true }] }],
      [refused]: [503, { error: "unavailable", message: "the store is away" }],
    });
    const connection = new Connection("ws://here", new Server().opener(null));
    shared.online = new Online(new Service(api.fetch), connection);
    shared.online.who = GUEST;
    const runningGames = { set: vi.fn() };
    useApp({ settings: { choices: { language: "en" } }, runningGames });
    const shown = mount(Lobby, { target: document.body, props: { onaccount: vi.fn() } });
    const alert = (): string | undefined =>
      document.querySelector("[role=alert]")?.textContent ?? undefined;
    const has = (text: string): boolean => document.body.textContent.includes(text);
    for (let seconds = 0; seconds < 30; seconds++) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(alert()).toBe(w.rejections.unavailable);
    }
    expect([has(w.currentGames), has(w.finishedGames), has(w.cancel)]).toEqual([
      refused !== "GET games",
      !refused.startsWith("GET people"),
      refused !== "GET seeks",
    ]);
    expect(runningGames.set.mock.calls.length > 0).toBe(refused !== "GET games");
    void unmount(shown);
  },
);

test("the seek of another guest with the same name is offered, one’s own is not", async () => {
  const own = seek("own", GUEST.name);
  const api = new Api({
    "GET games": [200, { games: [] }],
    "GET people/%40guest/games": [200, { games: [], next: null }],
    "GET seeks": [200, { seeks: [own] }],
  });
  const server = new Server();
  const online = new Online(
    new Service(api.fetch),
    new Connection("ws://here", server.opener(null)),
  );
  shared.online = online;
  online.who = GUEST;
  const settings = { choices: { language: "en" } };
  const noop = (): void => undefined;
  useApp({ settings, runningGames: { set: vi.fn() } });
  const props = { onaccount: noop };
  const shown = mount(Lobby, { target: document.body, props });
  await vi.waitFor(() => expect(server.orders).toContainEqual({ t: "lobby" }));
  for (const socket of server.sockets)
    socket.push({
      t: "lobby",
      seeks: [own, seek("other", GUEST.name), seek("third", "Anna")],
      games: [],
      online: 3,
    });
  const offers = (): string[] =>
    [...document.querySelectorAll("li")]
      .filter((each) => each.textContent.includes(w.join))
      .map((each) => each.querySelector("p")?.firstChild?.textContent ?? "");
  await vi.waitFor(() => expect(offers()).toEqual([GUEST.name, "Anna"]));
  void unmount(shown);
});
