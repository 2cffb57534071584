import { beforeEach, describe, expect, test } from "vitest";

import { AnalysisBoard, analysisRecord } from "../../src/analysis/analysis.svelte";
import { lineOf, hasVariations } from "../../src/analysis/tree";
import { RulesError, parseRules } from "../../src/kernel/rules";
import { moveName } from "../../src/notation/moves";
import { TextError } from "../../src/notation/errors";
import { readTokens } from "../../src/notation/tokens";
import { startedKernel } from "../kernel/ports";
import { memory, tabWith } from "../settings/memory";
import { movesOf } from "./games";

const kernel = await startedKernel();
let storage = memory();
let tab = tabWith(storage);
let analysis: AnalysisBoard;

beforeEach(async () => {
  storage = memory();
  tab = tabWith(storage);
  analysis = await AnalysisBoard.start(kernel, tab);
});

async function play(text: string): Promise<void> {
  for (const move of movesOf("goff", text)) await analysis.play(move);
}

function stateText(): string {
  const { plies, at } = lineOf(analysis.tree);
  const names = plies.slice(0, at).map(({ move }) => moveName(analysis.rules, move));
  return names.join(" ");
}

describe("playing", () => {
  test("both sides, with collapses", async () => {
    await play("12 12 @1 45");
    expect([stateText(), analysis.position.decider, analysis.illegalReason]).toEqual([
      "12 12 @1 45",
      "O",
      null,
    ]);
    expect([...analysis.pairs.keys()]).toEqual([1, 2, 3]);
  });

  test("an illegal move changes nothing and reports the reason", async () => {
    await play("12 12 34");
    expect([stateText(), analysis.illegalReason]).toEqual(["12 12", "loop-pending"]);
  });

  test("typed moves are played all or none", async () => {
    await analysis.playAll(readTokens("12 2-3, 13~ X1@1"));
    expect(stateText()).toBe("12 23 13 @3");
    await expect(analysis.playAll(readTokens("45 46 11"))).rejects.toMatchObject({
      details: { reason: "illegal-move", illegalReason: "not-open" },
      spot: { line: 1, column: 7 },
    });
    expect(stateText()).toBe("12 23 13 @3");
  });
});

describe("undo", () => {
  test("reverts every change; redo applies it again", async () => {
    await play("12 12 @1");
    analysis.go(2);
    await play("@2");
    analysis.promote();
    analysis.prune();
    expect([analysis.canUndo, stateText()]).toEqual([true, "12 12"]);
    analysis.undo();
    analysis.undo();
    expect(stateText()).toBe("12 12 @2");
    analysis.undo();
    expect(stateText()).toBe("12 12");
    for (let i = 0; i < 3; i++) analysis.undo();
    expect([analysis.canUndo, stateText()]).toEqual([false, ""]);
    for (let i = 0; i < 9; i++) analysis.redo();
    expect([analysis.canRedo, stateText(), analysis.line.plies.length]).toEqual([
      false,
      "12 12",
      3,
    ]);
  });

  test("a new change clears the redo list", async () => {
    await play("12 23");
    analysis.undo();
    await play("45");
    expect(analysis.canRedo).toBe(false);
  });

  test("reverts clearing the board, too", async () => {
    await play("12");
    await analysis.clear(parseRules("krist rows=5 cols=5"));
    expect(analysis.link).toBe("krist rows=5 cols=5");
    analysis.undo();
    expect([analysis.rules, stateText()]).toEqual([parseRules("goff"), "12"]);
  });
});

describe("the saved analysis", () => {
  test("has the tree, the current position and the comments", async () => {
    await play("12 12 @1 45");
    analysis.go(2);
    await play("@2");
    analysis.setComment("also {possible}");
    const again = await AnalysisBoard.start(kernel, tabWith(storage));
    expect(again.tree).toEqual(analysis.tree);
    expect(again.comment).toBe("also {possible}");
    expect(again.canUndo).toBe(false);
  });

  test.each([
    ["no JSON", "{"],
    ["another version", '{"version":0}'],
    ["no record", '{"version":1,"record":"1. 1-2","way":[],"at":0}'],
    ["no such way", '{"version":1,"record":"1. 1-2 *","way":[1],"at":1}'],
    ["an illegal game", '{"version":1,"record":"1. 1-2 2. @1 *","way":[],"at":0}'],
  ])("%s is set aside", async (_, text) => {
    storage.setItem("qttt.analysis", text);
    const opened = tabWith(storage);
    const again = await AnalysisBoard.start(kernel, opened);
    expect([opened.problem, again.link]).toEqual(["setAside", "goff"]);
    expect(storage.getItem("qttt.analysis.broken")).toBe(text);
  });

  test("a failure to save is reported", async () => {
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    await play("12");
    expect([tab.problem, stateText()]).toEqual(["notSaved", "12"]);
  });

  test("each tab has its own, and a new one begins with the last", async () => {
    const [one, other] = [tab, tabWith(storage)];
    await play("12");
    const second = await AnalysisBoard.start(kernel, other);
    for (const move of movesOf("goff", "34")) await second.play(move);
    const links = await Promise.all(
      [one, other, tabWith(storage)].map(
        async (each) => (await AnalysisBoard.start(kernel, each)).link,
      ),
    );
    expect(links).toEqual(["goff/12", "goff/12 34", "goff/12 34"]);
  });
});

