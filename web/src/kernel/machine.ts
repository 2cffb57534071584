/**
 * The kernel in its WebAssembly memory: every question that qttt.h answers, asked at once.
 *
 *     0        __heap_base                                    one area for each big thing
 *     ├ kernel ┼ rules places next moves outcome … report ┬ solver ┬ table ┬ classical ┬ tree ┤
 *
 * Nothing here waits or is remembered between calls but what the solvers have learnt.
 */

import { KernelError, checked } from "./errors";
import {
  BYTES,
  decodeMoves,
  decodePlaces,
  encodeMove,
  encodePlaces,
  readAnalysis,
  readEstimate,
  readOutcome,
} from "./layout";
import { type Rules, SOLVER_SQUARES, encodeRules, isSolved, sizeOf } from "./rules";
import { checkTable, isTableFor } from "./table";
import type { Analysis, Depth, Estimate, Move, Outcome, Place, Survey } from "./types";

/** The exports of the .wasm that are used here; 64-bit numbers are bigints. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global<"i32">;
  readonly qttt_legal: (...position: [...Here, moves: number]) => number;
  readonly qttt_play: (
    ...position: [...Here, first: number, second: number, next: number]
  ) => number;
  readonly qttt_outcome: (...position: [...Here, outcome: number]) => number;
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
  readonly qttt_search_init: (
    ...tree: [memory: number, bytes: number, ...Here, features: number]
  ) => number;
  readonly qttt_search_run: (
    ...tree: [memory: number, seed: bigint, simulations: bigint, stop: number]
  ) => bigint;
  readonly qttt_search_report: (memory: number, report: number) => number;
}

/** A position as the kernel takes it: where its rules and its places lie, and how many marks. */
type Here = [rules: number, places: number, marks: number];

/** What a solver may take: nodes, where a flag that stops it lies (0: none), how much to tell. */
type Budget = [nodes: bigint, stop: number, depth: number];

const PAGE = 65_536;
const SOLVER_ENTRIES = 1 << 17;
const CLASSICAL_ENTRIES = 1 << 16;
const TREE_BYTES = 32 << 20;
const EVERY_FEATURE = 127;
const DEPTHS: Record<Depth, number> = { values: 1, distances: 2 };

type Area = "solver" | "table" | "classical" | "tree";

export class Machine {
  private readonly at: Record<keyof typeof BYTES | "next", number>;
  private readonly areas = new Map<Area, number>();
  private end: number;
  private table: Uint8Array | null = null;
  private solverRules = "";
  private classicalRules = "";

  private constructor(private readonly wasm: Exports) {
    let next = wasm.__heap_base.value;
    const take = (bytes: number): number => {
      const start = Math.ceil(next / 64) * 64;
      next = start + bytes;
      return start;
    };
    this.at = {
      rules: take(BYTES.rules),
      places: take(BYTES.places),
      next: take(BYTES.places),
      moves: take(BYTES.moves),
      outcome: take(BYTES.outcome),
      analysis: take(BYTES.analysis),
      report: take(BYTES.report),
    };
    this.end = next;
    this.reserve(next);
  }

  /** Throws `KernelError` for bytes that are not the kernel. */
  static async load(wasm: BufferSource): Promise<Machine> {
    try {
      const { instance } = await WebAssembly.instantiate(wasm, {});
      return new Machine(instance.exports as unknown as Exports);
    } catch (error) {
      throw new KernelError("broken", `the kernel cannot be started: ${String(error)}`);
    }
  }

  /** Lets the solver look positions of these rules up. Throws `KernelError` if it is damaged. */
  attach(table: Uint8Array): void {
    checkTable(table);
    const area = this.area("table", table.length);
    this.bytes(area, table.length).set(table);
    this.table = table.slice(0, 32);
    this.solverRules = "";
  }

  /** Everything that the rules say about a position. */
  survey(rules: Rules, places: readonly Place[]): Survey {
    const outcome = this.outcome(rules, places);
    const moves = this.legal(rules, places);
    const collapses = moves.flatMap((move) =>
      move.kind === "collapse"
        ? [{ square: move.square, places: this.play(rules, places, move) }]
        : [],
    );
    return { places, moves, collapses, outcome };
  }

  legal(rules: Rules, places: readonly Place[]): Move[] {
    const count = this.wasm.qttt_legal(...this.put(rules, places), this.at.moves);
    return decodeMoves(this.bytes(this.at.moves, 2 * checked(count)));
  }

  /** Where the marks are after a move. Throws `IllegalMoveError`. */
  play(rules: Rules, places: readonly Place[], move: Move): Place[] {
    const [a, b] = encodeMove(move);
    const marks = this.wasm.qttt_play(...this.put(rules, places), a, b, this.at.next);
    return decodePlaces(this.bytes(this.at.next, 2 * checked(marks)));
  }

