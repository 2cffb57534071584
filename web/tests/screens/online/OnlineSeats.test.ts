// @vitest-environment happy-dom
/** An opponent is away who is missing for some seconds, not one who is about to arrive. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Player } from "../../../src/kernel/types";
import { Connection } from "../../../src/online/connection.svelte";
import { OnlineGame } from "../../../src/online/game.svelte";
import OnlineSeats from "../../../src/screens/online/OnlineSeats.svelte";
import { startedKernel } from "../../kernel/ports";
import { english } from "../../messages";
import { Server, TERMS } from "../../online/server";
import { useApp } from "../context";

const w = english.online;
const AWAY = w.absent({ name: TERMS.o.name });
const kernel = await startedKernel();
vi.mock("../../../src/screens/online/online-state", () => ({
  sharedOnline: () => ({ connection: { state: "open" } }),
}));

afterEach(() => {
  document.body.textContent = "";
  vi.useRealTimers();
});

test("a short absence is not displayed, and a long one ends with the return", async () => {
  const server = new Server();
  server.present = ["X"];
  const connection = new Connection("ws://here", server.opener("X"));
  connection.listen({ opened: () => undefined, received: () => undefined });
  const { signal } = new AbortController();
  const game = await OnlineGame.open(kernel, connection, server.game, signal);
  useApp({ settings: { choices: { language: "en" } } });
  vi.useFakeTimers();
  const shown = mount(OnlineSeats, { target: document.body, props: { game } });
  const text = (): string => {
    flushSync();
    return document.querySelector(".note")?.textContent.trim() ?? "none";
  };
  const report = (...present: Player[]): void =>
    game.received({ t: "presence", game: server.game, present, watching: 0 });
  const wait = (milliseconds: number): void => {
    flushSync();
    vi.advanceTimersByTime(milliseconds);
  };

  wait(2_000);
  expect(text()).toBe("");
  report("X", "O");
  wait(60_000);
  expect(text()).toBe("");
  report("X");
  wait(2_000);
  expect(text()).toBe("");
  wait(2_000);
  expect(text()).toContain(AWAY);
  report("X", "O");
  expect(text()).toBe(w.back({ name: TERMS.o.name }));
  wait(6_000);
  expect(text()).toBe("");
  void unmount(shown);
  game.leave();
});
