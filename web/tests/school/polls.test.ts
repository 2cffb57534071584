import { expect, test } from "vitest";

import {
  type Poll,
  type PollQuestion,
  exactAnswer,
  fixedAnswers,
  heatOf,
  isAnswered,
  mergePolls,
  pollPosition,
  tallies,
} from "../../src/school/polls";
import {
  answerText,
  bestPlacements,
  exactText,
  questionText,
} from "../../src/screens/school/room/poll-texts";
import { startedKernel } from "../kernel/ports";
import { english } from "../messages";

const kernel = await startedKernel();
const w = english.online;

function question(
  kind: PollQuestion["kind"],
  position: string,
  more: Partial<PollQuestion> = {},
): PollQuestion {
  return { kind, text: "", options: [], rules: "goff", position, marks: [], ...more };
}

/** The exact answers, and the sentence about them. */
async function exact(asked: PollQuestion): Promise<[readonly string[] | null, string]> {
  const position = await pollPosition(kernel, asked);
  const found = await exactAnswer(kernel, asked, position, new AbortController().signal);
  return [found?.answers ?? null, exactText(english, asked, found, position)];
}

test("worlds are counted", async () => {
  // Three squares in one entanglement, two in the other.
  const [answers, text] = await exact(question("worlds", "12/23/45"));
  expect(answers).toEqual(["6"]);
  expect(text).toBe(
    "6 worlds (3 × 2): one of the squares 1, 2, 3 stays empty; one of the squares 4, 5 stays empty.",
  );
  const [, looped] = await exact(question("worlds", "12/23/13"));
  expect(looped).toBe("2 worlds: the loop can collapse in two ways.");
  const [, whole] = await exact(question("worlds", "-"));
  expect(whole).toBe("1 world: no mark is in two squares.");
});

test("marks are entangled by chains of shared squares", async () => {
  const asked = question("entangled", "12/23/34/67", { marks: ["X1", "X3"] });
  expect(await exact(asked)).toEqual([["yes"], w.poll.exact.yes({ one: "X1", two: "X3" })]);
  const apart = { ...asked, marks: ["X1", "O4"] };
  expect(await exact(apart)).toEqual([["no"], w.poll.exact.no({ one: "X1", two: "O4" })]);
  expect(questionText(w, asked)).toBe("Are X1 and X3 entangled?");
});

test("moves and collapses are compared by the solver", async () => {
  const loop = question("collapse", "12/23/13");
  expect(fixedAnswers(loop)).toEqual(["@1", "@3"]);
  expect(await exact(loop)).toEqual([
    ["@1"],
    "Best: X3 lands on 1. If both then play perfectly, O wins by 1." +
      " " +
      english.online.poll.exact.other({ amount: "a point" }),
  ]);
  expect(await exact(question("move", "1/4/2/5"))).toEqual([
    ["36"],
    "Best: 3-6. If both then play perfectly, X wins by ½." +
      " " +
      english.puzzles.others({ amount: "half a point" }),
  ]);
});

test("where a mark can be, and how likely", async () => {
  const asked = question("where", "12/23/34", { marks: ["O2"] });
  expect(questionText(w, asked)).toBe("Where can O2 be, and how likely?");
  const [answers, text] = await exact(asked);
  expect(answers).toEqual(["1/2"]);
  expect(text).toMatch(/^2: 1\/2, 3: 1\/2. .* O2 lands in the part/);
  const [end, sentence] = await exact({ ...asked, marks: ["X1"] });
  expect(end).toEqual(["3/4"]);
  expect(sentence).toMatch(/^1: 3\/4, 2: 1\/4. /);
  const loop = { ...asked, position: "12/23/13/34" };
  expect((await exact({ ...loop, position: "12/23/34/13" }))[1]).toMatch(/O2 is part of the loop/);
  const stem = { ...asked, position: "14/12/23/13", marks: ["X1"] };
  expect(await exact(stem)).toEqual([
    ["0/1"],
    expect.stringMatching(/^1: 0\/1, 4: 1\/1. X1 hangs/),
  ]);
});

