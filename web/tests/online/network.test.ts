// @vitest-environment happy-dom
/** What the page and the device tell, on every screen, while the socket tells nothing. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection } from "../../src/online/connection.svelte";
import { Server } from "./server";

/** `navigator.connection`, which happy-dom lacks. */
const network = Object.assign(new EventTarget(), { type: "wifi" });

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, "connection", { value: network, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const CHANGES: Readonly<Record<string, () => void>> = {
  "the page is shown": () => document.dispatchEvent(new Event("visibilitychange")),
  "the page is shown again by Back": () => dispatchEvent(new Event("pageshow")),
  "the network is back": () => dispatchEvent(new Event("online")),
  "the network is another one": () => {
    network.type = network.type === "wifi" ? "cellular" : "wifi";
    network.dispatchEvent(new Event("change"));
  },
};

async function open(): Promise<{ server: Server; connection: Connection; stop: () => void }> {
  const server = new Server();
  const connection = new Connection("ws://here", server.opener(null));
  const stop = connection.listen({});
  await vi.advanceTimersByTimeAsync(1);
  return { server, connection, stop };
}

test.each(Object.entries(CHANGES))("a dead connection is noticed when %s", async (_, change) => {
  const { server, connection, stop } = await open();
  vi.spyOn(server, "take").mockReturnValue(); // half open
  change();
  expect(connection.state).toBe("open");
  await vi.advanceTimersByTimeAsync(5_001);
  expect(connection.state).not.toBe("open");
  change();
  expect(connection.state).toBe("opening");
  stop();
});

test("the connection is lost with the network of the device", async () => {
  const { connection, stop } = await open();
  dispatchEvent(new Event("offline"));
  expect(connection.state).toBe("away");
  stop();
});

test("a hidden page, an estimate of the speed and a closed connection are not probed", async () => {
  const { server, connection, stop } = await open();
  const take = vi.spyOn(server, "take").mockReturnValue();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  network.dispatchEvent(new Event("change"));
  expect(take).not.toHaveBeenCalled();
  stop();
  for (const change of Object.values(CHANGES)) change();
  expect([connection.state, server.sockets.size]).toEqual(["closed", 0]);
});
