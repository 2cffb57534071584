/** Parse `.qtn` records (spec/notation.md, N21 to N31): lexemes first, then games. */

import { NOWHERE, type NotationError, Spot, checkSize } from "./errors";
import { readComment, readValue } from "./escapes";
import { type GameRecord, RESULTS, type RecordNode } from "./record";
import { SPACE, tokenAt } from "./tokens";

/** Maximum length of a text of records, in characters (N4). */
const MAX_RECORDS = 1_048_576;

const LEXEME = new RegExp(
  [
    `(?<space>[${SPACE}]+|(?<![^\\n])%[^\\n]*)`,
    `\\{(?<comment>[^\\\\}]*(?:\\\\.[^\\\\}]*)*)\\}`,
    `;(?<rest>[^\\n]*)`,
    `(?<tag>\\[[${SPACE}]*(?<name>[A-Za-z][A-Za-z0-9_]*)[${SPACE}]+` +
      `"(?<value>[^"\\\\\\n]*(?:\\\\[^\\n][^"\\\\\\n]*)*)"[${SPACE}]*\\])`,
    `(?<sign>[()])`,
    `(?<word>[^${SPACE}{}()[\\];]+)`,
  ].join("|"),
  "dsy",
);
const NUMBER = /^([1-9][0-9]{0,3})\.+/;
const UNREADABLE = {
  "{": "open-comment",
  "[": "no-tag",
  "}": "no-open-brace",
  "]": "no-open-bracket",
} as const;

/**
 * The games in a text, each with tags, moves, variations, comments and its result.
 *
 * Throws `NotationError` at the first error. Moves are not checked: `replay` does that. Cost:
 * linear in the length of the text.
 */
export function readRecords(text: string): GameRecord[] {
  checkSize(text, MAX_RECORDS);
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const records: GameRecord[] = [];
  let game: GameReader | null = null;
  for (const match of lexemes(plain)) {
    game ??= new GameReader();
    if (!game.take(match, new Spot(plain, match.index))) continue;
    records.push(game.record);
    game = null;
  }
  if (game) throw game.unfinished(new Spot(plain, plain.length));
  return records;
}

function* lexemes(text: string): Generator<RegExpExecArray> {
  for (let offset = 0; offset < text.length; offset = LEXEME.lastIndex) {
    LEXEME.lastIndex = offset;
    const match = LEXEME.exec(text);
    if (!match) {
      const reason = UNREADABLE[text[offset] as keyof typeof UNREADABLE];
      throw new Spot(text, offset).error({ reason });
    }
    const end = LEXEME.lastIndex;
    if (match.groups?.space === undefined) yield match;
    LEXEME.lastIndex = end;
  }
}

/** A node under construction. */
type GrowingRecord = { -readonly [Key in keyof RecordNode]: RecordNode[Key] } & {
  children: GrowingRecord[];
};

/** The line being read; the next move is added to `ahead`. */
interface OpenLine {
  ahead: GrowingRecord[];
  readonly start: Spot;
  last: GrowingRecord | null;
  /** The list that contains `last`, and its variations. */
  beside: GrowingRecord[];
  comment: string;
}

/** A game being read. */
class GameReader {
  private readonly tags = new Map<string, string>();
  private readonly tagSpots = new Map<string, Spot>();
  private readonly children: GrowingRecord[] = [];
  private readonly start = { comment: "" };
  private result = "*";
  private resultSpot = NOWHERE;
  private readonly lines: OpenLine[] = [line(this.children, NOWHERE)];
  private number: { readonly value: number; readonly spot: Spot } | null = null;
  private comments: string[] = [];

  get record(): GameRecord {
    const { tags, tagSpots, children, result, resultSpot } = this;
    return { tags, tagSpots, children, result, resultSpot, comment: this.start.comment };
  }

