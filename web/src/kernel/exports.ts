/** The functions of the .wasm that the app calls, documented in `kernel/qttt.h`. */

/** 64-bit numbers are bigints, pointers are numbers. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global<"i32">;
  readonly qttt_legal: (...position: [...PositionArgs, moves: number]) => number;
  readonly qttt_play: (
    ...position: [...PositionArgs, first: number, second: number, next: number]
  ) => number;
  readonly qttt_survey: (...position: [...PositionArgs, survey: number]) => number;
  readonly qttt_ensemble: (...position: [...PositionArgs, ensemble: number]) => number;
  readonly qttt_realities: (
    ...position: [...PositionArgs, first: bigint, count: number, squares: number]
  ) => number;
  readonly qttt_perft: (...position: [...PositionArgs, plies: number]) => bigint;
  readonly qttt_solver_bytes: (entries: number) => number;
  readonly qttt_solver_init: (memory: number, bytes: number, rules: number) => number;
  readonly qttt_solver_attach: (memory: number, table: number, bytes: number) => number;
  readonly qttt_solve: (
    ...solver: [memory: number, places: number, marks: number, ...SolverLimits, analysis: number]
  ) => number;
  readonly qttt_classical_solve: (
    ...position: [
      ...PositionArgs,
      ...SolverLimits,
      table: number,
      entries: bigint,
      analysis: number,
    ]
  ) => number;
  readonly qttt_classical_choose: (
    ...position: [...PositionArgs, level: number, clock: number, choice: number]
  ) => number;
  readonly qttt_search_init: (
    ...tree: [memory: number, bytes: number, ...PositionArgs, features: number]
  ) => number;
  readonly qttt_search_run: (
    ...tree: [memory: number, seed: bigint, simulations: bigint, stop: number]
  ) => bigint;
  readonly qttt_search_report: (memory: number, report: number) => number;
}

/**
 * A position in the kernel's memory: addresses of its rules and places, and the number of marks.
 */
export type PositionArgs = [rules: number, places: number, marks: number];

/** Limits of a solver: nodes, address of a stop flag (0: none), depth of detail. */
export type SolverLimits = [nodes: bigint, stop: number, depth: number];
