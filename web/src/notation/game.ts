/** A game with variations and comments. */

import type { Rules } from "../kernel/rules";
import type { Survey } from "../kernel/types";
import type { PlayedMove } from "./resolve";

/** A position with its continuations. */
export interface GameNode {
  readonly comment: string;
  /** The main continuation, followed by its variations. */
  readonly branches: readonly GameBranch[];
}

/** A move, the position after it, and its continuations. */
export interface GameBranch extends GameNode, PlayedMove {}

export interface Game {
  readonly rules: Rules;
  readonly start: Survey;
  readonly root: GameNode;
}

export function mainLine(root: GameNode): GameBranch[] {
  const line: GameBranch[] = [];
  for (let next = root.branches[0]; next; next = next.branches[0]) line.push(next);
  return line;
}

/** A game without variations and comments. */
export function gameOf(rules: Rules, start: Survey, plies: readonly PlayedMove[]): Game {
  const branches = plies.reduceRight<readonly GameBranch[]>(
    (branches, ply) => [{ ...ply, comment: "", branches }],
    [],
  );
  return { rules, start, root: { comment: "", branches } };
}
