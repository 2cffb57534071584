/** A storage that lasts as long as the test; `room` is how many characters it takes. */
export function memory(items: Record<string, string> = {}, room = Infinity): Storage {
  const kept = new Map(Object.entries(items));
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem(key, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
  };
}
