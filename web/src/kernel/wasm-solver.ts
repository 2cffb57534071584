/**
 * Slow functions of the kernel: solvers and tree search. The solvers keep their cache between
 * calls, and the tree lasts until the next call of `plant`.
 */

import {
  FEATURES,
  COLLAPSE,
  CANDIDATE,
  SEARCH_UNITS_PER_POINT,
  MOVE_VALUE,
  SOLVER_SQUARES,
  REPORT,
  LEVEL,
  CHOICE,
  UNITS_PER_POINT,
  ANALYSIS,
  SOLVE_DEPTHS,
} from "../generated/api";
import { KernelError, checked } from "./errors";
import type { WasmKernel } from "./wasm-kernel";
import { type Rules, encodeRules, isLarge, isSolved, sizeOf } from "./rules";
import type {
  Analysis,
  ClassicalStatistics,
  Depth,
  Estimate,
  EvalLevel,
  Move,
  Place,
} from "./types";
import { decodeMove } from "./layout";
import { LEARNED, TABLEBASE, checkWhole, rulesIn } from "./sealed-files";

const SOLVER_ENTRIES = 1 << 17;
const CLASSICAL_ENTRIES = 1 << 16;
const TREE_BYTES = 32 << 20;
const MIN_TREE_BYTES = 1 << 20;
const BYTES_PER_SIMULATION = 1 << 10;

/** Address and size of an evaluator that is not used. */
const NONE = [0, 0] as const;

/** Limits of a solver: nodes, address of a stop flag (0: none), depth of detail. */
type SolverLimits = [nodes: bigint, stop: number, depth: number];

export class WasmSolver {
  private table: { rules: Uint8Array; bytes: number } | null = null;
  private solverRules = "";
  private classicalRules = "";

  constructor(readonly wasmKernel: WasmKernel) {}

  /** Let the solver use a tablebase. Throws `KernelError` if it is damaged. */
  attach(table: Uint8Array): void {
    checkWhole(TABLEBASE, table);
    this.copy("table", table);
    this.table = { rules: rulesIn(TABLEBASE, table), bytes: table.length };
    this.solverRules = "";
  }

  /** Solve within about `nodes` nodes; results are cached for the next call. */
  solve(rules: Rules, places: readonly Place[], depth: Depth, nodes: number): Analysis {
    if (!isSolved(rules)) {
      throw new KernelError("too-large", "the solver does not support boards of this size");
    }
    const { wasmKernel } = this;
    const { wasm } = wasmKernel;
    const isClassical = sizeOf(rules) > SOLVER_SQUARES;
    const budget: SolverLimits = [BigInt(nodes), 0, SOLVE_DEPTHS.indexOf(depth)];
    const table = isClassical ? this.classicalTable(rules) : null;
    const solver = isClassical ? 0 : this.solver(rules);
    const analysis = wasmKernel.area("analysis", ANALYSIS.BYTES);
    const [code, at, marks] = wasmKernel.put(rules, places);
    const result = table
      ? wasm.qttt_classical_solve(code, at, marks, ...budget, ...table, analysis)
      : wasm.qttt_solve(solver, at, marks, ...budget, analysis);
    checked(result);
    return readAnalysis(wasmKernel.view, analysis);
  }

  /** The move of a classical tic-tac-toe level, with a cut-off limit of `nodes`. */
  choose(rules: Rules, places: readonly Place[], level: EvalLevel, nodes: number): ClassicalResult {
    const { wasmKernel } = this;
    const asked = wasmKernel.area("choice", LEVEL.BYTES + CHOICE.BYTES);
    const result = asked + LEVEL.BYTES;
    writeLevel(wasmKernel.view, asked, level, nodes);
    const here = wasmKernel.put(rules, places);
    checked(wasmKernel.wasm.qttt_classical_choose(...here, asked, 0, result));
    return readChoice(wasmKernel.view, result);
  }

