/** The moves of the book, computed here, are those of its table. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { linkedGame } from "../../src/analysis/open";
import { type OpeningName, classOf, continuations, namesOf } from "../../src/analysis/openings";
import { parseRules } from "../../src/kernel/rules";
import { type PlayedLine, pairsOf, positionOf } from "../../src/play/line";
import { markName, moveName } from "../../src/notation/moves";
import { openingText } from "../../src/analysis/words";
import { ROOT, startedKernel } from "../kernel/ports";
import { english, greek } from "../messages";
import { isNight } from "../nightly";
import { referee } from "../notation/referee";

const GOFF = parseRules("goff");
const kernel = await referee();
const client = await startedKernel();
const evaluation = new Evaluation(client);
const rows = readFileSync(`${ROOT}docs/book/data/openings.csv`, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));

async function lineAfter(moves: string): Promise<PlayedLine> {
  const { start, plies } = await linkedGame(kernel, `goff/${moves}`);
  return { start, plies, at: plies.length };
}

async function surveyAfter(moves: string) {
  return positionOf(await lineAfter(moves));
}

/** The name in the book, which has technical terms. */
function bookName({ shape, touched, isFirst, isLoop }: OpeningName): string {
  const plain = shape === "knight" ? "knight's move" : shape.replaceAll("-", " ");
  const on = touched.map((mark) => markName(mark)).join("+");
  return `${isFirst ? plain : on ? `${plain} on ${on}` : `free ${plain}`}${isLoop ? " (loop)" : ""}`;
}
const nameOf = (name: OpeningName | undefined) => name && bookName(name);

const BY_DAY = ["19 13 13", "19 13 13 @1", "19 35 14 14"];
const parents = rows.filter(([moves = "", , , marks, , , , , , same]) => {
  const isInner = Number(marks) < 4 || rows.some(([after]) => after?.startsWith(`${moves} `));
  return !same && isInner && (isNight || Number(marks) < 2 || BY_DAY.includes(moves));
});

test.each(parents)("the book after %s", async (moves = "") => {
  const prefix = moves === "-" ? "" : `${moves} `;
  const children = rows.filter(
    ([after = ""]) =>
      after !== "-" && after.startsWith(prefix) && !after.slice(prefix.length).includes(" "),
  );
  const found = await continuations(client, evaluation, GOFF, await surveyAfter(moves));
  const shown = found.map(async ({ move, ways, name, keeping, legal }) => [
    classOf(await surveyAfter(`${prefix}${moveName(GOFF, move)}`)),
    nameOf(name) ?? "",
    ways,
    keeping.length,
    legal,
    keeping.length === 1 && legal > 1,
  ]);
  const stored = children.map(async ([after = "", name, ways, , , legal, keeping, only]) => [
    classOf(await surveyAfter(after)),
    name,
    Number(ways),
    Number(keeping),
    Number(legal),
    only !== "",
  ]);
  expect((await Promise.all(shown)).sort()).toEqual((await Promise.all(stored)).sort());
});

test("the book ends after four marks, and after a move that loses value", async () => {
  for (const moves of ["19 35 14 18", "15"]) {
    expect(await continuations(client, evaluation, GOFF, await surveyAfter(moves))).toEqual([]);
  }
});

test("openings have the names of the table", async () => {
  for (const [moves = "", name] of rows.filter(([, name]) => name)) {
    expect(nameOf(namesOf(pairsOf(await lineAfter(moves))).at(-1))).toBe(name);
  }
});

test("openings have names, also when mirrored and after a collapse", async () => {
  const namesAfter = async (moves: string, { analysis } = english) =>
    namesOf(pairsOf(await lineAfter(moves))).map((name) => openingText(analysis, name));
  const mirrored = [
    "corner to opposite corner",
    "corner to corner, touching X1",
    "corner to corner, touching X1+O2, closing a loop",
  ];
  expect(await namesAfter("37 79 79 @9")).toEqual(mirrored);
  expect(await namesAfter("37 79 79 @9 12")).toEqual([...mirrored, "corner to side, on its own"]);
  expect(await namesAfter("45 24 28 26")).toEqual([
    "side to centre",
    "side to next side, touching X1",
    "side to opposite side, touching O2",
    "side to next side, touching O2+X3",
  ]);
  expect(await namesAfter("59 18", greek)).toEqual([
    "γωνία με κέντρο",
    "γωνία με μακρινή πλευρά, μόνο του",
  ]);
});
