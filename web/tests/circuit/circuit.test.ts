/** Simulated circuits give the worlds of the kernel's ensemble. */

import { expect, test } from "vitest";

import {
  type Circuit,
  type Gate,
  circuitsOf,
  columnsOf,
  radians,
  spanOf,
} from "../../src/circuit/circuit";
import { parseRules } from "../../src/kernel/rules";
import type { Place, Survey } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const HALF = Math.SQRT1_2;

/** The amplitudes after all gates; wire 0 is the lowest bit of a state's index. */
function run({ wires, gates }: Circuit): number[] {
  const start = Array.from({ length: 1 << wires.length }, () => 0);
  start[0] = 1;
  return gates.reduce(applied, start);
}

function applied(state: number[], gate: Gate): number[] {
  if (gate.kind === "measure") return state;
  const isOn = (i: number): boolean => gate.kind !== "cnot" || ((i >> gate.control) & 1) === 1;
  const bit = 1 << (gate.kind === "cnot" ? gate.target : gate.wire);
  const [a, b, c, d] = matrix(gate);
  return state.map((amplitude, i) => {
    if (!isOn(i)) return amplitude;
    const other = state[i ^ bit] as number;
    return i & bit ? c * other + d * amplitude : a * amplitude + b * other;
  });
}

/** Matrix of the gate on its (target) wire, by rows. */
function matrix(gate: Gate): [number, number, number, number] {
  if (gate.kind === "h") return [HALF, HALF, HALF, -HALF];
  if (gate.kind !== "ry") return [0, 1, 1, 0];
  const half = radians(gate.angle) / 2;
  return [Math.cos(half), -Math.sin(half), Math.sin(half), Math.cos(half)];
}

/** Possible measured states with their probabilities. */
function outcomes(circuit: Circuit): Map<number, number> {
  const likely = run(circuit).map((amplitude, i) => [i, amplitude ** 2] as const);
  return new Map(likely.filter(([, probability]) => probability > 1e-12));
}

/** The state of the wires in a world. */
function shown({ wires }: Circuit, world: readonly number[]): number {
  const bits = wires.map((wire) =>
    wire.kind === "square"
      ? Number(!world.includes(wire.square))
      : Number(world[wire.mark - 1] === wire.place[1]),
  );
  return bits.reduce((state, bit, i) => state | (bit << i), 0);
}

/** Positions of random games, including pending loops, stems and many trees. */
function positions(words: string, games: number): Survey[] {
  const rules = parseRules(words);
  let seed = 7;
  const chance = (below: number): number =>
    Math.floor(((seed = (seed * 48271) % 2147483647) / 2147483647) * below);
  return Array.from({ length: games }).flatMap(() => {
    const line: Survey[] = [];
    for (let places: readonly Place[] = []; ;) {
      const here = kernel.survey(rules, places);
      line.push(here);
      const move = here.moves[chance(here.moves.length)];
      if (!move) return line;
      places = kernel.play(rules, places, move);
    }
  });
}

test.each(["goff", "krist rows=2 cols=5"])("every world of %s, all equally likely", (words) => {
  const rules = parseRules(words);
  for (const survey of positions(words, 60)) {
    const circuits = circuitsOf(survey);
    const { worlds, count } = kernel.ensemble(rules, survey.places, 0, 1000);
    for (const circuit of circuits) {
      const wanted = new Set(worlds.map((world) => shown(circuit, world)));
      const found = outcomes(circuit);
      expect([...found.keys()].sort()).toEqual([...wanted].sort());
      for (const probability of found.values()) expect(probability).toBeCloseTo(1 / wanted.size);
    }
    const all = circuits.map((circuit) => outcomes(circuit).size).reduce((a, b) => a * b, 1);
    expect(all).toBe(count);
  }
});

test("only five gates, and every wire is measured once, at the end", () => {
  for (const { gates, wires } of positions("goff", 20).flatMap(circuitsOf)) {
    const measured = gates.slice(-wires.length);
    expect(measured.map((gate) => gate.kind === "measure" && gate.wire)).toEqual([...wires.keys()]);
    const kinds = new Set(gates.slice(0, -wires.length).map(({ kind }) => kind));
    expect([...kinds].every((kind) => ["h", "x", "ry", "cnot"].includes(kind))).toBe(true);
  }
});

test("columns keep the order on every wire; no gates overlap", () => {
  for (const { gates, wires } of positions("goff", 20).flatMap(circuitsOf)) {
    const columns = columnsOf(gates, wires.length);
    expect(columns.flat().length).toBe(gates.length);
    for (const wire of wires.keys()) {
      const isHere = (gate: Gate): boolean => spanOf(gate)[0] <= wire && wire <= spanOf(gate)[1];
      expect(columns.flat().filter(isHere)).toEqual(gates.filter(isHere));
      expect(columns.every((column) => column.filter(isHere).length <= 1)).toBe(true);
    }
  }
});
