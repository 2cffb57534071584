/**
 * Structs of the classical search (`kernel/alphabeta.c`): parameters of a level, and
 * what it found. All numbers are little-endian, `at` is where a struct starts.
 *
 *     QtttLevel                    QtttChoice
 *      0  8  cutoff_nodes           0  8  nodes          28  4  cutoff
 *      8  8  max_nodes              8  8  max_cutoffs    32  4  stopped
 *     16  3 x 4  weight            16  8  min_cutoffs    36  4  best
 *     28  4  depth                 24  4  depth          40  4  value
 *     32  4  cutoff_depth                                44  4  moves, 48  64 x 4  move_value
 */

import type { EvalLevel, Move, ClassicalStatistics } from "./types";

export const LEVEL_BYTES = 40;
export const CHOICE_BYTES = 304;

/** Result of a search. */
export interface ClassicalResult {
  readonly move: Move;
  readonly statistics: Omit<ClassicalStatistics, "seconds">;
}

/** `nodes` is the cut-off limit; the search ends when its time would be over. */
export function writeLevel(view: DataView, at: number, level: EvalLevel, nodes: number): void {
  const maxNodes = Math.ceil((nodes * level.mostSeconds) / level.cutoffSeconds);
  view.setBigUint64(at, BigInt(nodes), true);
  view.setBigUint64(at + 8, BigInt(maxNodes), true);
  level.weights.forEach((weight, i) => view.setInt32(at + 16 + 4 * i, weight, true));
  view.setInt32(at + 28, level.depth ?? 0, true);
  view.setInt32(at + 32, level.cutoffDepth, true);
}

export function readChoice(view: DataView, at: number): ClassicalResult {
  const square = view.getInt32(at + 36, true);
  return {
    move: { kind: "placement", squares: [square, square] },
    statistics: {
      nodes: Number(view.getBigUint64(at, true)),
      maxCutoffs: Number(view.getBigUint64(at + 8, true)),
      minCutoffs: Number(view.getBigUint64(at + 16, true)),
      depth: view.getInt32(at + 24, true),
      cutOff: view.getInt32(at + 28, true) !== 0,
      stopped: view.getInt32(at + 32, true) !== 0,
    },
  };
}
