import { expect, test, vi } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import type { Kernel } from "../../src/kernel/client";
import { KernelError } from "../../src/kernel/errors";
import { parseRules } from "../../src/kernel/rules";
import { moveName } from "../../src/notation/moves";
import { FILES, QUBIC as QUBIC_WEIGHTS, kernel as kernelOf, startedKernel } from "../kernel/ports";
import { lineOfMoves } from "./games";

const kernel = await startedKernel();
const GOFF = parseRules("goff");
const QUBIC = parseRules("qubic4");

async function survey(rules: string, moves: string) {
  const { start, plies } = await lineOfMoves(kernel, rules, moves);
  return plies.at(-1)?.after ?? start;
}

async function waitForJudgement(evaluation: Evaluation): Promise<void> {
  await vi.waitFor(() => expect(evaluation.isWorking).toBe(false));
}

test("a solved board: the value, every move and its distance", async () => {
  const evaluation = new Evaluation(kernel);
  evaluation.look(GOFF, await survey("goff", "14 34 45 49 59"));
  expect([evaluation.isWorking, evaluation.judgement]).toEqual([true, null]);
  await waitForJudgement(evaluation);
  const { judgement } = evaluation;
  expect(judgement).toMatchObject({ value: -0.5, margin: 0, decider: "O", simulations: null });
  const values = judgement?.moves.map(({ move, verdict, plies }) => [
    moveName(GOFF, move),
    verdict,
    plies,
  ]);
  expect(values).toEqual([
    ["@5", "best", expect.any(Number)],
    ["@9", "loses", 1],
  ]);
});

test("an unsolved board: an estimate that improves", async () => {
  const evaluation = new Evaluation(kernel, 0.5);
  evaluation.look(QUBIC, await survey("qubic4", ""));
  await vi.waitFor(() => expect(evaluation.judgement).not.toBeNull());
  const first = evaluation.judgement?.simulations ?? 0;
  expect(evaluation.isWorking).toBe(true);
  await waitForJudgement(evaluation);
  expect(evaluation.judgement?.simulations).toBeGreaterThan(first);
  expect(evaluation.judgement?.margin).toBeCloseTo(0.4);
});

test("learned weights judge an unsolved board that they fit", async () => {
  const evaluation = new Evaluation(kernel, 0.01);
  evaluation.look(QUBIC, await survey("qubic4", ""));
  await waitForJudgement(evaluation);
  expect(evaluation.judgement?.evaluator).toBe("used");
});

test("without their file the position is judged, and searched again when it is shown again", async () => {
  const other = kernelOf({ [QUBIC_WEIGHTS]: null });
  await other.start(FILES);
  const search = vi.spyOn(other, "search");
  const evaluation = new Evaluation(other, 0.01);
  const here = await survey("qubic4", "");
  for (const times of [1, 2]) {
    evaluation.look(QUBIC, here);
    await waitForJudgement(evaluation);
    expect(evaluation.judgement?.evaluator).toBe("missing");
    expect(search).toHaveBeenCalledTimes(times);
  }
});

test("a proven value is cached, even if the file is missing", async () => {
  const proven = { value: 1, line: [], candidates: [], move: null, simulations: 9, proven: true };
  const search = vi.fn(async () => ({ ...proven, evaluator: "missing" }));
  const evaluation = new Evaluation({ search } as unknown as Kernel);
  const here = await survey("qubic4", "");
  for (let i = 0; i < 2; i++) {
    evaluation.look(QUBIC, here);
    await waitForJudgement(evaluation);
    expect(evaluation.judgement).toMatchObject({ value: 1, margin: 0 });
  }
  expect(search).toHaveBeenCalledTimes(1);
});

test("a new position cancels the search; known positions are cached", async () => {
  const evaluation = new Evaluation(kernel, 5);
  evaluation.look(QUBIC, await survey("qubic4", ""));
  const here = await survey("goff", "12 12");
  evaluation.look(GOFF, here);
  await waitForJudgement(evaluation);
  const { judgement } = evaluation;
  expect(judgement?.value).toBe(1);
  evaluation.look(GOFF, await survey("goff", "12 12 @1"));
  evaluation.look(GOFF, here);
  expect([evaluation.judgement, evaluation.isWorking]).toEqual([judgement, false]);
});

test("a finished game needs no search", async () => {
  const evaluation = new Evaluation(kernel);
  evaluation.look(GOFF, await survey("goff", "14 34 45 49 59 @9"));
  expect([evaluation.isWorking, evaluation.judgement?.value]).toEqual([false, 1]);
});

test("a failure of the kernel is reported", async () => {
  const failing = { solve: () => Promise.reject(new KernelError("memory", "full")) };
  const evaluation = new Evaluation(failing as unknown as Kernel);
  evaluation.look(GOFF, await survey("goff", ""));
  await waitForJudgement(evaluation);
  expect(evaluation.failure?.reason).toBe("memory");
});
