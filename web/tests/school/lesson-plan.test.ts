import { expect, test } from "vitest";

import { readTexts } from "../../texts";
import { PlanError, parsePlan, parseSavedLesson, writePlan } from "../../src/school/lesson-plan";
import { type Poll, exactAnswer, pollPosition } from "../../src/school/polls";
import { nextAction, planProblem } from "../../src/screens/school/teacher/lesson-steps";
import { startedKernel } from "../kernel/ports";
import { english } from "../messages";

const TEXTS = readTexts();
const LESSON = `---
title: Marks that share a square
---

For all
of you.

## How many?

- minutes: 5
- poll: worlds
- position: 12/23
- note: Three,
  not four.

## Fair?

- poll: choice

1. Yes
2. No,
   never

## Look

Both share square 2.

## Play

- play: pairs
`;

test("a lesson has steps with questions, notes and games", () => {
  const { title, note, steps } = parsePlan(LESSON.replaceAll("\n", "\r\n"));
  expect([title, note]).toEqual(["Marks that share a square", "For all of you."]);
  expect(steps.map((step) => step.title)).toEqual(["How many?", "Fair?", "Look", "Play"]);
  const [worlds, fair, look, play] = steps;
  expect([worlds.minutes, worlds.note]).toEqual([5, "Three, not four."]);
  const usual = { text: "", options: [], rules: "goff", position: "", marks: [] };
  expect(worlds.question).toEqual({ ...usual, kind: "worlds", position: "12/23" });
  const options = ["Yes", "No, never"];
  expect(fair?.question).toEqual({ ...usual, kind: "choice", text: "Fair?", options });
  expect(look?.question).toEqual({ ...usual, kind: "slide", text: "Both share square 2." });
  expect(play?.question).toBeNull();
});

const step = (lines: string): string => `---\ntitle: A\n---\n\n## B\n\n${lines}\n`;

test.each([
  ["## B", 1, "title", ""],
  ["---\ntitle: A\n---\n", 1, "steps", ""],
  ["---\nname: A\n---\n", 2, "field", "name"],
  [step("- pol: move"), 7, "field", "pol"],
  [step("- poll: mov"), 7, "kind", "mov"],
  [step("- play: alone"), 7, "kind", "alone"],
  [step("- minutes: 5"), 5, "text", "0"],
  [step("x".repeat(601)), 5, "text", "601"],
  [step("text\n- minutes: five"), 8, "number", "five"],
  [step("text\n- minutes: -5"), 8, "number", "-5"],
  [step("- votes: 2\ntext"), 7, "votes", "2"],
  [step("- poll: worlds\n- position: 12\n- votes: 3"), 9, "votes", "3"],
  [step("- poll: worlds"), 5, "position", ""],
  [step("- poll: worlds\n- position: 19x"), 8, "position", "19x"],
  [step("- poll: worlds\n- position: 12\n- rules: gof"), 9, "rules", "gof"],
  [step("- poll: choice\n1. a"), 5, "options", "1"],
  [step("- poll: worlds\n- position: 12\n1. a\n2. b"), 5, "options", "2"],
  [step("- poll: where\n- position: 12/23\n- marks: X1 O2"), 9, "marks", "X1 O2"],
] as const)("mistakes are reported with their line: %#", (source, line, problem, found) => {
  expect(() => parsePlan(source)).toThrow(new PlanError(line, problem, found));
  expect(planProblem(english.online, new PlanError(line, problem, found))).toMatch(/^Line \d+: ./);
});

test.each([
  ["of the app", TEXTS["en"]?.plans ?? []],
  ["of the test", [LESSON, step("- poll: worlds\n- position: 12/23\n- votes: 2\n- rules: closer")]],
  [
    "that look like something else",
    ["1. a", "- poll: a", "## a", "---", "\\a"].map(
      (text) => `---\ntitle: A\n---\n\n\\${text}\n\n## B\n\n\\${text}\n`,
    ),
  ],
])("lessons %s can be written and read again", (_, sources) => {
  for (const source of sources) {
    const plan = parsePlan(source);
    const written = writePlan(plan.title, plan.note, plan.steps);
    expect(parsePlan(written)).toEqual(plan);
  }
});

test("a saved lesson is checked", () => {
  expect(parseSavedLesson({ source: LESSON, room: "", at: 0 }).plan.steps).toHaveLength(4);
  expect(() => parseSavedLesson({ source: 1 })).toThrow("this is not a saved lesson");
});

test("the key for the next step closes a vote and explains it first", () => {
  const [worlds, fair, look] = parsePlan(LESSON).steps;
  const poll = (kind: Poll["kind"], stage: Poll["stage"], round = 1): Poll =>
    ({ kind, stage, round }) as Poll;
  expect(nextAction(poll("worlds", "asking"), worlds)).toBe("show");
  expect(nextAction(poll("worlds", "shown"), worlds)).toBe("explain");
  expect(nextAction(poll("worlds", "explained"), worlds)).toBeNull();
  expect(nextAction(poll("choice", "shown"), fair)).toBeNull();
  expect(nextAction(poll("slide", "asking"), look)).toBeNull();
  expect(nextAction(poll("choice", "asking"), worlds)).toBe("show");
  expect(nextAction(null, worlds)).toBeNull();
  const twice = { ...worlds, votes: 2 } as const;
  expect(nextAction(poll("worlds", "asking"), twice)).toBe("show");
  expect(nextAction(poll("worlds", "shown"), twice)).toBe("again");
  expect(nextAction(poll("worlds", "shown", 2), twice)).toBe("explain");
});

test.each(Object.entries(TEXTS))("the prepared lessons in %s can be shown", async (_, texts) => {
  const kernel = await startedKernel();
  const plans = texts.plans.map(parsePlan);
  expect(plans).toHaveLength(7);
  for (const question of plans.flatMap(({ steps }) => steps.map((one) => one.question))) {
    if (!question?.position) continue;
    const position = await pollPosition(kernel, question);
    const { outcome, loop, entanglements } = position.survey;
    expect([question, outcome]).toEqual([question, null]);
    const names = [...entanglements.keys()].map((mark) => `${mark % 2 ? "X" : "O"}${mark}`);
    expect(names).toEqual(expect.arrayContaining([...question.marks]));
    expect([question, loop !== null]).toEqual([
      question,
      question.kind === "collapse" || (question.kind !== "move" && loop !== null),
    ]);
    const { signal } = new AbortController();
    const exact = await exactAnswer(kernel, question, position, signal);
    const hasNone = question.kind === "choice" || question.kind === "slide";
    expect([question, exact === null]).toEqual([question, hasNone]);
  }
});