  /** Process a lexeme; returns whether it was the result. */
  take(match: RegExpExecArray, spot: Spot): boolean {
    const { comment, rest, tag, sign, word } = match.groups ?? {};
    const text = comment ?? rest;
    if (text !== undefined) {
      this.comments.push(readComment(text, spot.moved(1)));
      return false;
    }
    this.attachComments();
    if (word !== undefined) return this.takeWord(word, spot);
    this.checkNumber();
    if (tag !== undefined) this.takeTag(match, spot);
    else if (sign === "(") this.open(spot);
    else this.close(spot);
    return false;
  }

  /** The error for a text that ends inside this game. */
  unfinished(end: Spot): NotationError {
    this.checkNumber();
    if (this.lines.length > 1) return this.line.start.error({ reason: "open-variation" });
    return end.error({ reason: "no-result" });
  }

  private get line(): OpenLine {
    return this.lines.at(-1) as OpenLine;
  }

  private takeTag({ groups, indices }: RegExpExecArray, spot: Spot): void {
    const { name = "", value = "" } = groups ?? {};
    if (this.children.length) throw spot.error({ reason: "tag-after-moves" });
    if (this.tags.has(name)) throw spot.error({ reason: "tag-twice", name });
    const at = new Spot(spot.text, indices?.groups?.value?.[0]);
    this.tags.set(name, readValue(value, at));
    this.tagSpots.set(name, at);
  }

  private attachComments(): void {
    const comments = this.comments.filter((comment) => comment);
    this.comments = [];
    if (!comments.length) return;
    const holder = this.line.last ?? (this.lines.length === 1 ? this.start : this.line);
    holder.comment = [...(holder.comment ? [holder.comment] : []), ...comments].join("\n");
  }

  private open(spot: Spot): void {
    if (!this.line.last) throw spot.error({ reason: "variation-of-nothing" });
    this.lines.push(line(this.line.beside, spot));
  }

  private close(spot: Spot): void {
    if (this.lines.length === 1) throw spot.error({ reason: "no-open-parenthesis" });
    if (!this.line.last) throw spot.error({ reason: "empty-variation" });
    this.lines.pop();
  }

  private takeWord(word: string, spot: Spot): boolean {
    // 1-1 is a draw under `match`, or a classical mark on square 1 if a number precedes it (N24).
    if (RESULTS.includes(word) && !(this.number && word === "1-1")) {
      this.end(word, spot);
      return true;
    }
    const number = NUMBER.exec(word);
    if (number) {
      this.checkNumber();
      this.number = { value: Number(number[1]), spot };
    }
    const begin = number?.[0].length ?? 0;
    if (begin < word.length) this.move(word.slice(begin), spot.moved(begin));
    return false;
  }

  private move(word: string, spot: Spot): void {
    const token = tokenAt(spot, word);
    const begin = this.number?.spot ?? spot;
    if (this.number && token.isCollapse) throw begin.error({ reason: "number-of-collapse" });
    const { line } = this;
    line.last = {
      token,
      number: this.number?.value ?? null,
      comment: line.comment,
      children: [],
      spot: begin,
    };
    line.ahead.push(line.last);
    line.comment = "";
    line.beside = line.ahead;
    line.ahead = line.last.children;
    this.number = null;
  }

  private end(found: string, spot: Spot): void {
    this.checkNumber();
    if (this.lines.length > 1) throw spot.error({ reason: "result-in-variation" });
    const stated = this.tags.get("Result") ?? found;
    if (stated !== found) {
      throw (this.tagSpots.get("Result") ?? spot).error({ reason: "two-results", stated, found });
    }
    this.result = found;
    this.resultSpot = spot;
  }

  private checkNumber(): void {
    if (!this.number) return;
    throw this.number.spot.error({ reason: "number-alone", number: this.number.value });
  }
}

function line(ahead: GrowingRecord[], start: Spot): OpenLine {
  return { ahead, start, last: null, beside: [], comment: "" };
}
