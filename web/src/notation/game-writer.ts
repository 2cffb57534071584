/** Write a game as a record, or as a list of moves (spec/notation.md, N9, N28, N33). */

import type { Rules } from "../kernel/rules";
import { type Survey, isClassical } from "../kernel/types";
import { UnwritableError } from "./errors";
import { type Game, type GameBranch, type GameNode, mainLine } from "./game";
import { formatPosition, lineText, squareName } from "./moves";
import type { RecordContent, RecordNode } from "./record";
import { contradiction, resultText } from "./replay";
import type { PlayedMove } from "./resolve";
import { writeRules } from "./rules";
import { NOWHERE } from "./errors";
import { type Token, collapseToken, placementToken } from "./tokens";

/** The order in which known tags are written; others follow (N28). */
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
  return {
    tags: ordered(new Map([...tags, ...followingTags(rules, start, points)]), start),
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

function ordered(tags: ReadonlyMap<string, string>, start: Survey): Map<string, string> {
  const place = (name: string): number => (ROSTER.includes(name) ? ROSTER.indexOf(name) : Infinity);
  const written = [...tags].filter(([name]) => name !== "Position" || start.places.length);
  return new Map(written.sort(([one], [other]) => place(one) - place(other) || 0));
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
