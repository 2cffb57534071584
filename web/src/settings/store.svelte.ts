/**
 * Storage on this device, which all tabs of the app share.
 *
 * Every change is a function of what is stored at that moment: it is read, changed and written
 * without a pause, so no tab writes a value from memory. Browsers copy storage between processes
 * with a delay of milliseconds, in which two tabs can write over each other; a tab therefore repeats
 * its last additions when another tab's write lacks them. This needs no lock: `navigator.locks` is
 * missing on pages over plain HTTP, as class rooms use them, and a write that waits for a lock is
 * lost when the page is closed.
 *
 * Values keep fields and entries that this version does not know. Entries that cannot be read are
 * set aside under another key, one by one.
 */

import { untrack } from "svelte";

import { NewerVersionError, type Shape } from "./shape";

/** Start of all keys. */
export const PREFIX = "qttt.";

/** How long additions are repeated: much longer than a write needs to reach other tabs. */
const REPEAT_MS = 10_000;

/** What the user is told: something was set aside, cannot be saved, or is from a newer version. */
export type StorageProblem = "setAside" | "notSaved" | "newer";

/** The device that stores the values of all stores. */
interface Host {
  readonly hasStorage: boolean;
  problem: StorageProblem | null;
  now(): number;
  text(key: string): string | null;
  /** Returns false if the browser refuses. */
  write(key: string, text: string): boolean;
  remove(key: string): void;
  /** Save a text under an unused key; returns false if the browser refuses. */
  setAside(key: string, text: string): boolean;
}

/** Gets the stored value, and returns the changed one. `isRepeated` if it was applied before. */
type Change<T> = (value: T, isRepeated: boolean) => T;

export class Store<T> {
  /** The current value, which follows other tabs. */
  value: T = $state.raw() as T;
  /** Called when another tab has changed the value. */
  onfollow: (() => void) | null = null;
  /** Changes that the browser refused to write. */
  private unsaved: Change<T>[] = [];
  /** Recent additions of this tab, with their time. */
  private recent: { readonly change: Change<T>; readonly time: number }[] = [];
  private readonly key: string;

  constructor(
    private readonly shape: Shape<T>,
    private readonly device: Host,
  ) {
    this.key = PREFIX + shape.name;
    this.value = this.read().value;
  }

  /**
   * Add to the stored value; returns whether it is saved. The change must do nothing to a value that
   * has it: it is repeated on the value of another tab that had not seen it.
   */
  add(change: Change<T>): boolean {
    this.recent.push({ change, time: this.device.now() });
    return untrack(() => this.apply([...this.unsaved, change]));
  }

  /** Change the stored value; of changes in two tabs at the same moment the last one stays. */
  set(change: (value: T) => T): boolean {
    this.recent = [];
    return untrack(() => this.apply([...this.unsaved, change]));
  }

  /** Remove the value, in all tabs. */
  clear(): void {
    this.device.remove(this.key);
    this.cleared();
  }

  /** Set an entry aside, which turned out to be invalid, and change the value without it. */
  setAside(entry: unknown, change: (value: T) => T): void {
    if (this.device.setAside(this.key, JSON.stringify(entry))) this.set(change);
  }

  /** Follow another tab, which has changed the stored value. */
  follow(isRemoved: boolean): void {
    if (isRemoved) this.cleared();
    else {
      const now = this.device.now();
      this.recent = this.recent.filter(({ time }) => now - time < REPEAT_MS);
      const changes = this.recent.map(({ change }) => change);
      this.apply([...changes, ...this.unsaved], true);
    }
    this.onfollow?.();
  }

  /** Read the value again, after this page was frozen. */
  refresh(): void {
    this.recent = [];
    this.apply(this.unsaved, true);
    this.onfollow?.();
  }

  private cleared(): void {
    [this.recent, this.unsaved] = [[], []];
    this.value = this.shape.none;
  }

  private apply(changes: readonly Change<T>[], isRepeated = false): boolean {
    const { value: before, isWritable } = this.read();
    const value = changes.reduce((value, change) => change(value, isRepeated), before);
    const text = this.textOf(value);
    if (text !== this.textOf(this.value)) this.value = value;
    const isSame = text === this.textOf(before);
    if (isSame || (isWritable && this.device.write(this.key, text))) {
      this.unsaved = [];
      return this.device.hasStorage;
    }
    if (!isRepeated && this.device.hasStorage) this.unsaved = [...changes];
    if (isWritable || this.device.problem !== "newer") this.device.problem = "notSaved";
    return false;
  }

  /** The stored value, without entries that cannot be read; they are set aside. */
  private read(): { readonly value: T; readonly isWritable: boolean } {
    const text = this.device.text(this.key);
    if (text === null) return { value: this.unstored, isWritable: true };
    const damaged: unknown[] = [];
    try {
      const value = this.shape.parse(JSON.parse(text), (entry) => damaged.push(entry));
      const isWritable = damaged.every((entry) =>
        this.device.setAside(this.key, JSON.stringify(entry)),
      );
      if (damaged.length > 0 && isWritable) this.device.write(this.key, this.textOf(value));
      return { value, isWritable };
    } catch (error) {
      if (error instanceof NewerVersionError) {
        this.device.problem = "newer";
        return { value: this.unstored, isWritable: false };
      }
      const isWritable = this.device.setAside(this.key, text);
      if (isWritable) this.device.remove(this.key);
      return { value: this.shape.none, isWritable };
    }
  }

  /** Without storage, values live as long as the page. */
  private get unstored(): T {
    return this.device.hasStorage ? this.shape.none : (this.value ?? this.shape.none);
  }

  private textOf(value: T): string {
    return JSON.stringify(this.shape.write ? this.shape.write(value) : value);
  }
}
