import { describe, expect, test } from "vitest";

import {
  type Tree,
  withComment,
  withMove,
  currentPath,
  isMainLine,
  lineOf,
  atPly,
  nodeAt,
  withMainLine,
  withoutBranch,
  atPath,
  emptyTree,
  treeOf,
} from "../../src/analysis/tree";
import { parseRules } from "../../src/kernel/rules";
import { gameOf } from "../../src/notation/game";
import { moveName } from "../../src/notation/moves";
import { startedKernel } from "../kernel/ports";
import { lineOfMoves } from "./games";

const GOFF = parseRules("goff");
const kernel = await startedKernel();
const start = await kernel.survey({ rules: GOFF, places: [] });

async function played(tree: Tree, text: string): Promise<Tree> {
  const { plies } = await lineOfMoves(kernel, "goff", `${movesText(tree)} ${text}`.trim());
  return plies.slice(currentPath(tree).length).reduce(withMove, tree);
}

/** The moves to the current position. */
function movesText(tree: Tree): string {
  const { plies, at } = lineOf(tree);
  const names = plies.slice(0, at).map(({ move }) => moveName(GOFF, move));
  return names.join(" ");
}

/** The current line. */
function line(tree: Tree): string {
  return movesText(atPly(tree, tree.path.length));
}

/** 12 12 @1 45 with the variations 12 12 @2 34 and 19. */
async function sample(): Promise<Tree> {
  const main = await played(emptyTree(GOFF, start), "12 12 @1 45");
  const side = await played(atPly(main, 2), "@2 34");
  return atPath(await played(atPly(side, 0), "19"), []);
}

describe("playing", () => {
  test("continues the line", async () => {
    expect(movesText(await played(emptyTree(GOFF, start), "12 23 13 @1"))).toBe("12 23 13 @1");
  });

  test("a known move is followed, another one adds a variation", async () => {
    const tree = await sample();
    expect(tree.root.branches.map(({ move }) => moveName(GOFF, move))).toEqual(["12", "19"]);
    expect(nodeAt(tree.root, [0, 0]).branches.length).toBe(2);
    expect(await played(tree, "12 12 @2 34")).toEqual(atPath(tree, [0, 0, 1, 0]));
  });

  test("a tree is immutable", async () => {
    const tree = await sample();
    const before = JSON.stringify(tree);
    withoutBranch(withMainLine(withComment(await played(tree, "12 12 @2 56"), "!")), [0]);
    expect(JSON.stringify(tree)).toBe(before);
  });
});

describe("navigation", () => {
  test("back and forward along the current line", async () => {
    const tree = atPath(await sample(), [0, 0, 1]);
    expect([movesText(tree), line(tree)]).toEqual(["12 12 @2", "12 12 @2 34"]);
    expect([movesText(atPly(tree, 1)), line(atPly(tree, 1))]).toEqual(["12", "12 12 @2 34"]);
    expect(movesText(atPly(tree, 99))).toBe("12 12 @2 34");
    expect(movesText(atPly(tree, -1))).toBe("");
  });

  test("an invalid path", async () => {
    const tree = await sample();
    expect(() => atPath(tree, [3])).toThrow("there is no way 3 in this tree");
  });
});

describe("removing", () => {
  test.each([
    // current path, removed path, path afterwards, remaining moves
    { from: [0, 0, 1, 0], path: [0, 0, 1], then: "12 12", left: "12 12 @1 45" },
    { from: [0, 0, 1, 0], path: [0, 0, 0], then: "12 12 @2 34", left: "12 12 @2 34" },
    { from: [1], path: [0], then: "19", left: "19" },
    { from: [0, 0], path: [1], then: "12 12", left: "12 12 @1 45" },
    { from: [0, 0], path: [0, 0, 0], then: "12 12", left: "12 12 @2 34" },
    { from: [0], path: [0], then: "", left: "19" },
    { from: [0], path: [], then: "12", left: "12 12 @1 45" },
  ])("$way, viewed from $from", async ({ from, path, then, left }) => {
    const tree = withoutBranch(atPath(await sample(), from), path);
    expect([movesText(tree), line(tree)]).toEqual([then, left]);
  });
});

test("the current path becomes the main line", async () => {
  const tree = atPath(await sample(), [0, 0, 1, 0]);
  expect(isMainLine(tree)).toBe(false);
  const main = withMainLine(tree);
  expect([isMainLine(main), movesText(main), line(atPath(main, []))]).toEqual([
    true,
    "12 12 @2 34",
    "12 12 @2 34",
  ]);
  expect(nodeAt(main.root, [0, 0]).branches.length).toBe(2);
});

test("comments belong to the current position", async () => {
  const tree = withComment(atPath(await sample(), [0, 0, 1]), "better");
  expect(nodeAt(tree.root, [0, 0, 1]).comment).toBe("better");
  expect(nodeAt(tree.root, [0, 0, 0]).comment).toBe("");
});

test("a game is converted to a tree and back", async () => {
  const game = await lineOfMoves(kernel, "goff", "12 12 @1 45");
  expect(lineOf(treeOf(gameOf(GOFF, game.start, game.plies)))).toEqual(game);
});
