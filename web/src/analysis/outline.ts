/** A tree of moves as rows for display: a line continues after the variations of its moves. */

import type { Rules } from "../kernel/rules";
import type { GameBranch, GameNode } from "../notation/game";
import { recordName } from "../notation/moves";
import type { Way } from "./tree";

/** A displayed move of the tree. */
export interface Step {
  readonly way: Way;
  /** The mark that it places; null for a collapse. */
  readonly mark: number | null;
  readonly name: string;
  readonly comment: string;
}

/** Consecutive moves at one depth of variations. */
export interface Row {
  readonly depth: number;
  readonly steps: readonly Step[];
}

/** A line still to be output: its first move, its path and its variations. */
interface Waiting {
  readonly branch: GameBranch;
  readonly way: Way;
  readonly depth: number;
  readonly variations: readonly GameBranch[];
}

/** The rows of a tree. A variation follows the move that it replaces, one level deeper. */
export function outline(rules: Rules, root: GameNode): Row[] {
  const rows: Row[] = [];
  // Iterative, because a game can be deeper than the call stack.
  const waiting = following(root, [], 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { depth } = next;
    const steps = [stepOf(rules, next)];
    let [on] = following(next.branch, next.way, depth);
    while (on && next.variations.length === 0) {
      next = on;
      steps.push(stepOf(rules, next));
      [on] = following(next.branch, next.way, depth);
    }
    rows.push({ depth, steps });
    if (on) waiting.push(on);
    waiting.push(...beside(next));
  }
  return rows;
}

/** The main continuation of a node; none at a leaf. */
function following(node: GameNode, way: Way, depth: number): Waiting[] {
  const [branch, ...variations] = node.branches;
  return branch ? [{ branch, way: [...way, 0], depth, variations }] : [];
}

/** The variations of a move, last first. */
function beside({ way, depth, variations }: Waiting): Waiting[] {
  const above = way.slice(0, -1);
  return variations
    .map((branch, i) => ({ branch, way: [...above, i + 1], depth: depth + 1, variations: [] }))
    .reverse();
}

function stepOf(rules: Rules, { branch, way }: Waiting): Step {
  const { move, after, comment } = branch;
  const mark = move.kind === "placement" ? after.places.length : null;
  return { way, mark, name: recordName(rules, move, after.collapses.length > 0), comment };
}
