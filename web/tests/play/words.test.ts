import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Place, Player } from "../../src/kernel/types";
import type { Ply } from "../../src/play/line";
import { describeResult } from "../../src/play/result";
import { DEFAULT, swapped, twoPlayers } from "../../src/play/setup";
import type { MatchView } from "../../src/play/view";
import {
  eventText,
  eventsOf,
  opponentText,
  seatName,
  setupText,
  squareLabels,
  statusOf,
} from "../../src/play/words";
import { parseMove } from "../../src/notation/moves-reader";
import { unbroken } from "../../src/notation/moves";
import { wasmKernel } from "../kernel/ports";
import { el, en } from "../messages";

const kernel = await wasmKernel();

function ending(
  words: string,
  text: string,
  people: Player[] = ["X", "O"],
  m = en,
  setup = twoPlayers(words),
) {
  const rules = parseRules(words);
  let places: Place[] = [];
  for (const word of text.split(" ")) {
    const move = parseMove(rules, word);
    if (move) places = kernel.play(rules, places, move);
  }
  const outcome = kernel.survey(rules, places).outcome;
  if (!outcome) throw new Error("the game goes on");
  return describeResult(m, { rules, people, setup }, outcome);
}

const NARROW = "12 12 @1 45 45 @4 78 78 @7";

test.each([
  ["goff", "14 34 45 49 59 @9", "X wins", "X completed 1-5-9."],
  [...["goff", NARROW, "X wins"], "Both made a line. X’s was complete first (X5 before O6): 1–½."],
  [
    "goff",
    "78 47 59 69 89 15 25 38 89 @9",
    "X wins",
    "X completed 2-5-8 and 7-8-9: a double win, 1½ points.",
  ],
  ["goff", "12 23 35 45 47 67 69 89 18 @8", "Draw", "Nobody completed a line."],
  ["complete", NARROW, "Draw", "Both made a line, so nobody wins."],
  [
    "no-pair-loops",
    "34 68 36 78 24 17 13 @3 59",
    "Draw",
    "Nobody completed a line, no pair is left.",
  ],
  [
    ...["krist rows=3 cols=3", "48 69 23 56 79 28 39 24 @2 11", "O wins"],
    "1 row of 3 squares each, 3 rows of 2 squares against none.",
  ],
] as const)("%s %s", (words, text, heading, sentence) => {
  const result = ending(words, text);
  expect({ ...result, text: result.text.replaceAll("\u2060", "") }).toEqual({
    heading,
    text: sentence,
  });
});

test("lines contain no line breaks", () => {
  const { text } = ending("goff", "14 34 45 49 59 @9");
  expect(text).toContain(unbroken("1-5-9"));
});

test.each([
  [["X"], "You won!", "You both made a line. Yours was complete first (X5 before O6): 1–½."],
  [["O"], "You lost", "Both made a line. X’s was complete first (X5 before O6): 1–½."],
  [[], "X wins", "Both made a line. X’s was complete first (X5 before O6): 1–½."],
] as const)("the result is addressed to the only person who plays: %j", (people, heading, text) => {
  const result = ending("goff", NARROW, [...people]);
  expect([result.heading, result.text.replaceAll("\u2060", "")]).toEqual([heading, text]);
});

test("one's own line is named as one's own", () => {
  expect(ending("goff", "14 34 45 49 59 @9", ["X"]).text).toContain("You completed");
  expect(ending("goff", "14 34 45 49 59 @9", ["O"], el).heading).toBe("Έχασες");
});

test.each([
  [{ bit: 0, source: "browser" }, "The coin put O2 on 1."],
  [{ bit: 0, source: "device", device: "QX" }, "The coin put O2 on 1 (QX)."],
  [null, "The coin put O2 on 1."],
] as const)("the text of a toss: %j", (toss, text) => {
  const rules = parseRules("qubic3");
  const after = kernel.survey(rules, [
    [1, 1],
    [0, 0],
  ]);
  const ply = { move: { kind: "collapse", square: 0 }, by: "chance", toss, after } as const;
  expect(eventText(en, rules, ply)).toBe(text);
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
  const match = {
    ...{ setup: DEFAULT, people: ["X"], rules, loop: after.loop, plies, recentPlies },
    ...{ decider: "X", position: after },
  };
  expect(eventsOf(en, match as unknown as MatchView)).toEqual([{ text, isChoice: false }]);
});

