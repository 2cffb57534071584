/** The circuits are those of Python, gate by gate. */

import { expect, test } from "vitest";

import { type Circuit, type Gate, type Wire, circuitsOf } from "../../src/circuit/circuit";
import { type Rules, parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { markName, moveName, squareName } from "../../src/notation/moves";
import { golden, machine } from "../kernel/ports";

const kernel = await machine();
const rows = golden("circuits")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t") as [string, string, string]);

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

function told({ state, wires, gates }: Circuit, rules: Rules): string {
  const names = wires.map((wire) => wireName(wire, rules)).join(" ");
  return `${state} ${names}: ${gates.map(gateName).join(" ")}`;
}

function wireName(wire: Wire, rules: Rules): string {
  return wire.kind === "square" ? squareName(rules, wire.square) : markName(wire.mark);
}

function gateName(gate: Gate): string {
  switch (gate.kind) {
    case "cnot":
      return `c${digit(gate.control)}${digit(gate.target)}`;
    case "ry": {
      const { sign, share, of } = gate.angle;
      return `r${digit(gate.wire)}${sign > 0 ? "+" : "-"}${share}/${of}`;
    }
    case "measure":
      return `m${digit(gate.wire)}`;
    default:
      return `${gate.kind}${digit(gate.wire)}`;
  }
}

function digit(wire: number): string {
  return wire.toString(36);
}

test("there are circuits of both kinds, on every board", () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(([, , circuits]) => circuits.includes("GHZ")).length).toBeGreaterThan(50);
  expect(rows.filter(([, , circuits]) => circuits.includes("W ")).length).toBeGreaterThan(50);
});

test.each(rows)("%s: %s", (words, moves, circuits) => {
  const rules = parseRules(words);
  const survey = kernel.survey(rules, placesAfter(rules, moves));
  const found = circuitsOf(survey).map((circuit) => told(circuit, rules));
  expect(found.join(" | ")).toBe(circuits);
});