describe("links", () => {
  test.each(["goff/12 23 13 @3", "krist rows=5 cols=5/a1b2", "goff/12/23/13 @1", "classic3/5 1"])(
    "%s opens its position and is written back",
    async (link) => {
      await analysis.follow(link);
      expect(analysis.link).toBe(link);
    },
  );

  test("a link to a line in the tree goes there and keeps the tree", async () => {
    await play("12 12 @1 45");
    await analysis.follow("goff/12 12");
    expect([stateText(), analysis.line.plies.length, analysis.canUndo]).toEqual(["12 12", 4, true]);
  });

  test("a record adds its variations, also to a line that is in the tree", async () => {
    await play("12 12");
    await analysis.follow('goff/[Rules "goff"]\n\n1. 1-2 (1. 1-3) 2. 1-2 *');
    expect([stateText(), analysis.tree.root.branches.length]).toEqual(["12 12", 2]);
    expect(hasVariations(analysis.tree)).toBe(true);
  });

  test.each([
    ["", RulesError],
    ["chess/e4", RulesError],
    ["goff/12 12 34", TextError],
    ["goff/1x", TextError],
    ["goff/1/1", TextError],
    ["krist rows=99/a1b1", Error],
  ])("“%s” is rejected and changes nothing", async (link, error) => {
    await play("12 23");
    const { tree } = analysis;
    await expect(analysis.follow(link)).rejects.toThrow(error);
    expect(analysis.tree).toBe(tree);
  });
});

describe("opening texts", () => {
  test("a record opens at the end of its main line", async () => {
    const { games } = await analysis.open(
      '[X "Anna"]\n[Rules "qubic3"]\n\n1. 1-2 2. 1-2~ @1 (@2 3. 3-4) *\n\n[X "Ben"]\n1. 1-2 *',
    );
    expect([games, stateText(), analysis.tags.get("X")]).toEqual([2, "12 12 @1", "Anna"]);
    expect(analysis.rules).toEqual(parseRules("qubic3"));
  });

  test("a saved match opens at its current position", async () => {
    await analysis.open('[Current "1"]\n\n1. 1-2 2. 2-3 *');
    expect([stateText(), analysis.line.plies.length]).toEqual(["12", 2]);
  });

  test("a saved record has the current position, at the end or in a variation only its moves", async () => {
    const record = (): string => analysisRecord(analysis.tree, analysis.tags);
    await play("12 23 34");
    expect(record()).not.toContain("Current");
    analysis.go(2);
    expect(record()).toContain('[Current "2"]');
    await play("45");
    expect(record()).not.toContain("Current");
  });

  test("Goff's string", async () => {
    await analysis.open("X1+(1,2); O2+(1,2)[12]; X2@O2(1);");
    expect(stateText()).toBe("12 12 @1");
  });

  test("half a placement at the end of Goff's string", async () => {
    await analysis.open("X1+(1,2); O2+(1,2)[12]; X2@O2(1); X3+(9");
    expect([stateText(), analysis.boardState.half]).toEqual(["12 12 @1", 8]);
    await analysis.open(" x1 + ( 5\n");
    expect([stateText(), analysis.boardState.half]).toEqual(["", 4]);
    for (const end of ["X3+(1", "O4+(9"]) {
      const text = `X1+(1,2); O2+(1,2)[12]; X2@O2(1); ${end}`;
      const details = { reason: "half-placement", half: end };
      await expect(analysis.open(text)).rejects.toMatchObject({ details, spot: { column: 35 } });
    }
    expect([stateText(), analysis.boardState.half]).toEqual(["", 4]);
    await analysis.open("12 23");
    expect(analysis.boardState.half).toBeNull();
  });

  test("moves and positions use the current rules", async () => {
    await analysis.clear(parseRules("qubic4"));
    await analysis.open("a1b2 a1b2");
    expect(analysis.position.loop?.closing).toBe(2);
    await analysis.open("a1/b2/c3d4");
    expect([analysis.position.places.length, analysis.line.plies.length]).toEqual([3, 0]);
  });

  test.each([
    ["12 23 9x", 1, 7],
    ["12/23 12\n45 13 44", 2, 1],
    ["1. 1-2\n2. 1-2 1-0", 2, 8],
  ])("%s is rejected with line and column", async (text, line, column) => {
    await play("12");
    const { tree } = analysis;
    await expect(analysis.open(text)).rejects.toMatchObject({ spot: { line, column } });
    expect(analysis.tree).toBe(tree);
  });
});
