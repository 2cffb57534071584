import { beforeEach, describe, expect, test, vi } from "vitest";

import { AnalysisBoard } from "../../src/analysis/analysis.svelte";
import { parseCommand } from "../../src/analysis/commands";
import {
  type CommandTarget,
  RejectedCommandError,
  analysisTarget,
  matchTarget,
} from "../../src/analysis/command-target";
import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { runCommand } from "../../src/analysis/run-command";
import { parseRules } from "../../src/kernel/rules";
import { Match } from "../../src/match/match.svelte";
import type { Kind } from "../../src/match/setup";
import { startedKernel } from "../kernel/ports";
import { memory } from "../settings/memory";
import { en as core, english } from "../messages";

const analysisWords = english.analysis;
const commandWords = english.commands;

const kernel = await startedKernel();
const evaluation = new Evaluation(kernel, 0.1);

async function type(target: CommandTarget, line: string): Promise<string> {
  const command = parseCommand(line);
  if (!command) return "";
  const lines = await runCommand(command, {
    target,
    evaluation,
    m: core,
    t: analysisWords,
    words: commandWords,
    save: async (name) => `saved ${name}`,
    load: () => "loading",
    link: async () => "linked",
    signal: new AbortController().signal,
  });
  return lines.join("\n");
}

describe("in the analysis", () => {
  let analysis: AnalysisBoard;
  let target: CommandTarget;

  beforeEach(async () => {
    analysis = await AnalysisBoard.start(kernel, memory());
    target = analysisTarget(analysis);
  });

  test.each([
    ["12", "goff/12", "O to move."],
    ["12 23 13", "goff/12 23 13", "O chooses the collapse."],
    ["12 23 13 X1@1", "goff/12 23 13 @3", "O to move."],
    ["12/23 13", "goff/12/23 13", "O chooses the collapse."],
    ["play 0 0 1 2", "goff/16", "O to move."],
    ["14 34 45 49 59 @9", "goff/14 34 45 49 59 @9", "The game is over."],
  ])("%s is played", async (line, link, answer) => {
    expect([await type(target, line), analysis.link]).toEqual([answer, link]);
  });

  test("the shell's syntax for a collapse", async () => {
    await type(target, "12 23 13");
    await type(target, "play X1 0 1");
    expect(analysis.link).toBe("goff/12 23 13 @1");
  });

  test("undo and redo move along the line", async () => {
    await type(target, "12 23 13 @1");
    expect(await type(target, "undo 2")).toBe("2 moves undone.");
    expect(await type(target, "redo")).toBe("One move redone.");
    expect(analysis.link).toBe("goff/12 23 13");
    expect(await type(target, "redo 9")).toBe("One move redone.");
    await expect(type(target, "redo")).rejects.toEqual(new RejectedCommandError("nothingToRedo"));
    await type(target, "undo 99");
    await expect(type(target, "undo")).rejects.toEqual(new RejectedCommandError("nothingToUndo"));
  });

  test("random plays to the end and no further", async () => {
    await type(target, "random 99");
    expect(target.survey.outcome).not.toBeNull();
    await expect(type(target, "random")).rejects.toEqual(new RejectedCommandError("gameOver"));
  });

  test("value and best", async () => {
    expect(await type(target, "value")).toBe(
      "X gets half a point more than O if both play perfectly, proven.",
    );
    expect(await type(target, "best")).toBe(
      "Best: 19, 37. X gets half a point more than O if both play perfectly, proven.",
    );
    await type(target, "14 34 45 49 59 @9");
    expect(await type(target, "value")).toBe("X got a point more than O.");
    expect(await type(target, "best")).toBe("The game is over.");
  });

  test("many equally good moves", async () => {
    await type(target, "19 15");
    expect(await type(target, "hint")).toMatch(/^Best: 13, 17, 35, or 3 equally good\. /);
  });

  test("estimates are marked as such", async () => {
    await analysis.clear(parseRules("qubic4"));
    expect(await type(target, "value")).toMatch(
      / on average .*, estimated from [\d,]+ simulations\.$/,
    );
  });

  test("moves, board and rules", async () => {
    expect(await type(target, "moves")).toBe("36 moves, on these squares: 1 2 3 4 5 6 7 8 9");
    await type(target, "12 12");
    expect(await type(target, "moves")).toBe("@1: O2 lands on 1. @2: O2 lands on 2");
    expect((await type(target, "board")).split("\n")).toHaveLength(9);
    expect(await type(target, "rules")).toContain("(goff)");
  });

  test("commands for the screen are passed to it", async () => {
    expect(await type(target, "save my game")).toBe("saved my game");
    expect(await type(target, "load")).toBe("loading");
    expect(await type(target, "link")).toBe("linked");
  });

  test("help lists every command", async () => {
    expect((await type(target, "help")).split("\n")).toHaveLength(14);
  });

  test.each([
    ["play 0 0 3 1", { mistake: { reason: "outside", row: 3, col: 1, rows: 3, cols: 3 } }],
    ["12 12 99", { details: { reason: "illegal-move" }, spot: { column: 7 } }],
    ["12 2x", { details: { reason: "no-move", found: "2x" }, spot: { column: 4 } }],
  ])("%s is rejected and changes nothing", async (line, error) => {
    await expect(type(target, line)).rejects.toMatchObject(error);
    expect(analysis.link).toBe("goff");
  });
});

describe("in a match", () => {
  async function started(X: Kind, O: Kind, rules = "goff"): Promise<Match> {
    return Match.start(
      kernel,
      { rules, seats: { X, O } },
      { pace: { loop: 0, reply: 0, collapse: () => 0 } },
    );
  }

  test("two people play several moves at once", async () => {
    const match = await started("human", "human");
    const target = matchTarget(kernel, match);
    await type(target, "12 12 @1");
    expect(match.saved.moves).toEqual(["12", "12", "@1"]);
    expect(await type(target, "undo 2")).toBe("2 moves undone.");
    await expect(type(target, "34 @1")).rejects.toMatchObject({ illegalReason: "no-loop" });
    expect(match.saved.at).toBe(1);
  });

  test("against a computer, one move at a time, only in turn", async () => {
    const match = await started("human", "random");
    const target = matchTarget(kernel, match);
    await expect(type(target, "12 34")).rejects.toEqual(new RejectedCommandError("onlyOne"));
    await type(target, "12");
    await expect(type(target, "34")).rejects.toEqual(new RejectedCommandError("notYours"));
    await vi.waitFor(() => expect(match.isOurs).toBe(true));
    await type(target, "undo");
    expect(match.saved.at).toBe(0);
    match.leave();
  });

  test("no positions are set up; finished games are not continued", async () => {
    const match = await started("human", "human");
    const target = matchTarget(kernel, match);
    await expect(type(target, "12/23")).rejects.toEqual(new RejectedCommandError("onlyMoves"));
    await type(target, "14 34 45 49 59 @9");
    await expect(type(target, "12")).rejects.toEqual(new RejectedCommandError("gameOver"));
  });
});
