/** What the service worker shows, in the words that the app has saved; renewed subscriptions. */

import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";

import { notificationWords } from "../../src/online/words";
import { english, greek } from "../messages";

const GAME = "abcdefghij";
const SCRIPT = readFileSync(new URL("../../public/push.js", import.meta.url), "utf8");

afterEach(() => void vi.useRealTimers());

type Show = (title: string, options: { body: string; silent: boolean }) => Promise<void>;

/** A push message about an opponent's move, while these pages are open. */
function push(opponent: string, words: object | null, pages: object[] = []) {
  const listeners: Record<string, (event: object) => void> = {};
  const showNotification = vi.fn<Show>();
  const close = vi.fn();
  const getNotifications = async ({ tag }: { tag: string }) => (tag === GAME ? [{ close }] : []);
  const matched = words && { json: async () => words };
  const globals = {
    addEventListener: (name: string, listener: (event: object) => void) =>
      void (listeners[name] = listener),
    registration: { scope: "https://play.example/", showNotification, getNotifications },
    clients: { matchAll: async () => pages },
    caches: { match: async () => matched },
    navigator: {},
  };
  new Function(...Object.keys(globals), SCRIPT)(...Object.values(globals));
  const message = { kind: "turn", game: GAME, opponent, waiting: 1 };
  let done: Promise<void> | undefined;
  listeners["push"]?.({
    data: { json: () => message },
    waitUntil: (showing: Promise<void>) => (done = showing),
  });
  return { showNotification, close, done };
}

/** The title and the text of the notification. */
async function shown(opponent: string, words: object | null) {
  const { showNotification, done } = push(opponent, words);
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

test.each([
  ["stays visible", "visible", 1],
  ["is left", "hidden", 0],
])("a game whose page %s is notified in silence", async (_, then, closed) => {
  vi.useFakeTimers();
  const page = { url: `https://play.example/g/${GAME}`, visibilityState: "visible" };
  const { showNotification, close, done } = push("Anna", null, [page]);
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
  expect(showNotification.mock.calls[0]?.[1].silent).toBe(true);
  expect(close).not.toHaveBeenCalled();
  page.visibilityState = then;
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
  expect(close).toHaveBeenCalledTimes(closed);
});

test.each([
  ["hidden", GAME],
  ["visible", "klmnopqrst"],
])("a %s page with the game %s is notified aloud", async (visibilityState, game) => {
  const page = { url: `https://play.example/g/${game}`, visibilityState };
  const { showNotification, close, done } = push("Anna", null, [page]);
  await done;
  expect(showNotification.mock.calls[0]?.[1].silent).toBe(false);
  expect(close).not.toHaveBeenCalled();
});

const KEYS = { endpoint: "https://push.example/1", p256dh: "p", auth: "a" };
const { endpoint, ...keys } = KEYS;
const RENEWED = { toJSON: () => ({ endpoint, keys, expirationTime: null }) };

type Renewal = [string, typeof RENEWED | null | undefined, string, number, string[]];

test.each<Renewal>([
  ["names", RENEWED, "granted", 200, ["PUT"]],
  ["does not name", null, "granted", 200, ["GET", "PUT"]],
  ["does not name", undefined, "denied", 200, []],
  ["does not name", null, "granted", 404, ["GET"]],
])(
  "a renewed subscription that the browser %s is sent",
  async (_, given, permission, status, asked) => {
    const listeners: Record<string, (event: object) => void> = {};
    const subscribe = vi.fn(async (_: object) => RENEWED);
    const requests: RequestInit[] = [];
    const globals = {
      addEventListener: (name: string, listener: (event: object) => void) =>
        void (listeners[name] = listener),
      registration: { pushManager: { subscribe } },
      Notification: { permission },
      fetch: async (path: string, request: RequestInit = {}) => {
        expect(path).toBe("/api/push");
        requests.push(request);
        return Response.json({ key: "the key" }, { status });
      },
    };
    new Function(...Object.keys(globals), SCRIPT)(...Object.values(globals));
    let done: Promise<void> | undefined;
    listeners["pushsubscriptionchange"]?.({
      ...(given !== undefined && { newSubscription: given }),
      waitUntil: (renewing: Promise<void>) => (done = renewing),
    });
    await done;
    expect(requests.map(({ method = "GET" }) => method)).toEqual(asked);
    const sent = requests.find(({ method }) => method === "PUT");
    if (!asked.includes("PUT")) return;
    expect(sent?.headers).toEqual({ "Content-Type": "application/json" });
    expect(JSON.parse(String(sent?.body))).toEqual(KEYS);
    const options = { userVisibleOnly: true, applicationServerKey: "the key" };
    expect(subscribe.mock.calls).toEqual(given ? [] : [[options]]);
  },
);
