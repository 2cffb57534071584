/**
 * Decode results of the solver and the search; `layout.ts` decodes the other structs.
 *
 *     QtttMoveValue       QtttAnalysis            QtttCandidate        QtttReport
 *      0  2  move          0  8  nodes             0  2  move           0  8  simulations
 *      2  1  exact         8  4  value             2  1  proven         8  8  nodes
 *      3  1  plies        12  4  exact             4  4  value         16  4  value
 *      4  4  value        16  4  moves             8  4  visits        20  4  proven
 *                         20  4  line_length                           24  4  full
 *                         24  36 x move value                          28  4  best
 *                        312  32 x 2  line                             32  4  moves
 *                                                                      36  4  line_length
 *                                                                      40  64 x 2  line
 *                                                                     168  2016 x candidate
 */

import { MAX_MOVES, decodeMove } from "./layout";
import type { Analysis, Estimate, Move } from "./types";

const UNIT = 32;
const FINE = 131_072;

export const ANALYSIS_BYTES = 312 + 32 * 2;
export const REPORT_BYTES = 168 + 12 * MAX_MOVES;

export function readAnalysis(view: DataView, start: number): Analysis {
  const moves = view.getInt32(start + 16, true);
  const line = view.getInt32(start + 20, true);
  return {
    nodes: Number(view.getBigUint64(start, true)),
    value: view.getInt32(start + 8, true) / UNIT,
    exact: view.getInt32(start + 12, true) !== 0,
    moves: Array.from({ length: moves }, (_, i) => {
      const here = start + 24 + 8 * i;
      return {
        move: readMove(view, here),
        exact: view.getUint8(here + 2) !== 0,
        plies: view.getUint8(here + 3) || null,
        value: view.getInt32(here + 4, true) / UNIT,
      };
    }),
    line: Array.from({ length: line }, (_, i) => readMove(view, start + 312 + 2 * i)),
  };
}

export function readEstimate(view: DataView, start: number): Estimate {
  const best = view.getInt32(start + 28, true);
  const moves = view.getInt32(start + 32, true);
  const line = view.getInt32(start + 36, true);
  const candidates = Array.from({ length: moves }, (_, i) => {
    const here = start + 168 + 12 * i;
    return {
      move: readMove(view, here),
      proven: view.getUint8(here + 2) !== 0,
      value: view.getInt32(here + 4, true) / FINE,
      visits: view.getUint32(here + 8, true),
    };
  });
  return {
    simulations: Number(view.getBigUint64(start, true)),
    nodes: Number(view.getBigUint64(start + 8, true)),
    value: view.getInt32(start + 16, true) / FINE,
    proven: view.getInt32(start + 20, true) !== 0,
    move: candidates[best]?.move ?? null,
    candidates,
    line: Array.from({ length: line }, (_, i) => readMove(view, start + 40 + 2 * i)),
  };
}

function readMove(view: DataView, start: number): Move {
  return decodeMove(view.getUint8(start), view.getUint8(start + 1));
}
