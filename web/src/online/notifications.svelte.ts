/** Notifications on this device: whether they are on, and the browser's subscription. */

import { type PushKeys, type Service, ServiceError } from "./service";

/**
 * `unsupported`: the browser has none; `blocked`: the user has forbidden them in the browser;
 * `missing`: the server sends none.
 */
export type NotificationState = "unsupported" | "blocked" | "missing" | "off" | "on";

/** What the user has chosen on this device; null before. */
export interface NotificationMemory {
  choice: "on" | "off" | null;
}

export interface NotificationWords {
  /** The pattern of a guest's name, and the name to replace it by, with `$1`. */
  readonly guest: { readonly pattern: string; readonly name: string };
  /** Titles and texts by kind, with `{opponent}`. */
  readonly kinds: Readonly<Record<string, { title: string; body: string }>>;
}

/** Where the service worker finds the words; see `public/push.js`. */
const CACHE = "push";
const WORDS = "push-words.json";

export class Notifications {
  state: NotificationState = $state("off");
  private key: string | null = null;

  constructor(
    private readonly service: Service,
    private readonly memory: NotificationMemory,
  ) {
    this.state = this.permitted();
  }

  /** Whether to offer them: they are possible here, and the user has not chosen yet. */
  async isOpen(): Promise<boolean> {
    await this.look();
    return this.state === "off" && this.memory.choice === null;
  }

  /** Update the state, also if the server sends none. Rejects with `ServiceError`. */
  async look(): Promise<void> {
    const isMissing = this.permitted() !== "unsupported" && (await this.serverKey()) === null;
    const state = this.permitted();
    this.state = isMissing ? "missing" : (await isEnded(state)) ? "off" : state;
  }

  /** Switch the state off if the browser has no subscription: it can end one by itself. */
  async confirm(): Promise<void> {
    if (await isEnded(this.state)) this.state = "off";
  }

  /**
   * Subscribe for the user who is logged in after `arrive`, if notifications are on. Rejects with
   * `ServiceError`, or with the browser's error.
   */
  async sync(language: string, words: NotificationWords, arrive = isHere): Promise<void> {
    if (this.permitted() !== "on") return;
    try {
      const key = await this.serverKey();
      if (key !== null) {
        await arrive();
        await this.subscribe(key, language, words);
      }
      this.state = key === null ? "missing" : this.permitted();
    } finally {
      await this.confirm();
    }
  }

  /** Switch them on; the browser asks the user. To be called in a tap. Rejects like `sync`. */
  async enable(language: string, words: NotificationWords, arrive = isHere): Promise<void> {
    // First: some browsers refuse to ask after the time of a request.
    const answer = await Notification.requestPermission();
    this.memory.choice = answer === "granted" ? "on" : "off";
    if (answer !== "granted") this.state = this.permitted();
    await this.sync(language, words, arrive);
  }

  /** Switch them off. Rejects like `sync`. */
  async disable(): Promise<void> {
    this.memory.choice = "off";
    this.state = this.permitted();
    await (await currentSubscription())?.unsubscribe();
    await this.service.unsubscribe();
  }

  /** Do not offer them again. */
  decline(): void {
    this.memory.choice = "off";
  }

  /** The server's key; null if it sends none. */
  private async serverKey(): Promise<string | null> {
    try {
      return (this.key ??= await this.service.pushKey());
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "not-found") throw error;
      return null;
    }
  }

  private permitted(): NotificationState {
    const isSupported = ["serviceWorker", "PushManager", "Notification"].every(
      (name) => name in globalThis || name in navigator,
    );
    if (!isSupported) return "unsupported";
    if (Notification.permission === "denied") return "blocked";
    const isOn = Notification.permission === "granted" && this.memory.choice === "on";
    return isOn ? "on" : "off";
  }

  private async subscribe(key: string, language: string, words: NotificationWords): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.put(WORDS, Response.json({ ...words, language }));
    const { pushManager } = await navigator.serviceWorker.ready;
    await this.service.subscribe(keysOf(await subscriptionFor(pushManager, key)));
  }
}

/** The user is logged in. */
const isHere = (): Promise<void> => Promise.resolve();

/** Whether the state is on, but the browser has no subscription. */
async function isEnded(state: NotificationState): Promise<boolean> {
  return state === "on" && !(await currentSubscription());
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription for the server's key, replacing one for an earlier key. */
async function subscriptionFor(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  if (known && knownKey && toBase64(knownKey) === key) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keysOf(subscription: PushSubscription): PushKeys {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

function toBase64(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
