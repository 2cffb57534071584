/**
 * Slow functions of the kernel: solvers and tree search. The solvers keep their cache between
 * calls, and the tree lasts until the next call of `plant`.
 */

import {
  ANALYSIS,
  CHOICE,
  FEATURES,
  LEVEL,
  REPORT,
  RULES_BYTES,
  SOLVER_SQUARES,
  SOLVE_DEPTHS,
  TABLE_HEADER,
} from "./api";
import {
  type ClassicalResult,
  readAnalysis,
  readChoice,
  readEstimate,
  writeLevel,
} from "./result-layout";
import { KernelError, checked } from "./errors";
import type { WasmKernel } from "./wasm-kernel";
import { type Rules, encodeRules, isLarge, isSolved, sizeOf } from "./rules";
import { checkTable } from "./table";
import { type Analysis, type Depth, type Estimate, type EvalLevel, type Place } from "./types";

const SOLVER_ENTRIES = 1 << 17;
const CLASSICAL_ENTRIES = 1 << 16;
const TREE_BYTES = 32 << 20;
const MIN_TREE_BYTES = 1 << 20;
const BYTES_PER_SIMULATION = 1 << 10;

/** Limits of a solver: nodes, address of a stop flag (0: none), depth of detail. */
type SolverLimits = [nodes: bigint, stop: number, depth: number];

export class WasmSolver {
  private table: { rules: Uint8Array; bytes: number } | null = null;
  private solverRules = "";
  private classicalRules = "";

  constructor(readonly wasmKernel: WasmKernel) {}

  /** Let the solver use a tablebase. Throws `KernelError` if it is damaged. */
  attach(table: Uint8Array): void {
    checkTable(table);
    const area = this.wasmKernel.area("table", table.length);
    this.wasmKernel.bytes(area, table.length).set(table);
    const start = TABLE_HEADER.rules;
    this.table = { rules: table.slice(start, start + RULES_BYTES), bytes: table.length };
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
    const found = asked + LEVEL.BYTES;
    writeLevel(wasmKernel.view, asked, level, nodes);
    const here = wasmKernel.put(rules, places);
    checked(wasmKernel.wasm.qttt_classical_choose(...here, asked, 0, found));
    return readChoice(wasmKernel.view, found);
  }

  /**
   * Create the search tree for a position, replacing the previous one. Clearing a large tree takes
   * longer than a few simulations, so small searches get a small one. Throws `KernelError`.
   */
  plant(
    rules: Rules,
    places: readonly Place[],
    features: number = FEATURES.ALL_FEATURES,
    simulations = Infinity,
  ): void {
    if (isLarge(rules)) {
      throw new KernelError("too-large", "the search does not support boards of this size");
    }
    const { wasmKernel } = this;
    const tree = wasmKernel.area("tree", TREE_BYTES);
    const bytes = Math.min(TREE_BYTES, MIN_TREE_BYTES + BYTES_PER_SIMULATION * simulations);
    const here = wasmKernel.put(rules, places);
    checked(wasmKernel.wasm.qttt_search_init(tree, bytes, ...here, features));
  }

  /** Grow the tree to `simulations` in total; returns how many were added. */
  search(simulations: number, seed: bigint): number {
    const tree = this.wasmKernel.area("tree", TREE_BYTES);
    return checked(
      Number(this.wasmKernel.wasm.qttt_search_run(tree, seed, BigInt(simulations), 0)),
    );
  }

  estimate(): Estimate {
    const { wasmKernel } = this;
    const report = wasmKernel.area("report", REPORT.BYTES);
    checked(wasmKernel.wasm.qttt_search_report(wasmKernel.area("tree", TREE_BYTES), report));
    return readEstimate(wasmKernel.view, report);
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
