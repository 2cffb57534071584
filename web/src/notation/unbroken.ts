/** Prevent line breaks within notation. */

/** A pair, a line or a result with non-breaking characters, for use in sentences. */
export function unbroken(text: string): string {
  return text.replace(/[-–]/g, "$&\u2060");
}
