/**
 * Parser of the command line: moves, or a command of `qttt shell`. Commands are executed in
 * run-command.ts.
 */

/** Command names, the same as in the shell. `best` is a synonym for `hint`. */
export const COMMAND_NAMES = [
  "play",
  "undo",
  "redo",
  "random",
  "moves",
  "hint",
  "value",
  "board",
  "rules",
  "save",
  "load",
  "link",
  "help",
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export type Command =
  /** Moves in record, list or link notation: `12`, `a1-b2`, `@5`, one or more. */
  | { readonly kind: "notation"; readonly text: string }
  /** Moves as in the shell: rows and columns from 0, with a mark if one of a loop is named. */
  | {
      readonly kind: "play";
      readonly squares: readonly RowAndColumn[];
      readonly mark: string | null;
    }
  | { readonly kind: "undo" | "redo" | "random"; readonly count: number }
  | { readonly kind: "save"; readonly name: string }
  | { readonly kind: Alone };

export interface RowAndColumn {
  readonly row: number;
  readonly col: number;
}

type Alone = Exclude<CommandName, "play" | "undo" | "redo" | "random" | "save">;

/** What is wrong with a command. */
export type CommandMistake =
  | { readonly reason: "unknown"; readonly word: string; readonly near: CommandName | null }
  | { readonly reason: "alone"; readonly word: CommandName; readonly rest: string }
  | { readonly reason: "count"; readonly word: CommandName; readonly found: string }
  | { readonly reason: "squares" }
  | { readonly reason: "number"; readonly found: string }
  | ({ readonly reason: "outside"; readonly rows: number; readonly cols: number } & RowAndColumn);

/** The text is not a valid command; nothing was done. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  constructor(readonly mistake: CommandMistake) {
    super(`no command: ${JSON.stringify(mistake)}`);
  }
}

const SYNONYMS: ReadonlyMap<string, CommandName> = new Map([
  ["best", "hint"],
  ["?", "help"],
]);
const NAME = /^[a-z?]+$/i;

/** Parse a line; null if it is empty. Throws `CommandError`. */
export function parseCommand(line: string): Command | null {
  const text = line.trim();
  const [name = "", ...words] = text.split(/\s+/);
  if (!name) return null;
  if (!NAME.test(name)) return { kind: "notation", text };
  const word = wordOf(name.toLowerCase());
  const rest = words.join(" ");
  switch (word) {
    case "play":
      return playOf(words);
    case "undo":
    case "redo":
    case "random":
      return { kind: word, count: countOf(word, rest) };
    case "save":
      return { kind: "save", name: rest };
    default:
      if (rest) throw new CommandError({ reason: "alone", word, rest });
      return { kind: word };
  }
}

function wordOf(name: string): CommandName {
  const word = COMMAND_NAMES.find((each) => each === name) ?? SYNONYMS.get(name);
  if (word) return word;
  const near = COMMAND_NAMES.find((each) => distance(each, name) <= 1 + Number(name.length > 4));
  throw new CommandError({ reason: "unknown", word: name, near: near ?? null });
}

function countOf(word: CommandName, rest: string): number {
  if (!rest) return 1;
  if (/^[1-9]\d{0,5}$/.test(rest)) return Number(rest);
  throw new CommandError({ reason: "count", word, found: rest });
}

function playOf(words: readonly string[]): Command {
  const mark = words.length === 3 ? (words[0]?.toUpperCase() ?? null) : null;
  const numbers = words.slice(mark === null ? 0 : 1);
  if (numbers.length !== 2 && numbers.length !== 4) throw new CommandError({ reason: "squares" });
  const [row = 0, col = 0, row2, col2] = numbers.map(numberOf);
  const squares = [{ row, col }];
  if (row2 !== undefined && col2 !== undefined) squares.push({ row: row2, col: col2 });
  return { kind: "play", squares, mark };
}

function numberOf(word: string): number {
  if (/^\d{1,6}$/.test(word)) return Number(word);
  throw new CommandError({ reason: "number", found: word });
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const change = (row[j] ?? 0) + Number(letter !== wanted);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
