import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  type NotificationMemory,
  Notifications,
  type NotificationWords,
} from "../../src/online/notifications.svelte";
import { Service } from "../../src/online/service";
import { Api } from "./api";

const KEY = "AQID_-8";
const WORDS: NotificationWords = {
  guest: { pattern: "^Guest (\\d+)$", name: "Visitor $1" },
  kinds: { turn: { title: "Your turn", body: "{opponent} has moved." } },
};
const OFF = [404, { error: "not-found", message: "this server sends no notifications" }] as const;
const SUBSCRIBED = { endpoint: "https://push.test/1", p256dh: "point", auth: "secret" };

class FakeSubscription {
  constructor(
    private readonly manager: FakeManager,
    readonly options: { applicationServerKey: ArrayBuffer },
  ) {}
  toJSON() {
    const { endpoint, ...keys } = SUBSCRIBED;
    return { endpoint, keys };
  }
  async unsubscribe(): Promise<boolean> {
    this.manager.subscription = null;
    return true;
  }
}

class FakeManager {
  subscription: FakeSubscription | null = null;
  subscribe = vi.fn(async ({ applicationServerKey }: { applicationServerKey: string }) => {
    const base64 = applicationServerKey.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    return (this.subscription = new FakeSubscription(this, { applicationServerKey: bytes.buffer }));
  });
  getSubscription = async () => this.subscription;
}

let manager: FakeManager;
let answer: NotificationPermission;
let saved: Record<string, unknown>;

function allow(permission: NotificationPermission): void {
  const requestPermission = vi.fn(async () => {
    allow(answer);
    return answer;
  });
  vi.stubGlobal("Notification", { permission, requestPermission });
}

beforeEach(() => {
  manager = new FakeManager();
  answer = "granted";
  saved = {};
  const registration = { pushManager: manager };
  const ready = Promise.resolve(registration);
  vi.stubGlobal("navigator", { serviceWorker: { ready, getRegistration: () => ready } });
  vi.stubGlobal("PushManager", FakeManager);
  const put = async (name: string, response: Response) =>
    void (saved[name] = await response.json());
  vi.stubGlobal("caches", { open: async () => ({ put }) });
  allow("default");
});
afterEach(() => vi.unstubAllGlobals());

function device(
  answers: Partial<Api["answers"]> = {},
  choice: NotificationMemory["choice"] = null,
) {
  const memory: NotificationMemory = { choice };
  const api = new Api({
    "GET push": [200, { key: KEY }],
    "PUT push": [204],
    "DELETE push": [204],
    ...(answers as Api["answers"]),
  });
  return { api, memory, notifications: new Notifications(new Service(api.fetch), memory) };
}

test("switching them on asks the user, saves the words and subscribes", async () => {
  const { api, memory, notifications } = device();
  expect(await notifications.isOpen()).toBe(true);
  await notifications.enable("el", WORDS);
  expect(notifications.state).toBe("on");
  expect(memory.choice).toBe("on");
  expect(saved).toEqual({ "push-words.json": { ...WORDS, language: "el" } });
  expect(manager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: KEY,
  });
  expect(api.bodies.at(-1)).toEqual(SUBSCRIBED);
  expect(await notifications.isOpen()).toBe(false);
});

test("the browser asks before any request, and they are on after the last", async () => {
  const { api, notifications } = device();
  const arrive = vi.fn(async () => {
    api.asked.push("arrive");
    expect(notifications.state).toBe("off");
  });
  const { requestPermission } = Notification;
  const enabled = notifications.enable("en", WORDS, arrive);
  expect(requestPermission).toHaveBeenCalledOnce();
  expect(api.asked).toEqual([]);
  await enabled;
  expect(api.asked).toEqual(["GET push", "arrive", "PUT push"]);
  expect(notifications.state).toBe("on");
});

test("a server that sends none needs no user", async () => {
  const { notifications } = device({ "GET push": [...OFF] });
  const arrive = vi.fn();
  await notifications.enable("en", WORDS, arrive);
  expect([notifications.state, arrive.mock.calls]).toEqual(["missing", []]);
});

