/**
 * The WebAssembly kernel, its memory and its fast functions: the rules. Slow functions are
 * in `WasmSolver`, which has its own memory areas.
 *
 *     0        __heap_base                                    one area for each use of a solver
 *     ├ kernel ┼ rules places next moves survey ensemble realities ┬ analysis ┬ solver ┬ … ┤
 *
 * These functions are synchronous and keep no state between calls.
 */

import { IllegalMoveError, type IllegalMoveReason, KernelError, checked } from "./errors";
import { type Functions, RULES_BYTES } from "../generated/api";
import { ORDINARY } from "../generated/builds";
import {
  type Build,
  type Numbers,
  REALITIES_PER_PAGE,
  areaBytes,
  decodePlaces,
  encodeMove,
  numbersAt,
  readEnsemble,
  readSurvey,
} from "./layout";
import { type Here, type PackedSurvey, unpackSurvey } from "./protocol";
import { type Ensemble, type Move, type Place, type Survey, choicesOf } from "./types";
import { type Rules, encodeRules } from "./rules";

const PAGE = 65_536;

/** Without those that return a `bigint`: WebKit can crash if a worker is terminated in such a call. */
type SafeFunctions = {
  [F in keyof Functions as ReturnType<Functions[F]> extends bigint ? never : F]: Functions[F];
};

interface Exports extends SafeFunctions {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global<"i32">;
}

/** A position in the kernel's memory: addresses of rules and places, and the number of marks. */
type PositionArgs = [rules: number, places: number, marks: number];

export class WasmKernel {
  private readonly at: Readonly<ReturnType<typeof areaBytes>>;
  private readonly areas = new Map<string, number>();
  private end: number;

  private constructor(
    readonly wasm: Exports,
    private readonly build: Build,
  ) {
    this.end = wasm.__heap_base.value;
    const areas = Object.entries(areaBytes(build));
    this.at = Object.fromEntries(
      areas.map(([name, bytes]) => [name, this.area(name, bytes)]),
    ) as typeof this.at;
  }

  /** Throws `KernelError` if the bytes are not this build of the kernel. */
  static async load(wasm: BufferSource, build: Build = ORDINARY): Promise<WasmKernel> {
    try {
      const { instance } = await WebAssembly.instantiate(wasm, {});
      return new WasmKernel(instance.exports as unknown as Exports, build);
    } catch (error) {
      const reason = (await isWasmAllowed()) ? "broken" : "forbidden";
      throw new KernelError(reason, `the kernel cannot be started: ${String(error)}`);
    }
  }

  /** The rules' complete description of a position. */
  survey(rules: Rules, places: readonly Place[]): Survey {
    return unpackSurvey(this.packedSurvey(rules, places));
  }

  /** The same in a form that is quick to send. */
  packedSurvey(rules: Rules, places: readonly Place[]): PackedSurvey {
    const { loop, ...standing } = this.standing(rules, places);
    const legal = this.legal(rules, places);
    const landings = loop ? [...legal].filter((_, i) => i % 2 === 0) : [];
    const collapses = landings.map((square) => {
      const after = this.play(rules, places, { kind: "collapse", square });
      return { square, places: after, lines: this.standing(rules, after).lines };
    });
    const pending = loop && { ...loop, choices: choicesOf(loop.marks, collapses) };
    const placements = Uint8Array.from(loop ? [] : legal);
    return { places, placements, collapses, loop: pending, ...standing };
  }

  /** Two numbers for each legal move, until the next call. */
  private legal(rules: Rules, places: readonly Place[]): Numbers {
    const count = this.wasm.qttt_legal(...this.put(rules, places), this.at.moves);
    return this.numbers(this.at.moves, 2 * checked(count));
  }

  /** The marks after a move. Throws `IllegalMoveError`. */
  play(rules: Rules, places: readonly Place[], move: Move): Place[] {
    const [a, b] = encodeMove(move, this.build);
    const marks = this.wasm.qttt_play(...this.put(rules, places), a, b, this.at.next);
    return decodePlaces(this.numbers(this.at.next, 2 * checked(marks)));
  }

