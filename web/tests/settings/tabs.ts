/**
 * A browser with several tabs, each a process with its own copy of the storage. Writes reach the
 * common storage, and from there the other tabs, in order, but later: as in Chromium and WebKit.
 */

import { Device } from "../../src/settings/storage.svelte";

interface Write {
  readonly tab: Tab;
  readonly key: string;
  readonly value: string | null;
}

export class Browser {
  readonly tabs: Tab[] = [];
  readonly stored = new Map<string, string>();

  constructor(readonly room = Infinity) {}

  /** Open a tab, which sees everything that has arrived. */
  open(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    return tab;
  }

  /** Messages that are on their way. */
  get isBusy(): boolean {
    return this.tabs.some(({ sent, received }) => sent.length + received.length > 0);
  }

  /** Deliver one message, chosen by `pick`. */
  deliver(pick: (count: number) => number): void {
    const queues = this.tabs.flatMap(({ sent, received }) => [sent, received]);
    const waiting = queues.filter((queue) => queue.length > 0);
    const message = waiting[pick(waiting.length)]?.shift();
    message?.();
  }

  /** Deliver all messages; throws if the tabs never stop writing. */
  settle(pick: (count: number) => number = () => 0): void {
    for (let messages = 0; this.isBusy; messages++) {
      if (messages > 5_000) throw new Error("the tabs write over each other for ever");
      this.deliver(pick);
    }
  }

  /** A write has arrived. */
  store({ tab, key, value }: Write): void {
    if (value === null) this.stored.delete(key);
    else this.stored.set(key, value);
    for (const each of this.tabs)
      each.received.push(() => (each === tab ? each.acknowledge(key) : each.hear(key, value)));
  }
}

export class Tab {
  readonly sent: (() => void)[] = [];
  readonly received: (() => void)[] = [];
  readonly page = new EventTarget();
  readonly storage: Storage;
  readonly device: Device;
  private readonly copy: Map<string, string>;
  /** Own writes by key that have not arrived: until then those of others are not applied. */
  private readonly pending = new Map<string, number>();

  constructor(private readonly browser: Browser) {
    this.copy = new Map(browser.stored);
    const { copy } = this;
    this.storage = {
      get length() {
        return copy.size;
      },
      clear: () => [...copy.keys()].forEach((key) => this.write(key, null)),
      getItem: (key) => copy.get(key) ?? null,
      key: (index) => [...copy.keys()][index] ?? null,
      removeItem: (key) => this.write(key, null),
      setItem: (key, value) => this.write(key, value),
    };
    this.device = new Device(this.storage, this.page, new Device(null), () => 0);
  }

  private write(key: string, value: string | null): void {
    if ((value?.length ?? 0) > this.browser.room)
      throw new DOMException("full", "QuotaExceededError");
    this.apply(key, value);
    this.pending.set(key, (this.pending.get(key) ?? 0) + 1);
    this.sent.push(() => this.browser.store({ tab: this, key, value }));
  }

  acknowledge(key: string): void {
    this.pending.set(key, (this.pending.get(key) ?? 0) - 1);
  }

  hear(key: string, value: string | null): void {
    if (!this.pending.get(key)) this.apply(key, value);
    const event = Object.assign(new Event("storage"), {
      ...{ key, newValue: value, storageArea: this.storage },
    });
    this.page.dispatchEvent(event);
  }

  private apply(key: string, value: string | null): void {
    if (value === null) this.copy.delete(key);
    else this.copy.set(key, value);
  }
}

/** Random integers below a bound, repeatable. */
export function randomFrom(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}
