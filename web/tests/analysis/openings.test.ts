/** Names and traps agree with every position of the book's table. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { linkedGame } from "../../src/analysis/open";
import { classText, isTrap, namesOf, trapsIn } from "../../src/analysis/openings";
import book from "../../src/analysis/openings.json";
import english from "../../src/i18n/en.json";
import { type PlayedLine, pairsOf, positionOf } from "../../src/match/line";
import { ROOT } from "../kernel/ports";
import { referee } from "../notation/referee";

const kernel = await referee();
const rows = readFileSync(`${ROOT}docs/book/data/openings.csv`, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));

async function lineAfter(moves: string): Promise<PlayedLine> {
  const { start, plies } = await linkedGame(kernel, `goff/${moves}`);
  return { start, plies, at: plies.length };
}

test("a settled position is a trap if only one move keeps the value", async () => {
  const traps = new Set<string>();
  for (const [moves = "", , , , , , keeping] of rows) {
    const position = positionOf(await lineAfter(moves));
    if (position.loop) continue;
    expect(isTrap(position), moves).toBe(keeping === "1");
    if (keeping === "1") traps.add(classText(position.places));
  }
  expect([...traps].sort()).toEqual(book.traps.split(" "));
});

test("moves into traps are listed", async () => {
  const before = positionOf(await lineAfter("19 13 38"));
  expect(trapsIn(before)).toEqual([{ kind: "placement", squares: [5, 8] }]);
});

test("openings have names, also when mirrored and after a collapse", async () => {
  for (const [moves = "", name] of rows.filter(([, name]) => name)) {
    const [slug] = namesOf(pairsOf(await lineAfter(moves))).slice(-1);
    const key = `analysis.openings.names.${slug}` as keyof typeof english;
    expect(english[key]).toBe(name);
  }
  const line = await lineAfter("37 79 79 @9");
  expect(namesOf(pairsOf(line))).toEqual(["diagonal", "edge"]);
  expect(namesOf(pairsOf(await lineAfter("12 19")))).toEqual([]);
});
