/** Decode results of the solvers and the search; `layout.ts` decodes the other structs. */

import {
  ANALYSIS,
  CANDIDATE,
  CHOICE,
  COLLAPSE,
  LEVEL,
  MOVE_VALUE,
  REPORT,
  SEARCH_UNITS_PER_POINT,
  UNITS_PER_POINT,
} from "./api";
import { decodeMove } from "./layout";
import type { Analysis, ClassicalStatistics, Estimate, EvalLevel, Move } from "./types";

export function readAnalysis(view: DataView, at: number): Analysis {
  return {
    nodes: Number(view.getBigUint64(at + ANALYSIS.nodes, true)),
    value: view.getInt32(at + ANALYSIS.value, true) / UNITS_PER_POINT,
    exact: view.getInt32(at + ANALYSIS.exact, true) !== 0,
    moves: Array.from({ length: view.getInt32(at + ANALYSIS.moves, true) }, (_, i) => {
      const here = at + ANALYSIS.move + MOVE_VALUE.BYTES * i;
      return {
        move: readMove(view, here + MOVE_VALUE.move),
        exact: view.getUint8(here + MOVE_VALUE.exact) !== 0,
        plies: view.getUint8(here + MOVE_VALUE.plies) || null,
        value: view.getInt32(here + MOVE_VALUE.value, true) / UNITS_PER_POINT,
      };
    }),
    line: readLine(view, at + ANALYSIS.line, view.getInt32(at + ANALYSIS.line_length, true)),
  };
}

export function readEstimate(view: DataView, at: number): Estimate {
  const best = view.getInt32(at + REPORT.best, true);
  const candidates = Array.from({ length: view.getInt32(at + REPORT.moves, true) }, (_, i) => {
    const here = at + REPORT.candidate + CANDIDATE.BYTES * i;
    return {
      move: readMove(view, here + CANDIDATE.move),
      proven: view.getUint8(here + CANDIDATE.proven) !== 0,
      value: view.getInt32(here + CANDIDATE.value, true) / SEARCH_UNITS_PER_POINT,
      visits: view.getUint32(here + CANDIDATE.visits, true),
    };
  });
  return {
    simulations: Number(view.getBigUint64(at + REPORT.simulations, true)),
    nodes: Number(view.getBigUint64(at + REPORT.nodes, true)),
    value: view.getInt32(at + REPORT.value, true) / SEARCH_UNITS_PER_POINT,
    proven: view.getInt32(at + REPORT.proven, true) !== 0,
    move: candidates[best]?.move ?? null,
    candidates,
    line: readLine(view, at + REPORT.line, view.getInt32(at + REPORT.line_length, true)),
  };
}

function readLine(view: DataView, at: number, length: number): Move[] {
  return Array.from({ length }, (_, i) => readMove(view, at + 2 * i));
}

function readMove(view: DataView, at: number): Move {
  return decodeMove(view.getUint8(at), view.getUint8(at + 1), COLLAPSE);
}

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
