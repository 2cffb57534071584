import { describe, expect, test, vi } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Move } from "../../src/kernel/types";
import { Exercise } from "../../src/lessons/exercise.svelte";
import { type Step, answer, action, read } from "../../src/lessons/lesson";
import { firstTask } from "../../src/lessons/tasks";
import { parseMove } from "../../src/notation/moves-reader";
import { startedKernel } from "../kernel/ports";

const kernel = await startedKernel();
const rules = parseRules("goff");

async function start(step: Step, under = rules) {
  const solved = vi.fn();
  const exercise = await Exercise.begin(kernel, under, firstTask(under, step), (settled) => {
    if (settled.state === "solved") solved(settled.given);
  });
  return { exercise, solved };
}

function move(text: string): Move {
  return parseMove(rules, text) as Move;
}

describe("an exercise with a goal", () => {
  const CASES = [
    ["covers", "", { goal: "covers", square: "5" }, "12", "not-there"],
    ["entangles, apart", "12", { goal: "entangles", marks: [1] }, "34", "apart"],
    ["entangles, a loop", "12", { goal: "entangles", marks: [1] }, "12", "closes-loop"],
    ["loop, none", "12", { goal: "loop" }, "13", "no-loop"],
    ["loop, too short", "12 23", { goal: "loop", size: 3 }, "12", "other-size"],
    ["takes", "12 25 15", { goal: "takes", player: "O", square: "5" }, "@5", "not-taken"],
    ["line", "15 15 @1 34 34 @4 79 79", { goal: "line", player: "X" }, "@7", "no-line"],
    ["either way", "15 15 @1 46 67", { goal: "either-way", player: "X" }, "67", "one-way"],
    ["no loop", "15 15 @1 46 67", { goal: "either-way", player: "X" }, "23", "no-loop"],
    ["best", "15 15 @5 36 36 @6 27 24 47", { goal: "best" }, "@4", "not-best"],
  ] as const;

  test.each(CASES)("%s: a miss has a reason", async (_, after, goal, tried, miss) => {
    const { exercise, solved } = await start(action("x", { after, goal }));
    await exercise.play(move(tried));
    while (exercise.state === "watching") exercise.advance();
    expect([exercise.state, exercise.miss, exercise.given]).toEqual(["missed", miss, tried]);
    expect(solved).not.toHaveBeenCalled();
  });

  test.each([
    ["15 15 @1 46 67", { goal: "either-way", player: "X" }, "67", "O"],
    ["1 5 2", { goal: "best" }, "9", "X"],
  ] as const)(
    "%s: the answer is shown before a miss is explained",
    async (after, goal, tried, by) => {
      const { exercise } = await start(
        action("x", { after, goal }),
        parseRules(by === "X" ? "classic3" : "goff"),
      );
      await exercise.play(move(tried));
      expect([exercise.state, exercise.miss]).toEqual(["watching", null]);
      exercise.advance();
      expect([exercise.state, exercise.plies.at(-1)?.by]).toEqual(["watching", by]);
      exercise.advance();
      expect(exercise.state).toBe("missed");
      exercise.retry();
      expect([exercise.state, exercise.position.decider]).toEqual(["open", by === "X" ? "O" : "X"]);
    },
  );

  test("is reset after a miss, and can then be solved", async () => {
    const { exercise, solved } = await start(action("x", { after: "12", goal: { goal: "loop" } }));
    await exercise.play(move("13"));
    expect([exercise.position.places.length, exercise.moves]).toEqual([2, []]);
    exercise.retry();
    expect([exercise.position.places.length, exercise.miss]).toEqual([1, null]);
    await exercise.play(move("12"));
    expect([exercise.state, exercise.wasShown]).toEqual(["solved", false]);
    expect(solved.mock.calls).toEqual([["12"]]);
  });

  test("an illegal move changes nothing and reports the reason", async () => {
    const { exercise } = await start(action("x", { after: "12 12 @1", goal: { goal: "loop" } }));
    await exercise.play(move("13"));
    expect([exercise.state, exercise.illegalReason]).toEqual(["open", "not-open"]);
  });

  test("an unreachable goal is an error", async () => {
    const impossible = action("x", { after: "", goal: { goal: "line", player: "O" } });
    const { exercise } = await start(impossible);
    await expect(exercise.show()).rejects.toThrow("the goal of a lesson cannot be reached");
  });
});

