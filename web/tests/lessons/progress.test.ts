import { expect, test } from "vitest";

import { COURSE } from "../../src/lessons/course";
import { stepsOf } from "../../src/lessons/lesson";
import { LessonProgress, parseProgress } from "../../src/lessons/progress.svelte";
import { memory } from "../settings/memory";

const [first, second] = COURSE;
const fail = (error: Error): never => {
  throw error;
};

test("progress is saved on this device", () => {
  const storage = memory();
  const progress = new LessonProgress(fail, storage);
  progress.finish(first, "turns");
  progress.finish(first, "turns");
  const later = new LessonProgress(fail, storage);
  expect([later.count(first), later.next(first), later.has(second, "turns")]).toEqual([
    1,
    1,
    false,
  ]);
});

test("a lesson is complete after its last step, then restarts", () => {
  const progress = new LessonProgress(fail, memory());
  const names = stepsOf(first).map(({ id }) => id);
  for (const name of [...names].reverse()) {
    expect(progress.isComplete(first)).toBe(false);
    progress.finish(first, name);
  }
  expect([progress.isComplete(first), progress.next(first)]).toEqual([true, 0]);
});

test.each([
  [{ version: 2, done: {} }, "lessons of version 2 cannot be read"],
  [{ version: 1, done: { loop: "all" } }, "steps are a list of names"],
])("%j is rejected", (data, message) => {
  expect(() => parseProgress(data)).toThrow(message);
});
