/** The rules of a game as data: nine switches (spec/rules.md), the presets, and their encoding. */

import presets from "../../../spec/golden/presets.tsv?raw";
import { CLASSICAL_SQUARES, LARGE_SQUARES, MAX_SQUARES, SOLVER_SQUARES } from "../generated/api";

const SWITCHES = {
  marks: ["quantum", "classical"],
  pair_loops: ["allowed", "forbidden"],
  chooser: ["other", "closer", "chance"],
  last_square: ["forced", "empty"],
  ends: ["line", "full"],
  scoring: ["goff", "winner", "complete", "match", "krist"],
} as const;

type Switches = { readonly [Name in keyof typeof SWITCHES]: (typeof SWITCHES)[Name][number] };

export interface Rules extends Switches {
  readonly rows: number;
  readonly cols: number;
  /** Marks in a row that make a line; null under krists. */
  readonly line: number | null;
}

/** The text does not describe valid rules. */
export class RulesError extends Error {
  override readonly name = "RulesError";
}

const NUMBERS = ["rows", "cols", "line"] as const;
const NAMES = Object.keys(SWITCHES) as (keyof Switches)[];

/** The presets by name, in the order of spec/rules.md. */
export const PRESETS: ReadonlyMap<string, Rules> = /* @__PURE__ */ readPresets();

/** Marked as pure, so that the worker bundle, which receives every switch, drops the table. */
function readPresets(): Map<string, Rules> {
  return new Map(
    rowsOf(presets).map(([name, ...values]) => {
      const words = [...NUMBERS, ...NAMES].map((key, i) => `${key}=${values[i] ?? ""}`);
      return [name ?? "", words.reduce(changed, {} as Rules)];
    }),
  );
}

/**
 * Parse a preset with switches: `goff`, `krist rows=5 cols=5`.
 * Throws `RulesError` for unknown words; contradictory rules are rejected by the kernel.
 */
export function parseRules(text: string): Rules {
  const [name = "", ...switches] = text.trim().split(/\s+/);
  const preset = PRESETS.get(name);
  if (!preset) throw new RulesError(`there is no preset "${name}"`);
  return switches.reduce(changed, preset);
}

/** The name of the preset in a text of rules. */
export function presetOf(text: string): string {
  return text.trim().split(/\s+/)[0] ?? "";
}

/** The rules of a krist board with that side; other presets have a fixed size. */
export function kristRules(name: string, side: number): string {
  return name === "krist" && side !== 4 ? `krist rows=${side} cols=${side}` : name;
}

export function encodeRules(rules: Rules): Uint8Array {
  const choices = NAMES.map((name) => (SWITCHES[name] as readonly string[]).indexOf(rules[name]));
  return Uint8Array.of(rules.rows, rules.cols, rules.line ?? 0, ...choices);
}

export function sizeOf(rules: Rules): number {
  return rules.rows * rules.cols;
}

/** Whether the board is one of the large ones, which have no search. */
export function isLarge(rules: Rules): boolean {
  return sizeOf(rules) > MAX_SQUARES && sizeOf(rules) <= LARGE_SQUARES;
}

/** Whether an evaluator for rules, encoded, serves others: the board may have another size. */
export function fits(trained: Uint8Array, rules: Rules): boolean {
  const [, , ...switches] = encodeRules(rules);
  return switches.every((value, i) => value === trained[i + 2]);
}

/** Whether the solver knows the value of every position under these rules. */
export function isSolved(rules: Rules): boolean {
  const isOrdinary =
    rules.marks === "classical" && rules.ends === "line" && rules.scoring !== "goff";
  return sizeOf(rules) <= (isOrdinary ? CLASSICAL_SQUARES : SOLVER_SQUARES);
}

/** The rows of a table in `spec/golden`, split at tabs. */
export function rowsOf(table: string): string[][] {
  const lines = table.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => line.split("\t"));
}

function changed(rules: Rules, word: string): Rules {
  const [name = "", value = ""] = word.split("=");
  if (name in SWITCHES) {
    const values: readonly string[] = SWITCHES[name as keyof Switches];
    if (values.includes(value)) return { ...rules, [name]: value };
  }
  if ((NUMBERS as readonly string[]).includes(name)) {
    if (/^\d{1,3}$/.test(value)) return { ...rules, [name]: Number(value) };
    if (name === "line" && /^(-|None)$/.test(value)) return { ...rules, line: null };
  }
  throw new RulesError(`"${word}" is not a switch of the rules`);
}
