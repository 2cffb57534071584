/** A tree of moves as rows for display: a line continues after the variations of its moves. */

import type { Rules } from "../kernel/rules";
import type { GameBranch, GameNode } from "../notation/game";
import { recordName } from "../notation/moves";
import type { Path } from "./tree";

/** A displayed move of the tree. */
export interface OutlineMove {
  readonly path: Path;
  /** The mark that it places; null for a collapse. */
  readonly mark: number | null;
  readonly name: string;
  readonly comment: string;
}

/** Consecutive moves at one depth of variations. */
interface OutlineRow {
  readonly depth: number;
  readonly steps: readonly OutlineMove[];
}

/** A line still to be output: its first move, its path and its variations. */
interface PendingLine {
  readonly branch: GameBranch;
  readonly path: Path;
  readonly depth: number;
  readonly variations: readonly GameBranch[];
}

/** The rows of a tree. A variation follows the move that it replaces, one level deeper. */
export function outline(rules: Rules, root: GameNode): OutlineRow[] {
  const rows: OutlineRow[] = [];
  // Iterative, because a game can be deeper than the call stack.
  const stack = following(root, [], 0);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { depth } = next;
    const steps = [stepOf(rules, next)];
    let [on] = following(next.branch, next.path, depth);
    while (on && next.variations.length === 0) {
      next = on;
      steps.push(stepOf(rules, next));
      [on] = following(next.branch, next.path, depth);
    }
    rows.push({ depth, steps });
    if (on) stack.push(on);
    stack.push(...variationsOf(next));
  }
  return rows;
}

/** The main continuation of a node; none at a leaf. */
function following(node: GameNode, path: Path, depth: number): PendingLine[] {
  const [branch, ...variations] = node.branches;
  return branch ? [{ branch, path: [...path, 0], depth, variations }] : [];
}

/** The variations of a move, last first. */
function variationsOf({ path, depth, variations }: PendingLine): PendingLine[] {
  const above = path.slice(0, -1);
  return variations
    .map((branch, i) => ({ branch, path: [...above, i + 1], depth: depth + 1, variations: [] }))
    .reverse();
}

function stepOf(rules: Rules, { branch, path }: PendingLine): OutlineMove {
  const { move, after, comment } = branch;
  const mark = move.kind === "placement" ? after.places.length : null;
  return { path, mark, name: recordName(rules, move, after.collapses.length > 0), comment };
}