describe("an exercise with a question", () => {
  test("one of several: another answer can follow a wrong one at once", async () => {
    const { exercise } = await start(answer("x", { after: "12 12", question: { ask: "decider" } }));
    exercise.choose("O");
    expect(exercise.state).toBe("missed");
    exercise.choose("X");
    expect([exercise.state, exercise.chosen]).toEqual(["solved", ["X"]]);
  });

  test("squares are tapped on the board until all are found", async () => {
    const { exercise } = await start(
      answer("x", { after: "15 28", question: { ask: "halves", mark: 2 } }),
    );
    await exercise.play(move("8"));
    expect(exercise.state).toBe("open");
    await exercise.play(move("8"));
    expect(exercise.chosen).toEqual([]);
    await exercise.play(move("2"));
    await exercise.play(move("1"));
    expect([exercise.state, exercise.miss]).toEqual(["missed", "others"]);
    await exercise.play(move("8"));
    await exercise.play(move("2"));
    expect(exercise.state).toBe("solved");
  });

  test("marks are corrected one by one", async () => {
    const { exercise } = await start(
      answer("x", { after: "12 25 59 15", question: { ask: "loop" } }),
    );
    exercise.choose("X1");
    exercise.check();
    expect(exercise.miss).toBe("too-few");
    for (const mark of ["O2", "X3", "O4"]) exercise.choose(mark);
    exercise.check();
    expect(exercise.miss).toBe("too-many");
    exercise.choose("X3");
    exercise.check();
    expect(exercise.state).toBe("solved");
  });

  test("the last mark is placed in the answered square", async () => {
    const after = "12 23 35 45 47 67 69 19 @1";
    const { exercise } = await start(answer("x", { after, question: { ask: "last" } }));
    await exercise.play(move("8"));
    await vi.waitFor(() => expect(exercise.position.outcome?.points).toEqual({ X: 2, O: 0 }));
  });

  test("a line in question is not shown before it is found", async () => {
    const question = { ask: "line", player: "X" } as const;
    const { exercise } = await start(answer("x", { after: "14 34 45 49 59 @9", question }));
    expect(exercise.lines).toEqual([]);
    for (const square of ["9", "1", "5"]) await exercise.play(move(square));
    expect([exercise.state, exercise.lines.length]).toEqual(["solved", 1]);
  });

  test("a loop is not shown before its marks are found", async () => {
    const { exercise } = await start(answer("x", { after: "12 25 15", question: { ask: "loop" } }));
    expect([exercise.loop, exercise.outcomes]).toEqual([null, []]);
    await exercise.show();
    expect(exercise.loop?.marks).toEqual([1, 2, 3]);
    expect(exercise.outcomes).toHaveLength(2);
  });

  test("arrows are hidden while the landing square is asked", async () => {
    const { exercise } = await start(
      answer("x", { after: "12 23 36 13", question: { ask: "landing", mark: 3 } }),
    );
    expect(exercise.loop?.stems).toEqual([3]);
    expect(exercise.outcomes).toEqual([]);
    exercise.choose("6");
    expect([exercise.state, exercise.outcomes.length]).toEqual(["solved", 2]);
  });

  test.each([
    ["12 23 13", { ask: "landing", mark: 1 }, "the mark can land in two squares"],
    ["12", { ask: "last" }, "several squares are open"],
    ["12", { ask: "stems" }, "no loop is pending"],
    ["12", { ask: "first" }, "the game is not over"],
    ["12", { ask: "halves", mark: 2 }, "no such mark"],
    ["12", { ask: "worlds", options: [3, 4] }, "2 is none of the options"],
    ["", { ask: "best", moves: ["12", "15"] }, "not one of the moves is best"],
    ["12 23 35 45 47 67 69 89 18 @8", { ask: "first" }, "there is no line"],
    ["14 34 45 49 59 @9", { ask: "time", player: "O" }, "the player has not one line"],
  ] as const)("%s %j has no answer: %s", async (after, question, why) => {
    await expect(start(answer("x", { after, question }))).rejects.toThrow(
      `the question has no answer here: ${why}`,
    );
  });
});

test("a demonstration is played move by move", async () => {
  const { exercise, solved } = await start(read("x", "12 23 13", { plays: 2 }));
  expect([exercise.state, exercise.position.places.length]).toEqual(["watching", 1]);
  exercise.advance();
  exercise.advance();
  expect([exercise.state, exercise.position.places.length]).toEqual(["solved", 3]);
  expect(solved).toHaveBeenCalledTimes(1);
  exercise.retry();
  expect(exercise.position.places.length).toBe(1);
});

test("invalid moves are an error of the lesson", async () => {
  await expect(start(read("x", "12 ab"))).rejects.toThrow('"ab" in a lesson is not a move');
});
