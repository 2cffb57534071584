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
