import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection } from "../../src/online/connection.svelte";
import type { ServerMessage } from "../../src/online/wire";
import { Server } from "./server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function linked(): {
  server: Server;
  connection: Connection;
  onGreeting: ServerMessage[];
  stop: () => void;
} {
  const server = new Server();
  const connection = new Connection("ws://here", server.opener("X"));
  const received: ServerMessage[] = [];
  const stop = connection.listen({ received: (report) => void received.push(report) });
  return { server, connection, onGreeting: received, stop };
}

test("is open while it has listeners", async () => {
  const { server, connection, stop } = linked();
  await vi.advanceTimersByTimeAsync(1);
  expect([connection.state, server.sockets.size]).toEqual(["open", 1]);
  stop();
  expect([connection.state, server.sockets.size]).toEqual(["closed", 0]);
  expect(connection.send({ t: "lobby" })).toBe(false);
});

test("reconnects after a delay and notifies listeners", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  let openings = 0;
  connection.listen({ opened: () => void openings++ });
  server.cut();
  expect([connection.state, openings]).toEqual(["away", 1]);
  await vi.advanceTimersByTimeAsync(300);
  expect([connection.state, openings]).toEqual(["open", 2]);
});

test("increases the delay up to a maximum", async () => {
  const server = new Server();
  let tries = 0;
  const connection = new Connection("ws://here", () => {
    tries++;
    const socket = { close: () => undefined, onclose: null as ((event: object) => void) | null };
    setTimeout(() => socket.onclose?.({ code: 1006 }));
    return socket as unknown as WebSocket;
  });
  connection.listen({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBeGreaterThan(8);
  expect(tries).toBeLessThan(25);
  expect(server.sockets.size).toBe(0);
});

test("is closed if no message arrives in time", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  vi.spyOn(server, "take").mockReturnValue(); // half open: messages are lost
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.state).not.toBe("open");
});

test("stays closed after the session ended, until the next login", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  const ended = vi.fn();
  connection.listen({ ended });
  server.cut(4003);
  await vi.advanceTimersByTimeAsync(60_000);
  connection.probe();
  expect([connection.state, server.sockets.size]).toEqual(["ended", 0]);
  expect(ended).toHaveBeenCalledOnce();
  connection.renew();
  await vi.advanceTimersByTimeAsync(1);
  expect([connection.state, server.sockets.size]).toEqual(["open", 1]);
});

test("reconnects at once when the network is back", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  server.cut();
  connection.probe();
  await vi.advanceTimersByTimeAsync(1);
  expect(connection.state).toBe("open");
});

test("knows the server's time", async () => {
  const { connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  expect(Math.round(connection.now() / 1000)).toBe(1000);
});

test("knows the server's time again after the device slept, also if answers are slower", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  const take = server.take.bind(server);
  vi.spyOn(server, "take").mockImplementation((...message) => {
    setTimeout(() => take(...message), 100);
  });
  vi.setSystemTime(Date.now() + 30_000); // performance.now() stood still
  server.now += 30_000;
  for (const socket of server.sockets) socket.push({ t: "pong", n: 1, now: 1_000_000 });
  await vi.advanceTimersByTimeAsync(110);
  expect(Math.round(connection.now() / 1000)).toBe(1030);
  expect(connection.state).toBe("open");
});

test("notices a sleep without a message, and that the connection was lost meanwhile", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  const take = vi.spyOn(server, "take").mockReturnValue();
  vi.setSystemTime(Date.now() + 30_000);
  await vi.advanceTimersByTimeAsync(15_001);
  expect(connection.state).toBe("away");
  take.mockRestore();
  await vi.advanceTimersByTimeAsync(300);
  expect(connection.state).toBe("open");
});

test("a probe closes a half-open connection, and keeps one that answers", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  connection.probe();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(connection.state).toBe("open");
  vi.spyOn(server, "take").mockReturnValue();
  connection.probe();
  // Older messages prove nothing.
  for (const socket of server.sockets) socket.push({ t: "pong", n: 1, now: 1_000_000 });
  await vi.advanceTimersByTimeAsync(5_001);
  expect(connection.state).toBe("away");
});

