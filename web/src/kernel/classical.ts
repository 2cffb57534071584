/** Structs of the classical search: parameters of a level, and what it found. */

import { CHOICE, LEVEL } from "./api";
import type { EvalLevel, Move, ClassicalStatistics } from "./types";

/** Result of a search. */
export interface ClassicalResult {
  readonly move: Move;
  readonly statistics: Omit<ClassicalStatistics, "seconds">;
}

/** `nodes` is the cut-off limit; the search ends when its time would be over. */
export function writeLevel(view: DataView, at: number, level: EvalLevel, nodes: number): void {
  const maxNodes = Math.ceil((nodes * level.mostSeconds) / level.cutoffSeconds);
  view.setBigUint64(at + LEVEL.cutoff_nodes, BigInt(nodes), true);
  view.setBigUint64(at + LEVEL.max_nodes, BigInt(maxNodes), true);
  level.weights.forEach((weight, i) => view.setInt32(at + LEVEL.weight + 4 * i, weight, true));
  view.setInt32(at + LEVEL.depth, level.depth ?? 0, true);
  view.setInt32(at + LEVEL.cutoff_depth, level.cutoffDepth, true);
}

export function readChoice(view: DataView, at: number): ClassicalResult {
  const square = view.getInt32(at + CHOICE.best, true);
  return {
    move: { kind: "placement", squares: [square, square] },
    statistics: {
      nodes: Number(view.getBigUint64(at + CHOICE.nodes, true)),
      maxCutoffs: Number(view.getBigUint64(at + CHOICE.max_cutoffs, true)),
      minCutoffs: Number(view.getBigUint64(at + CHOICE.min_cutoffs, true)),
      depth: view.getInt32(at + CHOICE.depth, true),
      cutOff: view.getInt32(at + CHOICE.cutoff, true) !== 0,
      stopped: view.getInt32(at + CHOICE.stopped, true) !== 0,
    },
  };
}
