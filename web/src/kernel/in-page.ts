/**
 * The rules without a worker, for frames: pages in a sandbox cannot start one. There are no solvers,
 * which would block the page.
 */

import { IllegalMoveError, type IllegalMoveReason } from "./errors";
import type { Rules } from "./rules";
import type { Move, Place, Survey } from "./types";
import type { WasmKernel } from "./wasm-kernel";

interface At {
  readonly rules: Rules;
  readonly places: readonly Place[];
}

export class PageKernel {
  constructor(private readonly wasm: WasmKernel) {}

  async survey({ rules, places }: At): Promise<Survey> {
    return this.wasm.survey(rules, places);
  }

  /** The position after a move. Throws `IllegalMoveError` with the reason. */
  async play({ rules, places }: At, move: Move): Promise<Survey> {
    return this.wasm.survey(rules, this.wasm.play(rules, places, move));
  }

  /** Why a move is illegal; null if it is legal. */
  refusal({ rules, places }: At, move: Move): IllegalMoveReason | null {
    try {
      this.wasm.play(rules, places, move);
      return null;
    } catch (error) {
      if (error instanceof IllegalMoveError) return error.reason;
      throw error;
    }
  }
}
