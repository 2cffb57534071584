/** Write games as records `.qtn` or as lists of moves (spec/notation.md, N9, N28, N32 to N35). */

import type { Rules } from "../kernel/rules";
import { type Survey, isClassical } from "../kernel/types";
import { NOWHERE, UnwritableError } from "./errors";
import { writeComment, writeValue } from "./escapes";
import { type Game, type GameBranch, type GameNode, mainLine } from "./game";
import { formatPosition, lineText, squareName } from "./moves";
import { RESULTS, type RecordContent, type RecordNode, entryText } from "./record";
import { contradiction, resultText } from "./replay";
import type { PlayedMove } from "./resolve";
import { writeRules } from "./rules";
import { type Token, collapseToken, placementToken } from "./tokens";

/** The order in which known tags are written; others follow (N33). */
const ROSTER = [
  ...["Event", "Site", "Date", "Round", "X", "O"],
  ...["Rules", "Position", "Result", "Termination"],
];

/**
 * The record of a game, with variations and comments.
 *
 * `tags` are added to those derived from the game: Rules, Result, and Position if its start has
 * marks. `result` is only needed if the board does not determine it (N29): after resignation or
 * agreement, together with the tag Termination. Throws `UnwritableError` if it contradicts the
 * board.
 */
export function toRecord(
  game: Game,
  tags: ReadonlyMap<string, string> = new Map(),
  result?: string,
): RecordContent {
  const { rules, start, root } = game;
  const { outcome } = mainLine(root).at(-1)?.after ?? start;
  const points = result ?? (outcome ? resultText(outcome) : "*");
  const details = contradiction(outcome, points, tags.get("Termination"));
  if (details) throw new UnwritableError(details);
  const all = [...tags, ...followingTags(rules, start, points)];
  return {
    tags: new Map(all.filter(([name]) => name !== "Position" || start.places.length)),
    comment: root.comment,
    children: entries(rules, root),
    result: points,
  };
}

/** The moves of the main line in machine notation, after the start if that has marks. */
export function formatMoves({ rules, start, root }: Game): string {
  const moves = mainLine(root).map(({ move }) => move);
  return lineText(rules, start.places, moves) || "-";
}

function followingTags(rules: Rules, start: Survey, result: string): [string, string][] {
  return [
    ["Rules", writeRules(rules)],
    ["Position", formatPosition(rules, start.places)],
    ["Result", result],
  ];
}

function entries(rules: Rules, node: GameNode): RecordNode[] {
  return node.branches.map((branch) => entryOf(rules, branch));
}

function entryOf(rules: Rules, branch: GameBranch): RecordNode {
  return {
    token: tokenOf(rules, branch),
    number: branch.move.kind === "placement" ? branch.after.places.length : null,
    comment: branch.comment,
    children: entries(rules, branch),
    spot: NOWHERE,
  };
}

/** The move in record notation: `1-4~`, `@4`, `5` (N10). */
function tokenOf(rules: Rules, { move, after }: PlayedMove): Token {
  if (move.kind === "collapse") return collapseToken(squareName(rules, move.square));
  const isSingle = rules.marks === "classical" && isClassical(move.squares);
  const squares = isSingle ? move.squares.slice(1) : move.squares;
  const names = squares.map((square) => squareName(rules, square));
  return placementToken(names, after.collapses.length > 0);
}

// --- as text -------------------------------------------------------------------------------

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
  const head = ordered(tags).map(([name, value]) => `[${name} "${writeValue(value)}"]\n`);
  const words = [...commentWords(comment), ...moveWords(children), result];
  return `${head.join("")}${head.length ? "\n" : ""}${wrapped(words).join("\n")}\n`;
}

function ordered(tags: ReadonlyMap<string, string>): [string, string][] {
  const place = (name: string): number => (ROSTER.includes(name) ? ROSTER.indexOf(name) : Infinity);
  return [...tags].sort(([one], [other]) => place(one) - place(other) || 0);
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
