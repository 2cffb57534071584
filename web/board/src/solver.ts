/** Exact values, from the whole kernel. */

import wasmUrl from "../../../src/qttt/engine/_kernel/qttt.wasm?url";
import { type Judgement, finalJudgement, provenJudgement } from "../../src/analysis/judgement";
import { solved } from "../../src/kernel/solver-queue";
import type { Rules } from "../../src/kernel/rules";
import type { Survey } from "../../src/kernel/types";
import { WasmSolver } from "../../src/kernel/wasm-solver";
import { shared } from "../../src/kernel/wasm-kernel";
import { loadKernel } from "./kernels";

/** Throws `KernelError`. */
export const wholeKernel = shared(() => loadKernel(wasmUrl));
const solver = shared(async () => new WasmSolver(await wholeKernel()));

/** The values of all moves, in the page's own thread. Throws `KernelError`, and on abort. */
export async function judge(rules: Rules, survey: Survey, signal: AbortSignal): Promise<Judgement> {
  const final = finalJudgement(survey);
  if (final) return final;
  const ask = { rules, places: survey.places, depth: "distances" } as const;
  return provenJudgement(survey, await solved(await solver(), ask, { signal }));
}
