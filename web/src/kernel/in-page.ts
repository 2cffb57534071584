/**
 * The rules without a worker, for frames: pages in a sandbox cannot start one. There are no solvers,
 * which would block the page.
 */

import wasmUrl from "../../../src/qttt/engine/_kernel/qttt.wasm?url";
import { fetchBytes } from "./fetch-bytes";
import type { Rules } from "./rules";
import type { Move, Place, Survey } from "./types";
import { WasmKernel } from "./wasm-kernel";

interface At {
  readonly rules: Rules;
  readonly places: readonly Place[];
}

export class PageKernel {
  private constructor(private readonly wasm: WasmKernel) {}

  /** Throws `KernelError` if the kernel cannot be loaded. */
  static async load(): Promise<PageKernel> {
    const bytes = await fetchBytes(new URL(wasmUrl, document.baseURI).href);
    return new PageKernel(await WasmKernel.load(bytes));
  }

  async survey({ rules, places }: At): Promise<Survey> {
    return this.wasm.survey(rules, places);
  }

  /** The position after a move. Throws `IllegalMoveError` with the reason. */
  async play({ rules, places }: At, move: Move): Promise<Survey> {
    return this.wasm.survey(rules, this.wasm.play(rules, places, move));
  }
}
