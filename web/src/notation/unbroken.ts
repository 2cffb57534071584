/** What is one word for those who read it. */

/** A pair, a line or a result as sentences have it: it looks the same, and no row ends within it. */
export function unbroken(text: string): string {
  return text.replace(/[-–]/g, "$&\u2060");
}
