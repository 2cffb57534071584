/** Write `.qtn` records (spec/notation.md, N32 to N35). */

import { UnwritableError } from "./errors";
import { writeComment, writeValue } from "./escapes";
import { RESULTS, type RecordContent, type RecordNode, entryText } from "./record";

const WIDTH = 80;
const TAG = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * The record as text: tag pairs, an empty line, moves in lines of at most 80 columns.
 *
 * `readRecords` restores it exactly, and reads several concatenated records as several games. Tag
 * values and words of comments are never broken, even if too long. Throws `UnwritableError`
 * for a tag name or a result that could not be read back.
 */
export function writeRecord({ tags, comment, children, result }: RecordContent): string {
  check(tags, result);
  const head = [...tags].map(([name, value]) => `[${name} "${writeValue(value)}"]\n`);
  const words = [...commentWords(comment), ...moveWords(children), result];
  return `${head.join("")}${head.length ? "\n" : ""}${wrapped(words).join("\n")}\n`;
}

function check(tags: ReadonlyMap<string, string>, result: string): void {
  for (const name of tags.keys()) {
    if (!TAG.test(name)) throw new UnwritableError({ reason: "tag-name", found: name });
  }
  if (!RESULTS.includes(result))
    throw new UnwritableError({ reason: "result-name", found: result });
  const stated = tags.get("Result") ?? result;
  if (stated !== result) {
    throw new UnwritableError({ reason: "two-results", stated, found: result });
  }
}

/** Words between which lines can be broken. */
function moveWords(moves: readonly RecordNode[]): string[] {
  const words: string[] = [];
  // A stack of continuations, first moves of variations, and ends of variations.
  const waiting: (readonly RecordNode[] | RecordNode | ")")[] = [moves];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === ")") {
      words.push(`${words.pop()})`);
    } else if ("token" in next) {
      words.push(`(${entryText(next)}`, ...commentWords(next.comment));
      waiting.push(")", next.children);
    } else if (next[0]) {
      const [first, ...others] = next;
      words.push(entryText(first), ...commentWords(first.comment));
      waiting.push(first.children, ...others.reverse());
    }
  }
  return words;
}

function commentWords(comment: string): string[] {
  if (!comment) return [];
  const [first = "", ...others] = writeComment(comment);
  const last = others.pop();
  return last === undefined ? [`{${first}}`] : [`{${first}`, ...others, `${last}}`];
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && widthOf(line) + 1 + widthOf(word) > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line += line ? ` ${word}` : word;
    }
  }
  return [...lines, line];
}

/** Width in characters, as Python counts them. */
function widthOf(text: string): number {
  return [...text].length;
}
