/** Unicode white space (spec/notation.md, N2), which differs from `\s`. */

/** For a class of a regular expression. */
export const SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const ANY = new RegExp(`[${SPACE}]`);

/** The text without surrounding white space, and where it begins. */
export function stripped(text: string, space = ANY): { word: string; begin: number } {
  const isSpace = (at: number): boolean => space.test(text.charAt(at));
  let [begin, end] = [0, text.length];
  while (begin < end && isSpace(begin)) begin++;
  while (begin < end && isSpace(end - 1)) end--;
  return { word: text.slice(begin, end), begin };
}
