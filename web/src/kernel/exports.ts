/** The functions of the .wasm that the app calls, documented in `kernel/qttt.h`. */

/** 64-bit numbers are bigints, pointers are numbers. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global<"i32">;
  readonly qttt_legal: (...position: [...Here, moves: number]) => number;
  readonly qttt_play: (
    ...position: [...Here, first: number, second: number, next: number]
  ) => number;
  readonly qttt_survey: (...position: [...Here, survey: number]) => number;
  readonly qttt_ensemble: (...position: [...Here, ensemble: number]) => number;
  readonly qttt_realities: (
    ...position: [...Here, first: bigint, count: number, squares: number]
  ) => number;
  readonly qttt_perft: (...position: [...Here, plies: number]) => bigint;
  readonly qttt_solver_bytes: (entries: number) => number;
  readonly qttt_solver_init: (memory: number, bytes: number, rules: number) => number;
  readonly qttt_solver_attach: (memory: number, table: number, bytes: number) => number;
  readonly qttt_solve: (
    ...solver: [memory: number, places: number, marks: number, ...Budget, analysis: number]
  ) => number;
  readonly qttt_classical_solve: (
    ...position: [...Here, ...Budget, table: number, entries: bigint, analysis: number]
  ) => number;
  readonly qttt_classical_choose: (
    ...position: [...Here, level: number, clock: number, choice: number]
  ) => number;
  readonly qttt_search_init: (
    ...tree: [memory: number, bytes: number, ...Here, features: number]
  ) => number;
  readonly qttt_search_run: (
    ...tree: [memory: number, seed: bigint, simulations: bigint, stop: number]
  ) => bigint;
  readonly qttt_search_report: (memory: number, report: number) => number;
}

/**
 * A position in the kernel's memory: addresses of its rules and places, and the number of marks.
 */
export type Here = [rules: number, places: number, marks: number];

/** Limits of a solver: nodes, address of a stop flag (0: none), depth of detail. */
export type Budget = [nodes: bigint, stop: number, depth: number];