test("answers are shown on the board by square", async () => {
  const heat = async (
    asked: PollQuestion,
    counts: Readonly<Record<string, number>>,
  ): Promise<unknown> => {
    const results = [Object.entries(counts).map(([answer, count]) => ({ answer, count }))];
    const poll = {
      ...asked,
      number: 1,
      stage: "shown",
      round: 1,
      answers: 4,
      answered: null,
      yours: null,
    } as const;
    const found = heatOf({ ...poll, results }, await pollPosition(kernel, asked));
    return found && Object.fromEntries([...found.entries()].filter(([, share]) => share > 0));
  };
  const move = question("move", "12/23");
  expect(await heat(move, { "13": 3, "34": 1 })).toEqual({ 0: 0.75, 2: 1, 3: 0.25 });
  expect(await heat(move, {})).toBeNull();
  expect(await heat(question("collapse", "12/23/13"), { "@1": 1, "@3": 3 })).toEqual({
    0: 0.25,
    2: 0.75,
  });
  const where = question("where", "12/23", { marks: ["X1"] });
  expect(await heat(where, { "1/2": 1, "1/1": 1 })).toEqual({ 0: 0.75, 1: 0.25 });
  expect(await heat(question("worlds", "12/23"), { "3": 4 })).toBeNull();
});

test("the solver knows who is ahead", async () => {
  const ahead = (position: string): Promise<unknown> => exact(question("ahead", position));
  expect(await ahead("1/4/2/5")).toEqual([["X"], "X, who wins by ½ if both play perfectly."]);
  expect(await ahead("12/23/13")).toEqual([["O"], "O, who wins by 1 if both play perfectly."]);
});

test("there is no exact answer on large boards, for coins and for free choices", async () => {
  const none = [null, w.poll.exact.none];
  expect(await exact(question("ahead", "-", { rules: "qubic4" }))).toEqual(none);
  expect(await exact(question("collapse", "12/23/13", { rules: "qubic3" }))).toEqual(none);
  expect(await exact(question("choice", "-", { options: ["a", "b"] }))).toEqual(none);
});

test("answers are tallied side by side", () => {
  const poll: Poll = {
    ...question("choice", "", { text: "Who?", options: ["Ann", "Bob"] }),
    ...{ number: 1, stage: "shown", round: 2, answers: 2, answered: null, yours: null },
    results: [[{ answer: "2", count: 3 }], [{ answer: "1", count: 2 }]],
  };
  expect(tallies(poll)).toEqual([
    { answer: "1", counts: [0, 2] },
    { answer: "2", counts: [3, 0] },
  ]);
  expect(tallies({ ...poll, kind: "worlds" }).map(({ answer }) => answer)).toEqual(["2", "1"]);
  expect(tallies({ ...poll, results: null })[0]?.counts).toEqual([]);
  expect(answerText(w, poll, "2")).toBe("Bob");
  expect(questionText(w, poll)).toBe("Who?");
});

test("the best moves are drawn if others are worse", async () => {
  const asked = question("move", "1/4/2/5");
  const { rules, survey } = await pollPosition(kernel, asked);
  const found = await exactAnswer(kernel, asked, { rules, survey }, new AbortController().signal);
  expect(bestPlacements(rules, found)).toEqual([[2, 5]]);
  expect(bestPlacements(rules, { ...found!, losses: null })).toEqual([]);
});

test("votes on a repeated question are shown together, and empty ones are left out", () => {
  const poll = (number: number, text: string, ...results: object[]): Poll =>
    ({ ...question("choice", "", { text, options: ["1", "2"] }), number, results }) as never;
  const [first, second] = [[{ answer: "1", count: 2 }], [{ answer: "2", count: 1 }]];
  const merged = mergePolls([poll(1, "a", first, []), poll(2, "b", []), poll(3, "a", second)]);
  expect(merged.map(({ number, results }) => [number, results])).toEqual([
    [1, [first, second]],
    [2, []],
  ]);
  expect(merged.map(isAnswered)).toEqual([true, false]);
});
