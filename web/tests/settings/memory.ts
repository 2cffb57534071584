import { Device } from "../../src/settings/storage.svelte";

/** In-memory storage with a capacity of `room` characters. */
export function memory(items: Record<string, string> = {}, room = Infinity): Storage {
  const entries = new Map(Object.entries(items));
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem(key, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      entries.set(key, value);
    },
  };
}

/** A tab of a browser with this storage; without one, of a new browser. */
export function tabWith(storage = memory()): Device {
  return new Device(storage, undefined, new Device(memory()));
}
