/** Circuits are the same as Python's, gate by gate. */

import { expect, test } from "vitest";

import { type Circuit, type Gate, circuitsOf } from "../../src/circuit/circuit";
import { type Rules, parseRules } from "../../src/kernel/rules";
import { rowsOf, surveyOf, wireName } from "./rows";

const rows = rowsOf("circuits");

function circuitText({ state, wires, gates }: Circuit, rules: Rules): string {
  const names = wires.map((wire) => wireName(wire, rules)).join(" ");
  return `${state} ${names}: ${gates.map(gateName).join(" ")}`;
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

test.each(rows)("%s: %s", (...row) => {
  const [words, , circuits] = row;
  const found = circuitsOf(surveyOf(row)).map((circuit) => circuitText(circuit, parseRules(words)));
  expect(found.join(" | ")).toBe(circuits);
});