test("what a level or a coin has chosen is told with its name", () => {
  const rules = parseRules("goff");
  const after = kernel.survey(rules, [
    [1, 1],
    [0, 0],
  ]);
  const ply = { move: { kind: "collapse", square: 0 }, toss: null, after } as const;
  const recentPlies = [
    { ...ply, by: "O" },
    { ...ply, by: "chance" },
  ] as const;
  const match = {
    ...{ rules, recentPlies, plies: recentPlies, loop: null, setup: DEFAULT },
    ...{ people: ["X"] as const, position: after },
  };
  const events = eventsOf(en, { ...match, decider: "X" });
  expect(events).toEqual([
    { text: "Easy chose: O2 lands on 1.", isChoice: true },
    { text: "The coin put O2 on 1.", isChoice: true },
  ]);
  // It is no event if a player then resigns.
  expect(eventsOf(en, { ...match, decider: null })).toEqual([]);
});

test("two people are called by their names, or by their marks", () => {
  const setup = { ...twoPlayers("goff"), names: { X: "Anna", O: "" } };
  const people: Player[] = ["X", "O"];
  const rules = parseRules("goff");
  expect(opponentText(en, setup)).toBe("Anna against Player 2");
  expect(opponentText(en, twoPlayers("goff"))).toBe("Two players");
  expect(seatName(en, { setup: swapped(setup), people }, "O")).toBe("Anna");
  const position = kernel.survey(rules, []);
  const match = {
    setup,
    people,
    rules,
    position,
    isOurs: true,
    decider: "X",
    plies: [],
    loop: null,
  };
  expect(statusOf(en, match as unknown as MatchView, null).heading).toBe("Anna to move");
  const result = ending("goff", "14 34 45 49 59 @9", people, en, setup);
  expect(result.heading).toBe("Anna wins");
  expect(result.text).toContain("Anna completed");
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

test.each([
  [["X"], "Easy to move"],
  [["X", "O"], "O to move"],
] as const)(
  "the opponent of %j has a name, two people at a device have marks",
  (people, heading) => {
    const seats = { X: "human", O: people.length === 2 ? "human" : "easy" } as const;
    const match = {
      ...{ rules: parseRules("goff"), setup: { rules: "goff", seats }, people, decider: "O" },
      ...{ isOurs: people.length === 2, loop: null, plies: [], recentPlies: [], pairs: new Map() },
      position: kernel.survey(parseRules("goff"), [[0, 1]]),
    } as unknown as MatchView;
    expect(statusOf(en, match, null).heading).toBe(heading);
  },
);

test.each([
  [[0, 1, 1, 2, 0, 1], en.status.sameSquares],
  [[0, 1, 1, 2, 0, 2], en.status.choose],
])("a choice between outcomes that differ only in numbers is named so: %j", (squares, text) => {
  const rules = parseRules("goff");
  const pairs = [0, 2, 4].map((at) => squares.slice(at, at + 2)) as unknown as Place[];
  const position = kernel.survey(rules, pairs);
  const match = {
    ...{ rules, setup: twoPlayers("goff"), people: ["X", "O"], decider: "O", isOurs: true },
    ...{ position, loop: position.loop, plies: [], recentPlies: [], pairs: new Map() },
  } as unknown as MatchView;
  expect(statusOf(en, match, null).text).toBe(text);
});

test("two levels against each other are both named, and told apart by their marks", () => {
  const setup = { rules: "goff", seats: { X: "hard", O: "random" } } as const;
  expect(setupText(en, setup)).toBe("Hard against Random · Standard rules");
  const position = kernel.survey(parseRules("goff"), []);
  const match = { setup, people: [], plies: [], recentPlies: [], position, decider: "X" };
  const { heading } = statusOf(en, match as unknown as MatchView, null);
  expect(heading).toBe("X to move");
});
