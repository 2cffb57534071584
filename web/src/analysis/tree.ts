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
import type { Line } from "../match/line";
import { type Game, type GameBranch, type GameNode, mainLine } from "../notation/game";
import type { Played } from "../notation/resolve";

export type Way = readonly number[];

export interface Tree extends Game {
  readonly way: Way;
  readonly at: number;
}

/** A tree without moves. */
export function seed(rules: Rules, start: Survey): Tree {
  return { rules, start, root: { comment: "", branches: [] }, way: [], at: 0 };
}

/** A game at the end of its main line. */
export function treeOf({ rules, start, root }: Game): Tree {
  const tree = standing({ rules, start, root, way: [], at: 0 }, []);
  return moved(tree, tree.way.length);
}

/** The current line and position. */
export function lineOf({ start, root, way, at }: Tree): Line {
  let before = start;
  const plies = branchesAlong(root, way).map(({ move, after }) => {
    const { decider } = before;
    if (!decider) throw new RangeError("a game goes on after its end");
    before = after;
    return { move, by: decider, toss: null, after };
  });
  return { start, plies, at };
}

/** The path to the current position. */
export function here({ way, at }: Tree): Way {
  return way.slice(0, at);
}

/** The node at the end of a path. Throws `RangeError` if there is none. */
export function nodeAt(root: GameNode, way: Way): GameNode {
  return branchesAlong(root, way).at(-1) ?? root;
}

export function hasVariations({ root }: Game): boolean {
  return [root, ...mainLine(root)].some(({ branches }) => branches.length > 1);
}

/** The tree with a move played at the current position; an existing branch is followed. */
export function grown(tree: Tree, { move, after }: Played): Tree {
  const way = here(tree);
  const { branches } = nodeAt(tree.root, way);
  const known = branches.findIndex((branch) => sameMove(branch.move, move));
  if (known >= 0) return standing(tree, [...way, known]);
  const branch: GameBranch = { move, after, comment: "", branches: [] };
  const root = changed(tree.root, way, (node) => ({ branches: [...node.branches, branch] }));
  return standing({ ...tree, root }, [...way, branches.length]);
}

/** The tree at the end of a path; the line continues along first branches. */
export function standing(tree: Tree, way: Way): Tree {
  const onward: number[] = [];
  for (let node = nodeAt(tree.root, way); node.branches[0]; node = node.branches[0]) onward.push(0);
  return { ...tree, way: [...way, ...onward], at: way.length };
}

/** The tree at ply `at` of the current line. */
export function moved(tree: Tree, at: number): Tree {
  return { ...tree, at: Math.min(tree.way.length, Math.max(0, at)) };
}

/** The tree without the branch at the end of a path. */
export function pruned(tree: Tree, way: Way): Tree {
  const last = way.at(-1);
  if (last === undefined) return tree;
  const above = way.slice(0, -1);
  const root = changed(tree.root, above, ({ branches }) => ({
    branches: branches.filter((_, i) => i !== last),
  }));
  const mine = here(tree);
  if (!startsWith(mine, above)) return standing({ ...tree, root }, mine);
  const step = mine[above.length];
  if (step === undefined) return standing({ ...tree, root }, mine);
  if (step === last) return standing({ ...tree, root }, above);
  const shifted = step > last ? step - 1 : step;
  return standing({ ...tree, root }, [...above, shifted, ...mine.slice(way.length)]);
}

/** The tree with the current path as its main line. */
export function promoted(tree: Tree): Tree {
  const way = here(tree);
  const root = way.reduce(
    (root, step, i) =>
      changed(root, Array<number>(i).fill(0), ({ branches }) => ({
        branches: toFront(branches, step),
      })),
    tree.root,
  );
  return {
    ...standing(
      { ...tree, root },
      way.map(() => 0),
    ),
    at: tree.at,
  };
}

/** The tree with a comment at the current position. */
export function commented(tree: Tree, comment: string): Tree {
  return { ...tree, root: changed(tree.root, here(tree), () => ({ comment })) };
}

/** Whether the current path is the main line. */
export function isMain(tree: Tree): boolean {
  return here(tree).every((step) => step === 0);
}

// --- private ---------------------------------------------------------------------------------

function branchesAlong(root: GameNode, way: Way): readonly GameBranch[] {
  let node = root;
  return way.map((step) => {
    const branch = node.branches[step];
    if (!branch) throw new RangeError(`there is no way ${way.join()} in this tree`);
    node = branch;
    return branch;
  });
}

/** A copy with the node at the end of a path changed. */
function changed(
  root: GameNode,
  way: Way,
  change: (node: GameNode) => Partial<GameNode>,
): GameNode {
  const [step, ...rest] = way;
  if (step === undefined) return { ...root, ...change(root) };
  const branches = root.branches.map((branch, i) =>
    i === step ? { ...branch, ...changed(branch, rest, change) } : branch,
  );
  return { ...root, branches };
}

function toFront<T>(list: readonly T[], index: number): readonly T[] {
  return [...list.slice(index, index + 1), ...list.slice(0, index), ...list.slice(index + 1)];
}

function startsWith(way: Way, beginning: Way): boolean {
  return beginning.every((step, i) => way[i] === step);
}
