/** Texts written by Python are read and written identically. */

import { expect, test } from "vitest";

import { type ParsedText, decodeFile, read, unarmoured } from "../../src/notation/read";
import { DamagedError } from "../../src/notation/errors";
import type { GameNode } from "../../src/notation/game";
import { formatMoves, toRecord, writeRecord } from "../../src/notation/game-writer";
import { formatPosition, moveName } from "../../src/notation/moves";
import { type ReplayedGame, replay } from "../../src/notation/replay";
import { rowsOf, parseRules, type Rules } from "../../src/kernel/rules";
import { readRules, writeRules } from "../../src/notation/rules";
import { golden } from "../kernel/ports";
import { referee } from "./referee";

const kernel = await referee();

type GameSummary = readonly [
  move: string,
  position: string,
  comment: string,
  next: readonly GameSummary[],
];

function summariesOf(rules: Rules, node: GameNode): GameSummary[] {
  return node.branches.map((branch) => [
    moveName(rules, branch.move),
    formatPosition(rules, branch.after.places),
    branch.comment,
    summariesOf(rules, branch),
  ]);
}

function summaryOf({ rules, tags, start, root, result }: ReplayedGame): unknown {
  return {
    rules: writeRules(rules),
    tags: Object.fromEntries(tags),
    start: formatPosition(rules, start.places),
    comment: root.comment,
    moves: summariesOf(rules, root),
    result,
  };
}

function written(kind: ParsedText["kind"], games: readonly ReplayedGame[]): string {
  const texts = games.map((game) => {
    if (kind === "records") return writeRecord(toRecord(game, game.tags, game.result));
    return formatMoves(game);
  });
  return texts.join("\n");
}

test.each(rowsOf(golden("texts")))("%s %s", async (kind, words = "", json = "", games = "") => {
  const text = JSON.parse(json) as string;
  const reading = read(text);
  const found = await replay(kernel, reading, readRules(words));
  expect(reading.kind).toBe(kind);
  expect(found.map(summaryOf)).toEqual(JSON.parse(games));
  if (kind !== "goff") expect(written(reading.kind, found)).toBe(text);
});

function bytesOf(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

const files = rowsOf(golden("armour"));

/** Damage that leaves the text and its hash intact, apart from line breaks. */
const HARMLESS =
  /^(none|byte order mark|CR LF|CR|CR LF, no last.*|CR LF, a CR.*|no last.*|more.*|no armour)$/;

test.each(files)("a file with damage: %s", (damage, json = "", file = "") => {
  const data = bytesOf(JSON.parse(file) as string);
  const opened = (): string => unarmoured(decodeFile(data));
  if (HARMLESS.test(damage)) expect(opened()).toBe(JSON.parse(json));
  else expect(opened).toThrow(DamagedError);
});

test("an armoured text is checked when it is pasted", () => {
  const [, , file = ""] = files.find(([damage]) => damage === "none") ?? [];
  const text = decodeFile(bytesOf(JSON.parse(file) as string));
  expect(read(text)).toMatchObject({ kind: "records", records: [{ result: "*" }] });
  expect(() => read(text.replace("1-2~", "1-3"))).toThrow(DamagedError);
});

test.each([
  ["", "goff"],
  ["rows=4 scoring=winner", "goff rows=4 scoring=winner"],
  ["krist", "krist"],
  ["goff chooser=chance scoring=match", "qubic3"],
])("the rules %s are written %s", (words, wanted) => {
  expect(writeRules(readRules(words))).toBe(wanted);
});

test.each(["chess", "goff rows=4 rows=4", "goff tea=yes"])("unknown rules: %s", (words) => {
  expect(() => readRules(words)).toThrow();
});

test("rules of a preset are written by its name", () => {
  for (const [name = ""] of rowsOf(golden("presets"))) {
    expect(writeRules(parseRules(name))).toBe(name);
  }
});
