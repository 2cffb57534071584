// @vitest-environment happy-dom
/** A lesson from its first step to its end, by keyboard. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { COURSE } from "../../src/lessons/course";
import { LessonProgress } from "../../src/lessons/progress.svelte";
import { LessonRun } from "../../src/lessons/lesson-run.svelte";
import type { Chance } from "../../src/play/chance";
import LessonView from "../../src/screens/lessons/LessonView.svelte";
import { Settings } from "../../src/settings/settings.svelte";
import { startedKernel } from "../kernel/ports";
import { tabWith } from "../settings/memory";
import { english } from "../messages";
import { useApp } from "../screens/context";

const kernel = await startedKernel();
const t = english.lessons;
/** Draws the first position of each check in its original orientation. */
const FIRST: Chance = { below: () => 0, happens: () => false, seed: () => 0n };
const shown: Record<string, unknown>[] = [];

const fail = (error: unknown): never => {
  throw error;
};

afterEach(() => {
  for (const screen of shown.splice(0)) void unmount(screen);
  document.body.replaceChildren();
});

async function show(number: number) {
  const lesson = COURSE[number - 1] ?? fail(new RangeError("there is no such lesson"));
  const progress = new LessonProgress(tabWith());
  const run = await LessonRun.begin(kernel, lesson, progress, FIRST);
  const settings = new Settings();
  settings.change({ speed: "off", language: "en" });
  const [replace, onopen] = [vi.fn(), vi.fn()];
  const app = { kernel, settings, failed: fail, replace };
  useApp(app);
  const props = { run, progress, number, onopen };
  shown.push(mount(LessonView, { target: document.body, props }));
  flushSync();
  return { progress, lesson, replace, onopen };
}

/** Wait until the text is displayed. */
function seen(text: string): Promise<void> {
  return vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toContain(text);
  });
}

function key(name: string): void {
  const square = document.querySelector('[data-square][tabindex="0"]');
  square?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  flushSync();
}

function press(name: string): void {
  const button = [...document.querySelectorAll("button")].find(
    (each) => each.textContent?.trim() === name,
  );
  if (!button) throw new Error(`there is no button "${name}"`);
  button.click();
  flushSync();
}

test("a lesson is completed with the keyboard", async () => {
  const { progress, lesson, onopen } = await show(1);
  await seen("X and O take turns");
  await seen("Watch again");
  press("Next");
  await seen("complete a line");
  key("3");
  await seen("1, 2, 3: a line");
  press("Next");
  await seen("Block it");
  key("9");
  await seen(t.misses["not-best"]);
  press("Try again");
  press("Hint");
  await seen("Get there first");
  key("3");
  await seen("Well blocked");
  press("Next");
  await seen("ends like this");
  press("Next");
  await seen("You are X. Complete a line.");
  key("9");
  await seen("That is a line.");
  press("Next");
  await seen("Block the other player");
  press("Show me");
  await seen(t.shown);
  expect(progress.isComplete(lesson)).toBe(false);
  press("Another");
  await seen("Hint");
  key("7");
  await seen("Right!");
  press("Next");
  await seen("is done");
  expect(progress.isComplete(lesson)).toBe(true);
  press(t.nextLesson({ title: t.course.superposition.title }));
  expect(onopen).toHaveBeenCalledWith(2);
});

test("worlds that a question is about stand beside it", async () => {
  await show(3);
  await seen("Watch again");
  press("Next");
  await seen("these three worlds");
  const worlds = 'svg[aria-label^="World:"]:not(.gone)';
  await vi.waitFor(() => expect(document.querySelectorAll(worlds).length).toBe(3));
});

test("digits select squares, buttons select answers", async () => {
  const { progress } = await show(2);
  await seen("Watch again");
  press("Next");
  await seen("Put X1 into two squares");
  key("1");
  key("2");
  await seen(t.misses["not-there"]);
  key("5");
  await seen("Hint");
  key("5");
  key("7");
  await seen("X1 is in both");
  press("Next");
  await seen("Press O2 in both");
  key("3");
  expect(document.querySelector('[data-square="2"]')?.getAttribute("aria-label")).toContain(
    t.chosen,
  );
  key("8");
  await seen("Both are one mark");
  press("Next");
  await seen("How many outcomes");
  press("3");
  await seen(t.wrong);
  press("2");
  await seen("2 outcomes are possible");
  expect(progress.count(COURSE[1])).toBe(4);
});
