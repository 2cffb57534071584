/** What the service worker shows, in the words that the app has saved. */

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

import { notificationWords } from "../../src/online/words";
import { english, greek } from "../messages";

const SCRIPT = readFileSync(new URL("../../public/push.js", import.meta.url), "utf8");

/** The notification about an opponent's move. */
async function shown(opponent: string, words: object | null) {
  const listeners: Record<string, (event: object) => void> = {};
  const showNotification = vi.fn<(title: string, options: { body: string }) => Promise<void>>();
  const matched = words && { json: async () => words };
  const globals = {
    addEventListener: (name: string, listener: (event: object) => void) =>
      void (listeners[name] = listener),
    registration: { scope: "https://play.example/", showNotification },
    clients: { matchAll: async () => [] },
    caches: { match: async () => matched },
    navigator: {},
  };
  new Function(...Object.keys(globals), SCRIPT)(...Object.values(globals));
  const message = { kind: "turn", game: "abcdefghij", opponent, waiting: 1 };
  let done: Promise<void> | undefined;
  listeners["push"]?.({
    data: { json: () => message },
    waitUntil: (showing: Promise<void>) => (done = showing),
  });
  await done;
  const [title, options] = showNotification.mock.calls[0] ?? [];
  return [title, options?.body];
}

test.each([
  ["Guest 4821", "Επισκέπτης 4821"],
  ["Guest house", "Guest house"],
  ["Anna", "Anna"],
])("%s is named in the language of the app", async (opponent, name) => {
  const words = notificationWords(greek.online);
  const { title, body } = greek.online.notifications.turn;
  expect(await shown(opponent, words)).toEqual([title, body({ opponent: name })]);
});

test("in English the name of a guest stays, also before the app has saved its words", async () => {
  const [, body] = await shown("Guest 4821", notificationWords(english.online));
  expect(body).toBe("Guest 4821 has moved.");
  expect(await shown("Guest 4821", null)).toEqual(["Quantum tic-tac-toe", "Guest 4821"]);
});
