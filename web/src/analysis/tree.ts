/**
 * A game with its variations. Trees are immutable: each change returns a new tree.
 *
 *     start ── 12 ── 12 ── @1 ── 45      the main line: the first branch everywhere
 *                │     └─ @2 ── 34       a variation
 *                └─ 19
 *
 * A way is the number of the branch taken at each position; `way` leads to the end of the line
 * that one looks at, and one stands `at` plies along it.
 */

import type { Rules } from "../kernel/rules";
import { type Survey, sameMove } from "../kernel/types";
import type { PlayedLine } from "../play/line";
import { type Game, type GameBranch, type GameNode, mainLine } from "../notation/game";
import type { PlayedMove } from "../notation/resolve";
import { recordName } from "../notation/moves";

export type Path = readonly number[];

export interface Tree extends Game {
  readonly path: Path;
  readonly at: number;
}

/** A tree without moves. */
export function emptyTree(rules: Rules, start: Survey): Tree {
  return { rules, start, root: { comment: "", branches: [] }, path: [], at: 0 };
}

/** A game at the end of its main line. */
export function treeOf({ rules, start, root }: Game): Tree {
  const tree = atPath({ rules, start, root, path: [], at: 0 }, []);
  return atPly(tree, tree.path.length);
}

/** The current line and position. */
export function lineOf({ start, root, path, at }: Tree): PlayedLine {
  let before = start;
  const plies = branchesAlong(root, path).map(({ move, after }) => {
    const { decider } = before;
    if (!decider) throw new RangeError("a game goes on after its end");
    before = after;
    return { move, by: decider, toss: null, after };
  });
  return { start, plies, at };
}

/** The path to the current position. */
export function currentPath({ path, at }: Tree): Path {
  return path.slice(0, at);
}

/** The node at the end of a path. Throws `RangeError` if there is none. */
export function nodeAt(root: GameNode, path: Path): GameNode {
  return branchesAlong(root, path).at(-1) ?? root;
}

export function hasVariations({ root }: Game): boolean {
  return [root, ...mainLine(root)].some(({ branches }) => branches.length > 1);
}

/** The tree with a move played at the current position; an existing branch is followed. */
export function withMove(tree: Tree, { move, after }: PlayedMove): Tree {
  const path = currentPath(tree);
  const { branches } = nodeAt(tree.root, path);
  const known = branches.findIndex((branch) => sameMove(branch.move, move));
  if (known >= 0) return atPath(tree, [...path, known]);
  const branch: GameBranch = { move, after, comment: "", branches: [] };
  const root = changed(tree.root, path, (node) => ({ branches: [...node.branches, branch] }));
  return atPath({ ...tree, root }, [...path, branches.length]);
}

/** The tree at the end of a path; the line continues along first branches. */
export function atPath(tree: Tree, path: Path): Tree {
  const onward: number[] = [];
  for (let node = nodeAt(tree.root, path); node.branches[0]; node = node.branches[0])
    onward.push(0);
  return { ...tree, path: [...path, ...onward], at: path.length };
}

/** The tree at ply `at` of the current line. */
export function atPly(tree: Tree, at: number): Tree {
  return { ...tree, at: Math.min(tree.path.length, Math.max(0, at)) };
}

/** The tree without the branch at the end of a path. */
export function withoutBranch(tree: Tree, path: Path): Tree {
  const last = path.at(-1);
  if (last === undefined) return tree;
  const above = path.slice(0, -1);
  const root = changed(tree.root, above, ({ branches }) => ({
    branches: branches.filter((_, i) => i !== last),
  }));
  const mine = currentPath(tree);
  if (!startsWith(mine, above)) return atPath({ ...tree, root }, mine);
  const step = mine[above.length];
  if (step === undefined) return atPath({ ...tree, root }, mine);
  if (step === last) return atPath({ ...tree, root }, above);
  const shifted = step > last ? step - 1 : step;
  return atPath({ ...tree, root }, [...above, shifted, ...mine.slice(path.length)]);
}

/** The tree with the current path as its main line. */
export function withMainLine(tree: Tree): Tree {
  const path = currentPath(tree);
  const root = path.reduce(
    (root, step, i) =>
      changed(root, Array<number>(i).fill(0), ({ branches }) => ({
        branches: toFront(branches, step),
      })),
    tree.root,
  );
  return {
    ...atPath(
      { ...tree, root },
      path.map(() => 0),
    ),
    at: tree.at,
  };
}

/** The tree with a comment at the current position. */
export function withComment(tree: Tree, comment: string): Tree {
  return { ...tree, root: changed(tree.root, currentPath(tree), () => ({ comment })) };
}

/** Whether the current path is the main line. */
export function isMainLine(tree: Tree): boolean {
  return currentPath(tree).every((step) => step === 0);
}

// --- private ---------------------------------------------------------------------------------

function branchesAlong(root: GameNode, path: Path): readonly GameBranch[] {
  let node = root;
  return path.map((step) => {
    const branch = node.branches[step];
    if (!branch) throw new RangeError(`there is no way ${path.join()} in this tree`);
    node = branch;
    return branch;
  });
}

/** A copy with the node at the end of a path changed. */
function changed(
  root: GameNode,
  path: Path,
  change: (node: GameNode) => Partial<GameNode>,
): GameNode {
  const [step, ...rest] = path;
  if (step === undefined) return { ...root, ...change(root) };
  const branches = root.branches.map((branch, i) =>
    i === step ? { ...branch, ...changed(branch, rest, change) } : branch,
  );
  return { ...root, branches };
}

function toFront<T>(list: readonly T[], index: number): readonly T[] {
  return [...list.slice(index, index + 1), ...list.slice(0, index), ...list.slice(index + 1)];
}

function startsWith(path: Path, beginning: Path): boolean {
  return beginning.every((step, i) => path[i] === step);
}

// --- as rows --------------------------------------------------------------------------------

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
