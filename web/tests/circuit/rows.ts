/** Rows of golden circuits and states, and their positions. */

import type { Wire } from "../../src/circuit/circuit";
import { type Rules, parseRules } from "../../src/kernel/rules";
import type { Place, Survey } from "../../src/kernel/types";
import { markName, moveName, squareName } from "../../src/notation/moves";
import { golden, wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();

/** Rules, moves, and the expected text. */
export type Row = [rules: string, moves: string, expected: string];

export function rowsOf(name: string): Row[] {
  return golden(name)
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t") as Row);
}

/** The survey of a row's position. */
export function surveyOf([words, moves]: Row): Survey {
  const rules = parseRules(words);
  return kernel.survey(rules, placesAfter(rules, moves));
}

export function wireName(wire: Wire, rules: Rules): string {
  return wire.kind === "square" ? squareName(rules, wire.square) : markName(wire.mark);
}

function placesAfter(rules: Rules, moves: string): readonly Place[] {
  let places: readonly Place[] = [];
  for (const name of moves.split(" ")) {
    const legal = kernel.survey(rules, places).moves;
    const move = legal.find((each) => moveName(rules, each) === name);
    if (!move) throw new Error(`${name} is not legal in ${moves}`);
    places = kernel.play(rules, places, move);
  }
  return places;
}
