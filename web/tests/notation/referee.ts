/** The kernel as a synchronous referee. */

import type { Referee } from "../../src/notation/resolve";
import { wasmKernel } from "../kernel/ports";

export async function referee(): Promise<Referee> {
  const kernel = await wasmKernel();
  return {
    survey: async ({ rules, places }) => kernel.survey(rules, places),
    play: async ({ rules, places }, move) => {
      return kernel.survey(rules, kernel.play(rules, places, move));
    },
  };
}