  /**
   * Create the search tree for a position, replacing the previous one. Clearing a large tree takes
   * longer than a few simulations, so small searches get a small one. With `weights`, an evaluator's
   * file for the rules, it judges by these instead of random games. Throws `KernelError`.
   */
  plant(
    rules: Rules,
    places: readonly Place[],
    features: number = FEATURES.ALL_FEATURES,
    simulations = Infinity,
    weights: Uint8Array | null = null,
  ): void {
    if (isLarge(rules)) {
      throw new KernelError("too-large", "the search does not support boards of this size");
    }
    if (weights) checkWhole(LEARNED, weights);
    const { wasmKernel } = this;
    const tree = wasmKernel.area("tree", TREE_BYTES);
    const bytes = Math.min(TREE_BYTES, MIN_TREE_BYTES + BYTES_PER_SIMULATION * simulations);
    const evaluator = weights ? ([this.copy("evaluator", weights), weights.length] as const) : NONE;
    const here = wasmKernel.put(rules, places);
    checked(wasmKernel.wasm.qttt_search_init(tree, bytes, 0, ...here, features, ...evaluator));
  }

  /** Grow the tree to `simulations` in total; returns whether the position is still open. */
  search(simulations: number, seed: bigint): boolean {
    const tree = this.wasmKernel.area("tree", TREE_BYTES);
    const { wasm } = this.wasmKernel;
    return checked(wasm.qttt_search_run(tree, seed, BigInt(simulations), 0)) > 0;
  }

  estimate(): Omit<Estimate, "evaluator"> {
    const { wasmKernel } = this;
    const report = wasmKernel.area("report", REPORT.BYTES);
    checked(wasmKernel.wasm.qttt_search_report(wasmKernel.area("tree", TREE_BYTES), report));
    return readEstimate(wasmKernel.view, report);
  }

  /** Copy a file into a memory area; all files of an area have the same size. */
  private copy(name: string, file: Uint8Array): number {
    const area = this.wasmKernel.area(name, file.length);
    this.wasmKernel.bytes(area, file.length).set(file);
    return area;
  }

  private solver(rules: Rules): number {
    const { wasmKernel } = this;
    const { wasm } = wasmKernel;
    const size = wasm.qttt_solver_bytes(SOLVER_ENTRIES);
    const solver = wasmKernel.area("solver", size);
    const code = encodeRules(rules);
    if (this.solverRules === code.join()) return solver;
    const [rulesAt] = wasmKernel.put(rules, []);
    checked(wasm.qttt_solver_init(solver, size, rulesAt));
    if (this.table?.rules.every((byte, i) => byte === code[i])) {
      const { bytes } = this.table;
      checked(wasm.qttt_solver_attach(solver, wasmKernel.area("table", bytes), bytes));
    }
    this.solverRules = code.join();
    return solver;
  }

  private classicalTable(rules: Rules): [number, bigint] {
    const table = this.wasmKernel.area("classical", 8 * CLASSICAL_ENTRIES);
    const code = encodeRules(rules).join();
    if (this.classicalRules !== code) this.wasmKernel.bytes(table, 8 * CLASSICAL_ENTRIES).fill(0);
    this.classicalRules = code;
    return [table, BigInt(CLASSICAL_ENTRIES)];
  }
}

// --- results --------------------------------------------------------------------------------

function readAnalysis(view: DataView, at: number): Analysis {
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

function readEstimate(view: DataView, at: number): Omit<Estimate, "evaluator"> {
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
function writeLevel(view: DataView, at: number, level: EvalLevel, nodes: number): void {
  const maxNodes = Math.ceil((nodes * level.mostSeconds) / level.cutoffSeconds);
  view.setBigUint64(at + LEVEL.cutoff_nodes, BigInt(nodes), true);
  view.setBigUint64(at + LEVEL.max_nodes, BigInt(maxNodes), true);
  level.weights.forEach((weight, i) => view.setInt32(at + LEVEL.weight + 4 * i, weight, true));
  view.setInt32(at + LEVEL.depth, level.depth ?? 0, true);
  view.setInt32(at + LEVEL.cutoff_depth, level.cutoffDepth, true);
}

function readChoice(view: DataView, at: number): ClassicalResult {
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