test("probes in a row do not postpone the first, also while another is answered", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  const take = vi.spyOn(server, "take").mockReturnValue();
  connection.probe();
  await vi.advanceTimersByTimeAsync(3_000);
  connection.probe();
  await vi.advanceTimersByTimeAsync(2_001);
  expect(connection.state).toBe("away");
  take.mockRestore();
  connection.probe();
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(1_000);
    connection.probe();
  }
  expect([connection.state, server.sockets.size]).toEqual(["open", 1]);
});

test("a probe ends an attempt to connect that is not answered, and keeps one that is", async () => {
  const server = new Server();
  const open = server.opener("X");
  const dead = { close: vi.fn() };
  const sockets = [dead, undefined];
  const connection = new Connection(
    "ws://here",
    () => (sockets.shift() as WebSocket | undefined) ?? open(),
  );
  connection.listen({});
  await vi.advanceTimersByTimeAsync(1_000);
  connection.probe();
  await vi.advanceTimersByTimeAsync(3_000);
  connection.probe();
  expect(connection.state).toBe("opening");
  await vi.advanceTimersByTimeAsync(2_001);
  expect([connection.state, dead.close.mock.calls.length]).toEqual(["away", 1]);
  connection.probe();
  connection.probe();
  await vi.advanceTimersByTimeAsync(6_000);
  expect([connection.state, server.sockets.size]).toEqual(["open", 1]);
});

test("a probe on a slow network waits for several times its delay", async () => {
  const { server, connection } = linked();
  const take = server.take.bind(server);
  vi.spyOn(server, "take").mockImplementation((...message) => {
    setTimeout(() => take(...message), 6_000);
  });
  await vi.advanceTimersByTimeAsync(6_001);
  connection.probe();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([connection.state, connection.delay]).toEqual(["open", 6_000]);
});

test("probes in a row keep a slow connection whose answers come between them", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  const opened = vi.fn();
  connection.listen({ opened });
  const take = server.take.bind(server);
  vi.spyOn(server, "take").mockImplementation((...message) => {
    setTimeout(() => take(...message), 3_000);
  });
  for (let i = 0; i < 10; i++) {
    connection.probe();
    await vi.advanceTimersByTimeAsync(2_900);
  }
  expect(opened).toHaveBeenCalledOnce();
});

test("waits for the delay that a stopping server requests", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  for (const socket of server.sockets) socket.push({ t: "bye", again: 5_000 });
  server.cut();
  await vi.advanceTimersByTimeAsync(2_400);
  expect(connection.state).toBe("away");
  await vi.advanceTimersByTimeAsync(2_700);
  expect(connection.state).toBe("open");
});

test("reconnects at once when the device has lost its network", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  connection.networkLost();
  expect([connection.state, server.sockets.size]).toEqual(["away", 0]);
  connection.networkLost();
  await vi.advanceTimersByTimeAsync(300);
  expect([connection.state, server.sockets.size]).toEqual(["open", 1]);
});

test("sends no more messages than the server accepts, urgent ones first", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  server.orders.length = 0;
  const games = Array.from({ length: 64 }, (_, i) => `game${i}`);
  for (const game of games) connection.send({ t: "watch", game });
  expect(server.orders.length).toBeLessThan(40);
  connection.send({ t: "do", game: "game0", id: "a", at: 0, kind: "resign" });
  const before = server.orders.length;
  await vi.advanceTimersByTimeAsync(100);
  expect(server.orders[before]).toMatchObject({ t: "do" });
  expect(server.orders.length).toBeLessThanOrEqual(before + 2);
  await vi.advanceTimersByTimeAsync(5_000);
  const watched = server.orders.flatMap((order) => (order.t === "watch" ? [order.game] : []));
  expect(watched).toEqual(games);
});

test("large answers count as more messages", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  const lobby = { t: "lobby", seeks: [], games: [], online: 1 } as const;
  const rest = "é".repeat(4096 * 10);
  for (const socket of server.sockets) socket.push({ ...lobby, rest } as typeof lobby);
  server.orders.length = 0;
  for (let i = 0; i < 30; i++) connection.send({ t: "lobby" });
  expect(server.orders.length).toBeLessThan(15);
});

test("what waited is discarded when the connection is lost", async () => {
  const { server, connection } = linked();
  await vi.advanceTimersByTimeAsync(1);
  for (let i = 0; i < 64; i++) connection.send({ t: "lobby" });
  server.cut();
  server.orders.length = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([connection.state, server.orders.filter(({ t }) => t === "lobby")]).toEqual(["open", []]);
});
