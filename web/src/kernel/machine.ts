/**
 * The kernel in its WebAssembly memory: every question that qttt.h answers, asked at once.
 *
 *     0        __heap_base                                    one area for each big thing
 *     ├ kernel ┼ rules places next moves survey … report ┬ solver ┬ table ┬ classical ┬ tree ┤
 *
 * Nothing here waits or is remembered between calls but what the solvers have learnt.
 */

import { CHOICE_BYTES, type Found, LEVEL_BYTES, readChoice, writeLevel } from "./classical";
import { KernelError, checked } from "./errors";
import type { Budget, Exports, Here } from "./exports";
import {
  BYTES,
  REALITIES,
  decodeMoves,
  decodePlaces,
  encodeMove,
  encodePlaces,
  readAnalysis,
  readEnsemble,
  readEstimate,
  readSurvey,
} from "./layout";
import { choicesOf } from "./reading";
import { type Rules, SOLVER_SQUARES, encodeRules, isSolved, sizeOf } from "./rules";
import { checkTable, isTableFor } from "./table";
import {
  type Analysis,
  type Depth,
  type Ensemble,
  type Estimate,
  type EvalLevel,
  FEATURES,
  type Move,
  type Place,
  type Survey,
} from "./types";

const PAGE = 65_536;
const SOLVER_ENTRIES = 1 << 17;
const CLASSICAL_ENTRIES = 1 << 16;
const TREE_BYTES = 32 << 20;
const LEAST_TREE_BYTES = 1 << 20;
const BYTES_A_SIMULATION = 1 << 10;
const DEPTHS: Record<Depth, number> = { values: 1, distances: 2 };

type Area = "solver" | "table" | "classical" | "choice" | "tree";

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
      survey: take(BYTES.survey),
      ensemble: take(BYTES.ensemble),
      realities: take(BYTES.realities),
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
    checked(this.wasm.qttt_survey(...this.put(rules, places), this.at.survey));
    const { loop, ...standing } = readSurvey(this.view, this.at.survey);
    const moves = this.legal(rules, places);
    const collapses = moves.flatMap((move) =>
      move.kind === "collapse"
        ? [{ square: move.square, places: this.play(rules, places, move) }]
        : [],
    );
    const pending = loop && { ...loop, choices: choicesOf(loop.marks, collapses) };
    return { places, moves, collapses, loop: pending, ...standing };
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

  /**
   * The ensemble of a position, with at most `count` realities from number `first` on, counted
   * from 0. Throws `RangeError` if `first` is no such number.
   */
  ensemble(rules: Rules, places: readonly Place[], first: number, count: number): Ensemble {
    if (!Number.isSafeInteger(first) || first < 0) {
      throw new RangeError(`there is no reality number ${first}: they are counted from 0`);
    }
    checked(this.wasm.qttt_ensemble(...this.put(rules, places), this.at.ensemble));
    const whole = readEnsemble(this.view, this.at.ensemble, places.length);
    const end = Math.min(whole.count, first + count);
    const worlds: number[][] = [];
    while (first + worlds.length < end) {
      worlds.push(...this.realities(rules, places, first + worlds.length));
    }
    return { ...whole, worlds: worlds.slice(0, end - first) };
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

  /** What a level of ordinary tic-tac-toe plays, if its cut-off strikes after so many nodes. */
  choose(rules: Rules, places: readonly Place[], level: EvalLevel, nodes: number): Found {
    const asked = this.area("choice", LEVEL_BYTES + CHOICE_BYTES);
    const found = asked + LEVEL_BYTES;
    writeLevel(this.view, asked, level, nodes);
    checked(this.wasm.qttt_classical_choose(...this.put(rules, places), asked, 0, found));
    return readChoice(this.view, found);
  }

  /**
   * Plants the tree in which `search` thinks about a position; there is one at a time. To clear
   * the memory of a large one takes longer than a few simulations, so these get a small one.
   */
  plant(
    rules: Rules,
    places: readonly Place[],
    features: number = FEATURES.everything,
    simulations = Infinity,
  ): void {
    const tree = this.area("tree", TREE_BYTES);
    const bytes = Math.min(TREE_BYTES, LEAST_TREE_BYTES + BYTES_A_SIMULATION * simulations);
    checked(this.wasm.qttt_search_init(tree, bytes, ...this.put(rules, places), features));
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

  /** So many realities as there is room for. */
  private realities(rules: Rules, places: readonly Place[], first: number): number[][] {
    const [at, marks] = [this.at.realities, places.length];
    const here = this.put(rules, places);
    const listed = this.wasm.qttt_realities(...here, BigInt(first), REALITIES, at);
    return Array.from({ length: checked(listed) }, (_, i) => [
      ...this.bytes(at + i * marks, marks),
    ]);
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
