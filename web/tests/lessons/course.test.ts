/** Statements of the lessons about positions, checked with the kernel. */

import { describe, expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import { COURSE } from "../../src/lessons/course";
import { Exercise } from "../../src/lessons/exercise.svelte";
import { solutionsOf } from "../../src/lessons/goals";
import { type Lesson, type Step, stepsOf } from "../../src/lessons/lesson";
import { type Task, firstTask, allTasks } from "../../src/lessons/tasks";
import { startedKernel } from "../kernel/ports";
import { sample } from "../nightly";

const kernel = await startedKernel();
const LESSONS: readonly Lesson[] = COURSE;

/** Every task of the course: steps as written, checks in every orientation. */
function tasks(): (readonly [name: string, lesson: Lesson, task: Task])[] {
  return LESSONS.flatMap((lesson) => {
    const rules = parseRules(lesson.rules);
    const all = (step: Step): Task[] =>
      lesson.checks.includes(step) ? allTasks(rules, step) : [firstTask(rules, step)];
    return stepsOf(lesson).flatMap((step) =>
      sample(all(step), 4).map(
        (task, i) => [`${lesson.id} ${step.id} ${i}`, lesson, task] as const,
      ),
    );
  });
}

function startTask(lesson: Lesson, task: Task): Promise<Exercise> {
  return Exercise.begin(kernel, parseRules(lesson.rules), task, () => undefined);
}

test("ten lessons of three to six steps and two checks, with unique names", () => {
  expect(LESSONS.length).toBe(10);
  for (const lesson of LESSONS) {
    const names = stepsOf(lesson).map(({ id }) => id);
    expect(lesson.steps.length, lesson.id).toBeGreaterThanOrEqual(3);
    expect(lesson.steps.length, lesson.id).toBeLessThanOrEqual(6);
    expect(lesson.checks.length, lesson.id).toBe(2);
    expect(new Set(names).size, lesson.id).toBe(names.length);
  }
});

test("checks use positions that were not explained", () => {
  for (const lesson of LESSONS) {
    const shown = lesson.steps.map((step) => step.variants[0].after);
    for (const check of lesson.checks) {
      const asked = check.variants.map(({ after }) => after);
      expect(asked.length, `${lesson.id} ${check.id}`).toBeGreaterThan(1);
      expect(asked.filter((after) => shown.includes(after))).toEqual([]);
    }
  }
});

describe("every task", () => {
  test("with a goal is solvable, but not by every move", async () => {
    for (const [name, lesson, task] of tasks()) {
      if (!task.goal) continue;
      const { rules, position } = await startTask(lesson, task);
      const solutions = await solutionsOf(kernel, rules, position, task.goal);
      expect(solutions.length, name).toBeGreaterThan(0);
      expect(solutions.length, name).toBeLessThan(position.moves.length);
    }
  });

  test("with a question has an answer among several choices", async () => {
    for (const [name, lesson, task] of tasks()) {
      if (!task.question) continue;
      const { answer } = await startTask(lesson, task);
      if (!answer) throw new Error(`${name} has no answer`);
      expect(new Set(answer.options).size, name).toBe(answer.options.length);
      expect(answer.options, name).toEqual(expect.arrayContaining([...answer.right]));
      expect(answer.right.length, name).toBeGreaterThan(0);
      expect(answer.right.length, name).toBeLessThan(answer.options.length);
      if (answer.form === "choice") expect(answer.right.length, name).toBe(1);
    }
  });

  test("is solved by its displayed solution", async () => {
    for (const [name, lesson, task] of tasks()) {
      const exercise = await startTask(lesson, task);
      for (let i = 0; i < task.plays; i++) exercise.advance();
      if (!exercise.isReading) await exercise.show();
      expect(exercise.state, name).toBe("solved");
    }
  });
});
