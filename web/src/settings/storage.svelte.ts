/** The storage of this browser and of this tab; see `store.svelte.ts`. */

import { untrack } from "svelte";

import type { Shape } from "./shape";
import { PREFIX, type StorageProblem, Store } from "./store.svelte";

/** In the keys of what was set aside. */
export const BROKEN = ".broken";

/** The stored values of this browser, each of which exists once in a tab. */
export class Device {
  problem: StorageProblem | null = $state(null);
  private readonly stores = new Map<string, Pick<Store<unknown>, "follow" | "refresh">>();

  /** `page` has the events of other tabs; `ofTab` is what only this tab keeps. */
  constructor(
    readonly storage: Storage | null,
    page?: EventTarget,
    readonly ofTab: Device | null = null,
    readonly now: () => number = Date.now,
  ) {
    page?.addEventListener("storage", (event) => this.follow(event as StorageEvent));
    page?.addEventListener("pageshow", (event) => {
      if ((event as PageTransitionEvent).persisted) this.refresh();
    });
  }

  get hasStorage(): boolean {
    return this.storage !== null;
  }

  store<T>(shape: Shape<T>): Store<T> {
    const known = this.stores.get(shape.name);
    if (known) return known as Store<T>;
    // A damaged value is reported, also if it is first used in a derived value.
    const store = untrack(() => new Store(shape, this));
    this.stores.set(shape.name, store);
    return store;
  }

  /** Whether nothing is stored under a name. */
  isEmpty(name: string): boolean {
    return this.text(PREFIX + name) === null;
  }

  /** Read everything again. */
  refresh(): void {
    for (const store of this.stores.values()) store.refresh();
  }

  /** Forget everything, after it was deleted or replaced. */
  forget(): void {
    for (const store of this.stores.values()) store.follow(true);
    for (const key of this.ofTab?.keys ?? []) this.ofTab?.remove(key);
    this.ofTab?.forget();
  }

  /** The keys of everything that the app has saved. */
  get keys(): readonly string[] {
    const { storage } = this;
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? "");
    return keys.filter((key) => key.startsWith(PREFIX));
  }

  private follow({ key, newValue, storageArea }: StorageEvent): void {
    if (storageArea !== this.storage) return;
    if (key === null) this.forget();
    else if (key.startsWith(PREFIX)) {
      const isRemoved = newValue === null;
      this.stores.get(key.slice(PREFIX.length))?.follow(isRemoved);
      if (isRemoved) this.ofTab?.removed(key);
    }
  }

  /** Remove a value that was removed in all tabs. */
  private removed(key: string): void {
    this.remove(key);
    this.stores.get(key.slice(PREFIX.length))?.follow(true);
  }

  // --- for stores ----------------------------------------------------------------------------

  text(key: string): string | null {
    return this.storage?.getItem(key) ?? null;
  }

  /** Returns false if the browser refuses. */
  write(key: string, text: string): boolean {
    try {
      this.storage?.setItem(key, text);
      return this.storage !== null;
    } catch {
      return false; // full, or not allowed
    }
  }

  remove(key: string): void {
    this.storage?.removeItem(key);
  }

  /** Save a text under an unused key, unless it is already there; returns false if it is refused. */
  setAside(key: string, text: string): boolean {
    let name = key + BROKEN;
    for (let number = 2; this.text(name) !== null; number++) {
      if (this.text(name) === text) return true;
      name = `${key}${BROKEN}${number}`;
    }
    if (!this.write(name, text)) return false;
    this.problem = "setAside";
    return true;
  }
}

/** Null if storage is unavailable. */
export function browserStorage(name: "localStorage" | "sessionStorage" = "localStorage") {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** What only this tab keeps, until it is closed. */
export const tab = new Device(browserStorage("sessionStorage"));

/** This browser's storage. */
export const device = new Device(browserStorage(), globalThis.window, tab);
