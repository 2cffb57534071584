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
const BACK = w.back({ name: TERMS.o.name });
const kernel = await startedKernel();
vi.mock("../../../src/screens/online/online-state", () => ({
  sharedOnline: () => ({ connection: { state: "open" } }),
}));

afterEach(() => {
  document.body.textContent = "";
  vi.useRealTimers();
});

interface Shown {
  readonly text: () => string;
  readonly report: (...present: Player[]) => void;
  readonly wait: (milliseconds: number) => void;
}

/** Show X's seats while O has not come yet, and do something with them. */
async function showing(server: Server, act: (shown: Shown) => void): Promise<void> {
  server.present = ["X"];
  const connection = new Connection("ws://here", server.opener("X"));
  connection.listen({ opened: () => undefined, received: () => undefined });
  const { signal } = new AbortController();
  const game = await OnlineGame.open(kernel, connection, server.game, signal);
  useApp({ settings: { choices: { language: "en" } } });
  vi.useFakeTimers();
  const shown = mount(OnlineSeats, { target: document.body, props: { game } });
  act({
    text: () => {
      flushSync();
      return document.querySelector(".note")?.textContent.trim() ?? "none";
    },
    report: (...present) =>
      game.received({ t: "presence", game: server.game, present, watching: 0 }),
    wait: (milliseconds) => {
      flushSync();
      vi.advanceTimersByTime(milliseconds);
    },
  });
  void unmount(shown);
  game.leave();
}

test("a short absence is not displayed, and a long one ends with the return", async () => {
  await showing(new Server(), ({ text, report, wait }) => {
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
    expect(text()).toBe(BACK);
    wait(6_000);
    expect(text()).toBe("");
  });
});

test("the first arrival is no return", async () => {
  await showing(new Server(), ({ text, report, wait }) => {
    wait(4_000);
    expect(text()).toContain(AWAY);
    report("X", "O");
    expect(text()).toBe("");
  });
});

test("an opponent returns who has left after a move, before the presence was reported", async () => {
  const server = new Server();
  await showing(server, ({ text, report, wait }) => {
    server.add("move", "O", "12", "a-decision");
    report("X");
    wait(4_000);
    expect(text()).toContain(AWAY);
    report("X", "O");
    expect(text()).toBe(BACK);
  });
});
