import { expect, test } from "vitest";

import { el } from "../../src/i18n/el";
import { en } from "../../src/i18n/en";
import { parseRules } from "../../src/kernel/rules";
import { type Place, type Player } from "../../src/kernel/types";
import type { Ply } from "../../src/match/line";
import { seriesText } from "../../src/match/series";
import { describeResult } from "../../src/match/result";
import { eventText, eventsText, pointsText, squareLabels } from "../../src/match/words";
import { parseMove } from "../../src/notation/moves-reader";
import { unbroken } from "../../src/notation/unbroken";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();

function ending(words: string, text: string, people: Player[] = ["X", "O"], m = en) {
  const rules = parseRules(words);
  let places: Place[] = [];
  for (const word of text.split(" ")) {
    const move = parseMove(rules, word);
    if (move) places = kernel.play(rules, places, move);
  }
  const outcome = kernel.survey(rules, places).outcome;
  if (!outcome) throw new Error("the game goes on");
  return describeResult(m, { rules, people }, outcome);
}

const NARROW = "12 12 @1 45 45 @4 78 78 @7";

test.each([
  ["goff", "14 34 45 49 59 @9", "X wins", "Complete win, 1–0: X’s line 1-5-9 is completed by X5."],
  [
    "goff",
    NARROW,
    "X wins",
    "Narrow win, 1–½: X’s line 2-5-8 is completed by X5, O’s 1-4-7 later by O6.",
  ],
  [
    ...["goff", "78 47 59 69 89 15 25 38 89 @9", "X wins"],
    "Double win, 1½–0: X’s line 2-5-8 is completed by X7, X’s 7-8-9 later by X9.",
  ],
  ["goff", "12 23 35 45 47 67 69 89 18 @8", "Nobody wins", "Cat’s game, 0–0: no line."],
  [
    "complete",
    NARROW,
    "Nobody wins",
    "Draw, 0–0: X’s line 2-5-8 is completed by X5, O’s 1-4-7 later by O6.",
  ],
  [
    "no-pair-loops",
    "34 68 36 78 24 17 13 @3 59",
    "Nobody wins",
    "Cat’s game, 0–0: no line, no pair is left.",
  ],
  [
    ...["krist rows=3 cols=3", "48 69 23 56 79 28 39 24 @2 11", "O wins"],
    "Win, 1–0: 1 krist of 3 squares each, 3 krists of 2 squares against none.",
  ],
] as const)("%s %s", (words, text, heading, sentence) => {
  const result = ending(words, text);
  expect({ ...result, text: result.text.replaceAll("\u2060", "") }).toEqual({
    heading,
    text: sentence,
  });
});

test("results and lines contain no line breaks", () => {
  const { text } = ending("goff", "14 34 45 49 59 @9");
  expect(text).toContain(`${unbroken("1–0")}: X’s line ${unbroken("1-5-9")} `);
});

test("the result is addressed to the person who plays a computer", () => {
  expect(ending("goff", NARROW, ["X"]).heading).toBe("You win!");
  expect(ending("goff", NARROW, ["O"]).heading).toBe("You lose");
  expect(ending("goff", NARROW, ["O"], el).heading).toBe("Έχασες");
});

test.each([
  [{ bit: 0, source: "browser" }, "this device’s random numbers (crypto.getRandomValues)."],
  [{ bit: 0, source: "device", device: "QX" }, "Source: QX."],
  [null, "Coin toss: O2 lands on 1 (source unknown)."],
] as const)("the text of a toss: %j", (toss, text) => {
  const rules = parseRules("qubic3");
  const after = kernel.survey(rules, [
    [1, 1],
    [0, 0],
  ]);
  const ply = { move: { kind: "collapse", square: 0 }, by: "chance", toss, after } as const;
  expect(eventText(en, rules, ply)).toContain(text);
});

test.each([
  ["closed by a person", 1, 0, "X3 is in 1 and 5 and closes a loop."],
  ["closed by a computer", 1, 1, "X3 is in 1 and 5 and closes a loop."],
  ["there from the start", 0, 0, "X3 closed a loop."],
] as const)("a pending loop is announced once: %s", (_, played, result, text) => {
  const rules = parseRules("goff");
  const after = kernel.survey(rules, [
    [0, 1],
    [1, 4],
    [0, 4],
  ]);
  const ply: Ply = {
    move: { kind: "placement", squares: [0, 4] },
    by: "X",
    toss: null,
    after,
  };
  const plies = Array.from({ length: played }, () => ply);
  const recentPlies = Array.from({ length: result }, () => ply);
  expect(eventsText(en, { rules, loop: after.loop, plies, recentPlies })).toBe(text);
});

test("half points", () => {
  expect([0, 0.5, 1, 1.5, 2].map(pointsText)).toEqual(["0", "½", "1", "1½", "2"]);
});

const HUMAN = { X: "human", O: "human" } as const;
const EASY = { X: "easy", O: "human" } as const;

test.each([
  [EASY, ["O"], [0.5, 1.5], 3, "You lead 1½–½ after 3 games.", "Προηγείσαι"],
  [EASY, ["O"], [2, 0.5], 2, "The computer leads 2–½ after 2 games.", "Ο υπολογιστής προηγείται"],
  [HUMAN, ["X", "O"], [0, 1], 2, "Player 2 leads 1–0 after 2 games.", "Ο Παίκτης 2 προηγείται"],
  [HUMAN, ["X", "O"], [1, 1], 2, "1–1 after 2 games.", "1–1 σε 2 παιχνίδια."],
  [HUMAN, ["X", "O"], [1, 0], 1, null, null],
] as const)("a series between %j", (seats, people, [X, O], games, english, greek) => {
  const series = { setup: { rules: "goff", seats }, people, standing: { X, O, games } };
  expect(seriesText(en, series)).toBe(english);
  if (greek === null) expect(seriesText(el, series)).toBeNull();
  else expect(seriesText(el, series)).toContain(greek);
});

test("squares in words", () => {
  const rules = parseRules("goff");
  const places: Place[] = [
    [0, 1],
    [1, 4],
    [4, 8],
    [0, 4],
  ];
  const loop = kernel.survey(rules, places).loop;
  const labels = squareLabels(en, rules, { places, loop, pairs: new Map() }, null);
  expect(labels[0]).toBe("1: X1 on the loop, also in 2; closing mark O4, also in 5");
  expect(labels[8]).toBe("9: stem X3, also in 5");
  expect(labels[2]).toBe("3: empty");
});

test("labels list vanished marks after the classical mark", () => {
  const pairs = new Map<number, Place>([
    [1, [0, 1]],
    [2, [0, 1]],
  ]);
  const labels = squareLabels(
    en,
    parseRules("goff"),
    {
      places: [
        [1, 1],
        [0, 0],
      ],
      loop: null,
      pairs,
    },
    4,
  );
  expect([labels[0], labels[4]]).toEqual(["1: O2, classical; gone: X1", "5: X3, half placed"]);
});
