import { expect, test } from "vitest";

import { estimatedJudgement, groupMoves, provenJudgement } from "../../src/analysis/judgement";
import { scoreText, moveVerdictText } from "../../src/analysis/words";
import { parseRules } from "../../src/kernel/rules";
import { startedKernel } from "../kernel/ports";
import { lineOfMoves } from "./games";
import { english } from "../messages";

const en = english.analysis;

const kernel = await startedKernel();

test("moves with equal verdicts are grouped, the best first", async () => {
  const { plies } = await lineOfMoves(kernel, "goff", "19 15");
  const survey = plies.at(-1)?.after;
  if (!survey) throw new RangeError("no position");
  const here = { rules: parseRules("goff"), places: survey.places };
  const groups = groupMoves(provenJudgement(survey, await kernel.solve(here, "distances")));
  const summary = groups.map(({ first, moves, isExact }) => [
    moveVerdictText(en, first, isExact),
    scoreText(en, first.value, isExact),
    moves.length,
  ]);
  expect(summary).toEqual([
    ["Best", "+½", 6],
    ["Slower by 2 moves", "+½", 1],
    ["Loses half a point", "0", 27],
    ["Loses a point", "−½", 2],
  ]);
});

test("the groups of an estimate contain each move exactly once", async () => {
  const rules = parseRules("qubic4");
  const survey = await kernel.survey({ rules, places: [] });
  const estimate = await kernel.search({ rules, places: [] }, 0.3, 0n);
  const judgement = estimatedJudgement(rules, survey, estimate);
  const groups = groupMoves(judgement);
  expect(groups.flatMap(({ moves }) => moves)).toEqual(judgement.moves);
  expect(judgement.moves.length + judgement.unknown.length).toBe(120);
  expect(groups.length).toBeLessThan(20);
});