  /** How the game ended; null while it goes on. */
  outcome(rules: Rules, places: readonly Place[]): Outcome | null {
    const over = this.wasm.qttt_outcome(...this.put(rules, places), this.at.outcome);
    return checked(over) ? readOutcome(this.view, this.at.outcome) : null;
  }

  perft(rules: Rules, places: readonly Place[], plies: number): number {
    return Number(this.wasm.qttt_perft(...this.put(rules, places), plies));
  }

  /** What can be found out in about so many nodes; what was learnt is kept for the next call. */
  solve(rules: Rules, places: readonly Place[], depth: Depth, nodes: number): Analysis {
    if (!isSolved(rules)) {
      throw new KernelError("too-large", "nobody has solved a board of this size");
    }
    const isClassical = sizeOf(rules) > SOLVER_SQUARES;
    const budget: Budget = [BigInt(nodes), 0, DEPTHS[depth]];
    const table = isClassical ? this.classicalTable(rules) : null;
    const solver = isClassical ? 0 : this.solver(rules);
    const [code, at, marks] = this.put(rules, places);
    const result = table
      ? this.wasm.qttt_classical_solve(code, at, marks, ...budget, ...table, this.at.analysis)
      : this.wasm.qttt_solve(solver, at, marks, ...budget, this.at.analysis);
    checked(result);
    return readAnalysis(this.view, this.at.analysis);
  }

  /** Plants the tree in which `search` thinks about a position; there is one at a time. */
  plant(rules: Rules, places: readonly Place[], features = EVERY_FEATURE): void {
    const tree = this.area("tree", TREE_BYTES);
    checked(this.wasm.qttt_search_init(tree, TREE_BYTES, ...this.put(rules, places), features));
  }

  /** Lets the tree grow to so many simulations in all; returns how many were made now. */
  search(simulations: number, seed: bigint): number {
    const tree = this.area("tree", TREE_BYTES);
    return checked(Number(this.wasm.qttt_search_run(tree, seed, BigInt(simulations), 0)));
  }

  estimate(): Estimate {
    checked(this.wasm.qttt_search_report(this.area("tree", TREE_BYTES), this.at.report));
    return readEstimate(this.view, this.at.report);
  }

  // --- memory ------------------------------------------------------------------------------

  private put(rules: Rules, places: readonly Place[]): Here {
    this.bytes(this.at.rules, BYTES.rules).set(encodeRules(rules));
    this.bytes(this.at.places, BYTES.places).set(encodePlaces(places));
    return [this.at.rules, this.at.places, places.length];
  }

  private solver(rules: Rules): number {
    const size = this.wasm.qttt_solver_bytes(SOLVER_ENTRIES);
    const solver = this.area("solver", size);
    const code = encodeRules(rules);
    if (this.solverRules === code.join()) return solver;
    this.bytes(this.at.rules, BYTES.rules).set(code);
    checked(this.wasm.qttt_solver_init(solver, size, this.at.rules));
    if (this.table && isTableFor(this.table, code)) {
      const length = new DataView(this.table.buffer).getUint32(24, true);
      checked(this.wasm.qttt_solver_attach(solver, this.area("table", length), length));
    }
    this.solverRules = code.join();
    return solver;
  }

  private classicalTable(rules: Rules): [number, bigint] {
    const table = this.area("classical", 8 * CLASSICAL_ENTRIES);
    const code = encodeRules(rules).join();
    if (this.classicalRules !== code) this.bytes(table, 8 * CLASSICAL_ENTRIES).fill(0);
    this.classicalRules = code;
    return [table, BigInt(CLASSICAL_ENTRIES)];
  }

  /** Where an area starts; it is made when it is first asked for, and its size stays. */
  private area(name: Area, bytes: number): number {
    const known = this.areas.get(name);
    if (known !== undefined) return known;
    const start = Math.ceil(this.end / 64) * 64;
    this.reserve(start + bytes);
    this.end = start + bytes;
    this.areas.set(name, start);
    return start;
  }

  private reserve(end: number): void {
    const missing = Math.ceil((end - this.wasm.memory.buffer.byteLength) / PAGE);
    if (missing <= 0) return;
    try {
      this.wasm.memory.grow(missing);
    } catch {
      throw new KernelError("memory", `the browser has no ${missing} pages of memory left`);
    }
  }

  private bytes(start: number, count: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, start, count);
  }

  private get view(): DataView {
    return new DataView(this.wasm.memory.buffer);
  }
}
