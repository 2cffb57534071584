/** Homework: drawing and judging tasks, handing in, and the summary of a class. */

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { judgeAnswer, positionOfTask } from "../../src/school/homework/judging";
import { csvOf, pupilSummaries, taskSummaries } from "../../src/school/homework/summary";
import { type HomeworkTask, THEMES, drawTasks, taskNamed } from "../../src/school/homework/tasks";
import { HomeworkWork, MAX_TRIES, WorkShelf } from "../../src/school/homework/work.svelte";
import {
  type HomeworkPupil,
  HomeworkService,
  type PupilHomework,
  type Try,
} from "../../src/school/homework/service";
import { Service, ServiceError } from "../../src/online/service";
import {
  answerWords,
  missWords,
  questionText,
} from "../../src/screens/school/homework/homework-words";
import { loadPuzzles } from "../../src/study/puzzles";
import { startedKernel } from "../kernel/ports";
import { english } from "../messages";
import { memory, tabWith } from "../settings/memory";

const PUZZLES = await loadPuzzles();
const kernel = await startedKernel();
const evaluation = new Evaluation(kernel);
const never = new AbortController().signal;
const fail = (error: unknown): never => {
  throw error;
};

function named(name: string): HomeworkTask {
  return taskNamed(PUZZLES, name) ?? fail(new RangeError(name));
}

async function judged(name: string, answer: string) {
  const task = named(name);
  const verdict = await judgeAnswer(kernel, evaluation, task, answer, never);
  const position = await positionOfTask(kernel, task);
  return verdict.isRight ? "right" : missWords(english, task, position, verdict);
}

test("the same seed draws the same tasks, of the theme and the grade", () => {
  for (const theme of THEMES) {
    const drawn = drawTasks(PUZZLES, theme, null, 6, "1");
    expect(drawn.length, theme).toBeGreaterThan(2);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawTasks(PUZZLES, theme, null, 6, "1")).toEqual(drawn);
    expect(drawn.every((name) => taskNamed(PUZZLES, name))).toBe(true);
  }
  // Homework that was set must not change with the program.
  expect(drawTasks(PUZZLES, "lesson loop", null, 4, "7")).toMatchInlineSnapshot(`
    [
      "step loop.close.0",
      "step loop.pair.0",
      "step loop.left.0",
      "step loop.round.22",
    ]
  `);
  const hard = drawTasks(PUZZLES, "puzzles hold-the-draw", 4, 3, "7").map(named);
  expect(hard).toHaveLength(3);
  for (const task of hard)
    expect(task).toMatchObject({ puzzle: { goal: "hold-the-draw", grade: 4 } });
  expect(drawTasks(PUZZLES, "puzzles", null, 9, "8")).not.toEqual(
    drawTasks(PUZZLES, "puzzles", null, 9, "7"),
  );
  expect(taskNamed(PUZZLES, "step loop.close.99")).toBeNull();
  expect(taskNamed(PUZZLES, "step none.close.0")).toBeNull();
  expect(taskNamed(PUZZLES, "puzzle goff nothing")).toBeNull();
});

test("answers are judged by the kernel, with what a wrong one shows", async () => {
  const close = "step loop.close.0"; // after 12 25
  expect(await judged(close, "15")).toBe("right");
  expect(await judged(close, "89")).toBe("This does not close a loop.");
  expect(await judged(close, "nonsense")).toBe("");
  expect(await judged(close, "?")).toBe("Needed the solution or a square of it.");
  const stems = "step stems.stems.0"; // after 12 23 36 69 13
  expect(await judged(stems, "X3 O4")).toBe("right");
  expect(await judged(stems, "X3")).toBe("Right so far, but not complete.");
  const worlds = named("step superposition.worlds.0");
  expect(await judged("step superposition.worlds.0", "2")).toBe("right");
  expect(await judged("step superposition.worlds.0", "4")).not.toBe("");
  expect(questionText(english, worlds, await positionOfTask(kernel, worlds))).not.toContain("{");
  const puzzle = PUZZLES.find(({ isChoice }) => !isChoice) ?? fail(new RangeError());
  const survey = await kernel.survey(puzzle);
  const { value, moves } = await evaluation.ask(puzzle.rules, survey, never);
  for (const { move, value: kept } of moves.slice(0, 4)) {
    if (move.kind !== "placement") continue;
    const text = await judged(`puzzle ${puzzle.id}`, move.squares.map((s) => s + 1).join(""));
    expect(text).toMatch(kept === value ? /^right$/ : /gives away/);
  }
  expect(answerWords(english, "@5")).toBe("@5");
  expect(answerWords(english, "yes")).toBe("Yes");
  expect(answerWords(english, "X")).toBe("X");
});

const HOMEWORK = {
  ...{ homework: "HHHHHH", title: "Loops", tasks: ["a", "b"] },
  ...{ due: 1_000, expires: 2_000, name: "Ann", tries: [] },
};

/** A server that stores tries once each, and can be away or lose its answer. */
class Server {
  stored: Try[] = [];
  state: "there" | "away" | "deaf" = "there";

  readonly fetch: typeof fetch = (_, { body } = {}) => {
    if (this.state === "away") return Promise.reject(new TypeError("no network"));
    const { tries } = JSON.parse(String(body)) as { tries: Try[] };
    for (const each of tries)
      if (!this.stored.some(({ id }) => id === each.id)) this.stored.push({ ...each, at: 500 });
    if (this.state === "deaf") return Promise.reject(new TypeError("no answer"));
    const found: PupilHomework = { ...HOMEWORK, tries: this.stored };
    return Promise.resolve(new Response(JSON.stringify(found)));
  };
}

