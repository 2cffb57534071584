/** The WebAssembly kernel matches the golden data. */

import { expect, test } from "vitest";

import type { Functions } from "../../src/generated/api";
import { type Rules, parseRules, rowsOf } from "../../src/kernel/rules";
import { type Move, type Place, isClassical } from "../../src/kernel/types";
import { squareName } from "../../src/notation/moves";
import { parseMove } from "../../src/notation/moves-reader";
import { golden, wasmKernel, wasmSolver } from "./ports";

const MOST_PATHS = 3_000_000;
const MOST_POSITIONS = 100_000;

/** Parse a position string: `12/25/1`. */
function placesOf(rules: Rules, text: string): Place[] {
  if (text === "-") return [];
  return text.split("/").map((place) => {
    const move = parseMove(rules, place);
    if (move?.kind !== "placement") throw new Error(`${place} is no place`);
    return move.squares;
  });
}

function textOf(rules: Rules, places: readonly Place[]): string {
  const name = (place: Place): string =>
    (isClassical(place) ? [place[0]] : place).map((square) => squareName(rules, square)).join("");
  return places.map(name).join("/") || "-";
}

function moveOf(rules: Rules, text: string): Move {
  const move = parseMove(rules, text);
  if (!move) throw new Error(`${text} is not a move`);
  return move;
}

test("perft", async () => {
  const kernel = await wasmKernel();
  const wasm = kernel.wasm as unknown as Functions;
  const rows = rowsOf(golden("perft")).filter(([, , , count]) => Number(count) <= MOST_PATHS);
  expect(rows.length).toBeGreaterThan(200);
  for (const [words = "", position = "", depth, count] of rows) {
    const rules = parseRules(words);
    const here = kernel.put(rules, placesOf(rules, position));
    const found = wasm.qttt_perft(...here, Number(depth), 0);
    expect(Number(found), `${words} ${position} ${depth}`).toBe(Number(count));
  }
});

test("collapses", async () => {
  const kernel = await wasmKernel();
  for (const row of rowsOf(golden("collapses"))) {
    const [words = "", position = "", chooser, loop, squares, stems, move = "", after] = row;
    const rules = parseRules(words);
    const survey = kernel.survey(rules, placesOf(rules, position));
    const pending = survey.loop;
    const where = new Set(pending?.choices.map(({ square }) => square));
    const names = [...where].sort((a, b) => a - b).map((square) => squareName(rules, square));
    expect({
      chooser: survey.decider,
      loop: pending?.marks.join(),
      squares: names.join(),
      stems: pending?.stems.join() || "-",
      after: textOf(rules, kernel.play(rules, survey.places, moveOf(rules, move))),
    }).toEqual({ chooser, loop, squares, stems, after });
  }
});

test("games", async () => {
  const kernel = await wasmKernel();
  for (const row of rowsOf(golden("games"))) {
    const [words = "", moves = "", position, termination, result, , lines] = row;
    const rules = parseRules(words);
    let places: Place[] = [];
    for (const text of moves.split(" ")) places = kernel.play(rules, places, moveOf(rules, text));
    const outcome = kernel.survey(rules, places).outcome;
    if (!outcome) throw new Error(`${words}: ${moves} has not ended`);
    const lineTexts = outcome.lines.map(({ player, time, squares }) => {
      return `${player}${time}:${squares.map((square) => squareName(rules, square)).join()}`;
    });
    expect({
      position: textOf(rules, places),
      termination: outcome.termination,
      result: `${outcome.points.X}-${outcome.points.O}`,
      lines: lineTexts.sort().join(";") || "-",
    }).toEqual({
      position,
      termination,
      result,
      lines: lines?.split(";").sort().join(";"),
    });
  }
});

test("values", async () => {
  const kernel = await wasmSolver();
  const rows = rowsOf(golden("values")).filter(([, , , met]) => Number(met) <= MOST_POSITIONS);
  expect(rows.length).toBeGreaterThan(50);
  for (const [words = "", position = "", value] of rows) {
    const rules = parseRules(words);
    const places = placesOf(rules, position);
    expect(kernel.solve(rules, places, "values", 0).value, `${words} ${position}`).toBe(
      Number(value),
    );
  }
});
