import { beforeEach, describe, expect, test, vi } from "vitest";

import { AnalysisBoard } from "../../src/analysis/analysis.svelte";
import { TypedMovesError, enterInAnalysis, enterInMatch } from "../../src/analysis/typed-moves";
import { IllegalMoveError } from "../../src/kernel/errors";
import { Match } from "../../src/play/match.svelte";
import type { Kind } from "../../src/play/setup";
import { startedKernel } from "../kernel/ports";
import { tabWith } from "../settings/memory";

const kernel = await startedKernel();

describe("in the analysis", () => {
  let analysis: AnalysisBoard;

  beforeEach(async () => {
    analysis = await AnalysisBoard.start(kernel, tabWith());
  });

  test.each([
    ["12", "goff/12"],
    ["12 23 13", "goff/12 23 13"],
    ["12 23 13 X1@1", "goff/12 23 13 @3"],
    ["12/23 13", "goff/12/23 13"],
    ["14 34 45 49 59 @9", "goff/14 34 45 49 59 @9"],
  ])("%s is played", async (text, link) => {
    await enterInAnalysis(analysis, text);
    expect(analysis.link).toBe(link);
  });

  test.each([
    ["12 12 99", { details: { reason: "illegal-move" }, spot: { column: 7 } }],
    ["12 2x", { details: { reason: "no-move", found: "2x" }, spot: { column: 4 } }],
  ])("%s is rejected and changes nothing", async (text, error) => {
    await expect(enterInAnalysis(analysis, text)).rejects.toMatchObject(error);
    expect(analysis.link).toBe("goff");
  });
});

describe("in a match", () => {
  async function started(X: Kind, O: Kind): Promise<Match> {
    return Match.start(
      kernel,
      { rules: "goff", seats: { X, O } },
      { pace: { loop: 0, reply: 0, collapse: () => 0 } },
    );
  }

  test("two people play several moves at once", async () => {
    const match = await started("human", "human");
    await enterInMatch(kernel, match, "12 12 @1");
    expect(match.saved.moves).toEqual(["12", "12", "@1"]);
    await expect(enterInMatch(kernel, match, "34 @1")).rejects.toMatchObject({
      illegalReason: "no-loop",
    });
    expect(match.saved.moves).toHaveLength(3);
  });

  test("against a computer, one move at a time, only in turn", async () => {
    const match = await started("human", "random");
    await expect(enterInMatch(kernel, match, "12 34")).rejects.toEqual(
      new TypedMovesError("onlyOne"),
    );
    await enterInMatch(kernel, match, "12");
    await expect(enterInMatch(kernel, match, "34")).rejects.toEqual(
      new TypedMovesError("notYours"),
    );
    await vi.waitFor(() => expect(match.isOurs).toBe(true));
    match.leave();
  });

  test("no positions are set up; finished games are not continued", async () => {
    const match = await started("human", "human");
    await expect(enterInMatch(kernel, match, "12/23")).rejects.toEqual(
      new TypedMovesError("onlyMoves"),
    );
    await enterInMatch(kernel, match, "14 34 45 49 59 @9");
    await expect(enterInMatch(kernel, match, "12")).rejects.toEqual(
      new IllegalMoveError("game-over"),
    );
  });
});