  /**
   * The ensemble of a position, with at most `count` realities starting at index `first`. Throws
   * `RangeError` if `first` is out of range.
   */
  ensemble(rules: Rules, places: readonly Place[], first: number, count: number): Ensemble {
    if (!Number.isSafeInteger(first) || first < 0) {
      throw new RangeError(`there is no reality number ${first}: they are counted from 0`);
    }
    checked(this.wasm.qttt_ensemble(...this.put(rules, places), this.at.ensemble));
    const whole = readEnsemble(this.build, this.view, this.at.ensemble, places.length);
    const end = Math.min(whole.count, first + count);
    const worlds: number[][] = [];
    while (first + worlds.length < end) {
      worlds.push(...this.realities(rules, places, first + worlds.length));
    }
    return { ...whole, worlds: worlds.slice(0, end - first) };
  }

  private standing(rules: Rules, places: readonly Place[]): ReturnType<typeof readSurvey> {
    checked(this.wasm.qttt_survey(...this.put(rules, places), this.at.survey));
    return readSurvey(this.build, this.view, this.at.survey);
  }

  /** One page of realities. */
  private realities(rules: Rules, places: readonly Place[], first: number): number[][] {
    const [at, marks] = [this.at.realities, places.length];
    const here = this.put(rules, places);
    const listed = this.wasm.qttt_realities(...here, BigInt(first), REALITIES_PER_PAGE, at);
    const squares = [...this.numbers(at, marks * checked(listed))];
    return Array.from({ length: listed }, (_, i) => squares.slice(i * marks, (i + 1) * marks));
  }

  // --- memory ------------------------------------------------------------------------------

  /** Copy a position into the kernel's memory. */
  put(rules: Rules, places: readonly Place[]): PositionArgs {
    this.bytes(this.at.rules, RULES_BYTES).set(encodeRules(rules));
    this.numbers(this.at.places, 2 * this.build.MAX_SQUARES).set(places.flat());
    return [this.at.rules, this.at.places, places.length];
  }

  /** Address of a named memory area, allocated on first use with a fixed size. */
  area(name: string, bytes: number): number {
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

  private numbers(start: number, count: number): Numbers {
    return numbersAt(this.build, this.wasm.memory.buffer, start, count);
  }

  bytes(start: number, count: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, start, count);
  }

  get view(): DataView {
    return new DataView(this.wasm.memory.buffer);
  }
}

/** The header of a module without content. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Whether the page's policy and the browser allow WebAssembly. */
async function isWasmAllowed(): Promise<boolean> {
  try {
    await WebAssembly.compile(EMPTY);
    return true;
  } catch {
    return false;
  }
}

/** Fetch a file of the app. Throws `KernelError` if it cannot be loaded, or not to its end. */
export async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const fail = (reason: unknown): never => {
    throw new KernelError("missing", `${url} cannot be loaded: ${String(reason)}`);
  };
  const response = await fetch(url).catch(fail);
  if (!response.ok) fail(response.status);
  return new Uint8Array(await response.arrayBuffer().catch(fail));
}

/** Load once; after an error the next call tries again. */
export function shared<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

// --- without a worker -----------------------------------------------------------------------

/*
 * The rules without a worker, for frames: pages in a sandbox cannot start one. There are no solvers,
 * which would block the page.
 */

export class PageKernel {
  constructor(private readonly wasm: WasmKernel) {}

  async survey({ rules, places }: Here): Promise<Survey> {
    return this.wasm.survey(rules, places);
  }

  /** The position after a move. Throws `IllegalMoveError` with the reason. */
  async play({ rules, places }: Here, move: Move): Promise<Survey> {
    return this.wasm.survey(rules, this.wasm.play(rules, places, move));
  }

  /** Why a move is illegal; null if it is legal. */
  refusal({ rules, places }: Here, move: Move): IllegalMoveReason | null {
    try {
      this.wasm.play(rules, places, move);
      return null;
    } catch (error) {
      if (error instanceof IllegalMoveError) return error.reason;
      throw error;
    }
  }
}
