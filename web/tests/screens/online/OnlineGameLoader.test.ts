// @vitest-environment happy-dom
/** A game that the server cannot open yet is requested again, and the reason is shown. */

import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import OnlineGameLoader from "../../../src/screens/online/OnlineGameLoader.svelte";
import { Api } from "../../online/api";
import { english } from "../../messages";
import { Server } from "../../online/server";
import { useApp } from "../context";

const w = english.online;
const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({
  sharedOnline: () => shared.online,
  showOnline: vi.fn(),
}));

test.each(["unavailable", "too-fast"] as const)("a refusal as %s", async (code) => {
  vi.useFakeTimers();
  const server = new Server();
  server.refusedWatches = Infinity;
  server.watchRefusal = code;
  const connection = new Connection("ws://here", server.opener("X"));
  shared.online = new Online(new Service(new Api({}).fetch), connection);
  useApp({ settings: { choices: { language: "en" } } });
  const props = { game: server.game };
  const shown = mount(OnlineGameLoader, { target: document.body, props });
  const status = (): string | undefined => {
    flushSync();
    return document.querySelector("[role=status]")?.textContent ?? undefined;
  };
  expect(status()).toBe(w.connecting);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(status()).toBe(w.rejections[code]);
  expect(server.orders.filter(({ t }) => t === "watch").length).toBeGreaterThan(2);
  server.cut();
  expect(status()).toBe(w.reconnecting);
  await unmount(shown);
  vi.useRealTimers();
});