test("a failed request does not leave them on", async () => {
  const { notifications } = device({ "GET push": [503, { error: "unavailable", message: "" }] });
  await expect(notifications.enable("en", WORDS)).rejects.toMatchObject({ code: "unavailable" });
  expect(notifications.state).toBe("off");
});

test("a user who forbids them is not asked again", async () => {
  answer = "denied";
  const { api, notifications } = device();
  await notifications.enable("en", WORDS);
  expect(notifications.state).toBe("blocked");
  expect(await notifications.isOpen()).toBe(false);
  expect(api.asked).not.toContain("PUT push");
});

test("a user who declines is not asked again, and can switch them on later", async () => {
  const { notifications } = device();
  notifications.decline();
  expect(await notifications.isOpen()).toBe(false);
  expect(notifications.state).toBe("off");
  await notifications.enable("en", WORDS);
  expect(notifications.state).toBe("on");
});

test("they are not offered by a server that sends none, nor in a browser without them", async () => {
  const { notifications } = device({ "GET push": [...OFF] });
  expect(await notifications.isOpen()).toBe(false);
  expect(notifications.state).toBe("missing");
  vi.stubGlobal("navigator", {});
  const without = device();
  expect(await without.notifications.isOpen()).toBe(false);
  expect(without.notifications.state).toBe("unsupported");
  expect(without.api.asked).toEqual([]);
});

test("a later visit subscribes for the user who is logged in, with the same subscription", async () => {
  allow("granted");
  const { api, notifications } = device({}, "on");
  await notifications.sync("en", WORDS);
  await notifications.sync("en", WORDS);
  expect(manager.subscribe).toHaveBeenCalledTimes(1);
  expect(api.asked).toEqual(["GET push", "PUT push", "PUT push"]);
});

test("another key of the server replaces the subscription", async () => {
  allow("granted");
  await device({}, "on").notifications.sync("en", WORDS);
  const { api, notifications } = device({ "GET push": [200, { key: "AAAA" }] }, "on");
  await notifications.sync("en", WORDS);
  expect(manager.subscribe).toHaveBeenCalledTimes(2);
  expect(api.asked.at(-1)).toBe("PUT push");
});

test("a subscription that the browser has ended is off until the next visit", async () => {
  allow("granted");
  await device({}, "on").notifications.sync("en", WORDS);
  const { api, notifications } = device({}, "on");
  await notifications.confirm();
  expect(notifications.state).toBe("on");
  manager.subscription = null;
  await notifications.confirm();
  expect([notifications.state, api.asked]).toEqual(["off", []]);
  await notifications.look();
  expect(notifications.state).toBe("off");
  expect(await notifications.isOpen()).toBe(false);
  expect(notifications.state).toBe("off");
  await notifications.sync("en", WORDS);
  expect([notifications.state, api.asked.at(-1)]).toEqual(["on", "PUT push"]);
});

test("nothing is sent while they are off", async () => {
  const { api, notifications } = device();
  await notifications.sync("en", WORDS);
  allow("granted");
  await notifications.sync("en", WORDS);
  expect(api.asked).toEqual([]);
});

test("switching them off ends the subscription here and at the server", async () => {
  allow("granted");
  const { api, memory, notifications } = device({}, "on");
  await notifications.sync("en", WORDS);
  await notifications.disable();
  expect([notifications.state, memory.choice, manager.subscription]).toEqual(["off", "off", null]);
  expect(api.asked.at(-1)).toBe("DELETE push");
});

test("a failed subscription is reported and repeated at the next visit", async () => {
  manager.subscribe.mockRejectedValueOnce(new DOMException("no service", "AbortError"));
  const { api, notifications } = device();
  await expect(notifications.enable("en", WORDS)).rejects.toThrow("no service");
  expect(notifications.state).toBe("off");
  await notifications.sync("en", WORDS);
  expect(api.asked.at(-1)).toBe("PUT push");
});

test("other errors of the server are reported", async () => {
  const { notifications } = device({
    "GET push": [503, { error: "unavailable", message: "busy" }],
  });
  await expect(notifications.isOpen()).rejects.toThrow("busy");
});
