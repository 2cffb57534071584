/**
 * Free text inside a record: comments and the values of tags (spec/notation.md, N30 to N32).
 *
 * A backslash makes an escape: `\\ \" \{ \}` are the character itself, `\n` is a line break, and
 * `\u00a0` or `\U0001f600` is any character by its number. The writer escapes everything
 * ambiguous, invisible or changed by editors, so that every text is restored exactly.
 */

import type { Spot } from "./errors";
import { stripped } from "./tokens";

const ESCAPE = "\\\\(?:u(?<short>[0-9A-Fa-f]{4})|U(?<long>[0-9A-Fa-f]{8})|(?<char>.?))";
const IN_VALUE = new RegExp(ESCAPE, "gsu");
const IN_COMMENT = new RegExp(`${ESCAPE}|[ \\t-\\r]+`, "gsu");
const SPACE = /[ \t-\r]/;
const FRAGILE_SPACE = /^ | $|(?<= ) /g;
const BREAKABLE_SPACE = / (?!%)/;
const UNSEEN = /[\p{C}\p{Z}]/u;
const LAST_CHARACTER = 0x10ffff;
const PLAIN: Readonly<Record<string, string>> = {
  "\\": "\\",
  '"': '"',
  "{": "{",
  "}": "}",
  n: "\n",
};

/** Parse a tag value from the text between the quotes; `spot` is its first character. */
export function readValue(raw: string, spot: Spot): string {
  return unescaped(raw, spot, IN_VALUE);
}

/** Parse a comment from the text between the braces: white space becomes one space. */
export function readComment(raw: string, spot: Spot): string {
  const { word, begin } = stripped(raw, SPACE);
  return unescaped(word, spot.moved(begin), IN_COMMENT);
}

/** Escape a tag value. */
export function writeValue(value: string): string {
  return escaped(value, '\\"');
}

/**
 * Escape a comment, split into words between which lines may be broken. Only the first may begin
 * with `%`: such a line would be skipped (N2).
 */
export function writeComment(comment: string): string[] {
  return escaped(comment, "\\}").replace(FRAGILE_SPACE, "\\u0020").split(BREAKABLE_SPACE);
}

function unescaped(raw: string, spot: Spot, pattern: RegExp): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of raw.matchAll(pattern)) {
    parts.push(raw.slice(end, match.index), meaning(match, spot.moved(match.index)));
    end = match.index + match[0].length;
  }
  return parts.join("") + raw.slice(end);
}

function meaning(match: RegExpExecArray, spot: Spot): string {
  if (!match[0].startsWith("\\")) return " ";
  const { short, long, char = "" } = match.groups ?? {};
  const code = Number.parseInt(short ?? long ?? "", 16);
  if (code <= LAST_CHARACTER) return String.fromCodePoint(code);
  const plain = PLAIN[char];
  if (plain === undefined) throw spot.error({ reason: "no-escape", found: match[0] });
  return plain;
}

function escaped(text: string, special: string): string {
  return [...text].map((character) => escapedCharacter(character, special)).join("");
}

function escapedCharacter(character: string, special: string): string {
  if (special.includes(character)) return `\\${character}`;
  if (character === "\n") return "\\n";
  if (character === " " || !UNSEEN.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
