/** Games and seeks that go on while other screens are open. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Connection } from "../../src/online/connection.svelte";
import { OnlineGame } from "../../src/online/game.svelte";
import { Online } from "../../src/online/online.svelte";
import { Service } from "../../src/online/service";
import type { Account } from "../../src/online/accounts";
import { startedKernel } from "../kernel/ports";
import { Api } from "./api";
import { Server, TERMS } from "./server";

const kernel = await startedKernel();
const account = (user: string): Account => ({
  user,
  name: user,
  guest: true,
  bot: false,
  listed: false,
});

function arrived(answers: ConstructorParameters<typeof Api>[0] = {}): {
  server: Server;
  api: Api;
  online: Online;
} {
  const server = new Server();
  const api = new Api(answers);
  const connection = new Connection("ws://here", server.opener("X"));
  return { server, api, online: new Online(new Service(api.fetch), connection) };
}

describe("a game whose screen was closed", () => {
  async function left(
    server: Server,
    online: Online,
    clock: string,
    words: readonly string[],
  ): Promise<OnlineGame> {
    server.terms = { ...TERMS, clock };
    words.forEach((word, i) => server.add("move", i % 2 ? "O" : "X", word));
    const { signal } = new AbortController();
    const game = await OnlineGame.open(kernel, online.connection, server.game, signal);
    online.keep(game);
    return game;
  }

  test.each([
    ["300+3", "ours", []],
    ["300+3", "theirs", ["12"]],
    ["3d", "ours", []],
  ] as const)("is followed: %s, %s", async (clock, _, words) => {
    const { server, online } = arrived();
    const game = await left(server, online, clock, words);
    expect(online.take("0000000000")).toBeNull();
    expect(online.take(server.game)).toBe(game);
    expect(online.left).toBeNull();
  });

  test.each([
    ["3d", "theirs", (server: Server) => server.add("move", "X", "12")],
    [
      "300+3",
      "over, without the opponent",
      (server: Server) => {
        server.add("resign", "O");
        server.present = ["X"];
      },
    ],
    [
      "300+3",
      "over, a rematch declined",
      (server: Server) => {
        for (const kind of ["resign", "offer-rematch", "decline-rematch"] as const)
          server.add(kind, "O");
      },
    ],
  ] as const)("is not followed: %s, %s", async (clock, _, act) => {
    const { server, online } = arrived();
    act(server);
    await left(server, online, clock, []);
    expect([online.left, server.orders.at(-1)]).toEqual([null, { t: "leave", game: server.game }]);
  });

  test("is followed after its end while the opponent may offer a rematch", async () => {
    const { server, online } = arrived();
    server.add("resign", "O");
    const game = await left(server, online, "300+3", []);
    expect([online.left, game.isOfferedRematch]).toEqual([game, false]);
    server.add("offer-rematch", "O");
    await vi.waitFor(() => expect(game.isOfferedRematch).toBe(true));
    for (const socket of server.sockets)
      socket.push({ t: "presence", game: server.game, present: ["X"], watching: 0 });
    expect(game.isOfferedRematch).toBe(true); // the opponent reloads the page
  });

  test("is left by another account", async () => {
    const { server, online } = arrived();
    await online.become(Promise.resolve(account("first")));
    await left(server, online, "300+3", []);
    await online.become(Promise.resolve(account("first")));
    expect(online.left).not.toBeNull();
    await online.become(Promise.resolve(account("second")));
    expect(online.left).toBeNull();
  });
});

describe("a seek", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("ends with the game that begins, and is not withdrawn then", async () => {
    const { server, api, online } = arrived();
    online.search("seek1");
    await vi.advanceTimersByTimeAsync(1);
    for (const socket of server.sockets) socket.push({ t: "started", game: "ours" });
    expect([online.seek, online.begun]).toEqual([null, "ours"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([api.asked, online.connection.state]).toEqual([[], "closed"]);
  });

  test("is kept alive until a game is found", async () => {
    const { online } = arrived({
      "PUT seeks/seek1": [
        [200, { game: null }],
        [503, { error: "unavailable", message: "" }],
        [200, { game: "ours" }],
      ],
    });
    online.search("seek1");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(online.seek?.error).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(online.seek?.error).toMatchObject({ code: "unavailable" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([online.seek, online.begun]).toEqual([null, "ours"]);
  });

  test("is withdrawn once when it is cancelled", async () => {
    const { api, online } = arrived({ "DELETE seeks/seek1": [204] });
    online.search("seek1");
    const { seek } = online;
    seek?.cancel();
    seek?.cancel();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([online.seek, online.begun, api.asked]).toEqual([null, null, ["DELETE seeks/seek1"]]);
  });
});
