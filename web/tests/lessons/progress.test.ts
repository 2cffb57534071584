import { expect, test } from "vitest";

import { COURSE } from "../../src/lessons/course";
import { stepsOf } from "../../src/lessons/lesson";
import { LessonProgress } from "../../src/lessons/progress.svelte";
import { memory, tabWith } from "../settings/memory";

const [first, second] = COURSE;

test("progress is saved on this device", () => {
  const storage = memory();
  const progress = new LessonProgress(tabWith(storage));
  progress.finish(first, "turns");
  progress.finish(first, "turns");
  const later = new LessonProgress(tabWith(storage));
  expect([later.count(first), later.next(first), later.has(second, "turns")]).toEqual([
    1,
    1,
    false,
  ]);
});

test("a lesson is complete after its last step, then restarts", () => {
  const progress = new LessonProgress(tabWith());
  const names = stepsOf(first).map(({ id }) => id);
  for (const name of [...names].reverse()) {
    expect(progress.isComplete(first)).toBe(false);
    progress.finish(first, name);
  }
  expect([progress.isComplete(first), progress.next(first)]).toEqual([true, 0]);
});

test("a damaged lesson costs itself alone", () => {
  const done = { loops: "all", superposition: ["two"] };
  const storage = memory({ "qttt.lessons": JSON.stringify({ version: 1, done }) });
  const tab = tabWith(storage);
  expect([new LessonProgress(tab).all, tab.problem]).toEqual([
    { superposition: ["two"] },
    "setAside",
  ]);
  expect(storage.getItem("qttt.lessons.broken")).toBe('{"loops":"all"}');
});