function shelfIn(storage: Storage, now = 0): WorkShelf {
  return new WorkShelf(() => now, tabWith(storage));
}

test("answers are kept on the device and handed in once", async () => {
  const [server, storage] = [new Server(), memory()];
  const service = new HomeworkService(new Service(server.fetch).request);
  const work = await HomeworkWork.load(service, shelfIn(storage), "HHHHHH", "KEY");
  await work.record(1, "12");
  server.state = "away";
  await work.record(1, "13");
  expect(work.problem).toBe("away");
  server.state = "deaf";
  await work.record(2, "@5");
  expect([work.waiting.length, server.stored.length]).toEqual([2, 3]);
  // The page is opened again without a connection.
  server.state = "away";
  const again = HomeworkWork.open(service, shelfIn(storage), "HHHHHH", null) ?? fail(new Error());
  expect(again.work.tries.map(({ answer }) => answer)).toEqual(["12", "13", "@5"]);
  server.state = "there";
  await again.handIn();
  expect([again.problem, again.waiting]).toEqual([null, []]);
  expect(server.stored.map(({ answer }) => answer)).toEqual(["12", "13", "@5"]);
  // Another tab has not seen that, and loses nothing.
  await work.record(2, "@6");
  expect(work.work.tries).toHaveLength(4);
  for (let i = 0; i < MAX_TRIES; i++) await work.record(2, `${i}`);
  expect(work.work.tries.filter(({ task }) => task === 2)).toHaveLength(MAX_TRIES);
  const open = (key: string | null, now = 0) =>
    HomeworkWork.open(service, shelfIn(storage, now), "HHHHHH", key);
  expect(open(null, 2_000)).toBeNull();
  expect(open("OTHER")).toBeNull();
  // Another pupil on the same device: the code alone does not say whose work to open.
  await HomeworkWork.load(service, shelfIn(storage), "HHHHHH", "OTHER");
  expect([open(null), open("KEY")?.work.key, open("OTHER")?.work.key]).toEqual([
    ...[null, "KEY", "OTHER"],
  ]);
  open("OTHER")?.forget();
  expect([open("OTHER"), open(null)?.work.key]).toEqual([null, "KEY"]);
  server.state = "away";
  await expect(HomeworkWork.load(service, shelfIn(memory()), "H", "K")).rejects.toThrow(
    ServiceError,
  );
});

test("a browser that keeps nothing is noticed, and damaged homework costs itself alone", async () => {
  const service = new HomeworkService(new Service(new Server().fetch).request);
  const full = await HomeworkWork.load(service, shelfIn(memory({}, 0)), "HHHHHH", "KEY");
  expect(full.isKept).toBe(false);
  const work = { ...HOMEWORK, key: "KEY" };
  const storage = memory({ "qttt.homework": JSON.stringify({ a: work, b: { ...work, key: 1 } }) });
  expect(Object.keys(shelfIn(storage).read())).toEqual(["a"]);
  expect(JSON.parse(storage.getItem("qttt.homework.broken")!)).toMatchObject({ b: { key: 1 } });
});

test("the table of a class", () => {
  const isRight = (task: number, answer: string): boolean => answer === `r${task}`;
  const pupil = (number: number, name: string, ...tries: [number, string, number?][]) => ({
    ...{ number, name, key: "KEY" },
    tries: tries.map(([task, answer, at = 1], i) => ({ id: `${i}`, task, answer, at })),
  });
  const pupils: HomeworkPupil[] = [
    pupil(1, "=Ann", [1, "r1"], [2, "x"], [2, "r2", 1_001]),
    pupil(2, "Bob", [1, "x"], [1, "x"], [1, "y"]),
    pupil(3, 'C"', [1, "y"], [1, "x"], [1, "r1"]),
    pupil(4, "-5"),
  ];
  const results = { ...HOMEWORK, created: 0, url: "", pupils };
  const rows = pupilSummaries(results, isRight);
  expect(rows.map(({ solved, tries, late }) => [solved, tries, late])).toEqual([
    [2, 3, 1],
    [0, 3, 0],
    [1, 3, 0],
    [0, 0, 0],
  ]);
  expect(taskSummaries(results, rows, isRight)).toEqual([
    { number: 1, tried: 3, atOnce: 1, solved: 2, commonest: { answer: "x", count: 2 } },
    { number: 2, tried: 1, atOnce: 0, solved: 1, commonest: { answer: "x", count: 1 } },
  ]);
  const csv = csvOf(rows, ["Pupil", "Solved", "Tries", "Late", "Task 1", "Task 2"], ",");
  expect(csv.split("\r\n")).toEqual([
    '"Pupil","Solved","Tries","Late","Task 1","Task 2"',
    `"'=Ann","2","3","1","1","2"`,
    '"Bob","0","3","0","-3",""',
    '"C""","1","3","0","3",""',
    '"-5","0","0","0","",""',
    "",
  ]);
});

test("only numbers can begin with a minus sign in a CSV file", () => {
  const csvName = (name: string): string => {
    const pupil = { number: 1, name, key: "", tries: [] };
    const row = { pupil, records: [], solved: 0, tries: 0, late: 0 };
    return csvOf([row], ["Pupil"], ",").split("\r\n")[1]?.split(",")[0] ?? "";
  };
  expect(["-5", "-2.5", "-2+3+cmd|x", "-A1", "-"].map(csvName)).toEqual([
    `"-5"`,
    `"-2.5"`,
    `"'-2+3+cmd|x"`,
    `"'-A1"`,
    `"'-"`,
  ]);
});
