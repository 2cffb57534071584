// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { parsePlan } from "../../../src/school/lesson-plan";
import LessonEditor from "../../../src/screens/school/teacher/LessonEditor.svelte";
import { device } from "../../../src/settings/storage.svelte";
import { english } from "../../messages";
import { useApp } from "../context";

const l = english.online.lesson;
const p = english.online.poll;
let shown: Record<string, unknown>;

beforeEach(() => {
  localStorage.clear();
  device.forget();
  open();
});

afterEach(close);

function open(): void {
  const settings = { choices: { language: "en" } };
  useApp({ settings });
  const props = { ondone: () => {}, onteach: undefined };
  shown = mount(LessonEditor, { target: document.body, props });
  flushSync();
}

function close(): void {
  void unmount(shown);
  document.body.textContent = "";
}

function press(name: string): void {
  const found = [...document.querySelectorAll("button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent?.trim()) === name,
  );
  if (!found) throw new RangeError(`there is no key "${name}"`);
  found.click();
  flushSync();
}

/** Fill in the field with that label. */
function fill(label: string, value: string): void {
  const found = [...document.querySelectorAll("label")].find(
    ({ textContent }) => textContent === label,
  );
  const field =
    found &&
    document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[id="${found.htmlFor}"]`);
  if (!field) throw new RangeError(`there is no field "${label}"`);
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

function choose(kind: string): void {
  const list = document.querySelector("select")!;
  list.selectedIndex = [...list.options].findIndex(({ text }) => text === kind);
  list.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

/** The lesson that is kept on the device. */
function saved(): ReturnType<typeof parsePlan> {
  return parsePlan(JSON.parse(localStorage.getItem("qttt.lesson") ?? "").source);
}

test("a lesson of an explanation, a vote and games is made, changed and deleted", () => {
  fill(l.name, "Loops");
  press(l.addStep);
  fill(l.stepTitle, "Look");
  fill(p.kinds.slide, "1. Marks form a loop.");
  press(l.keep);
  press(l.addStep);
  fill(l.stepTitle, "Vote");
  choose(p.kinds.choice);
  fill(p.text, "Fair?");
  fill(p.option({ number: 1 }), "Yes");
  fill(p.option({ number: 2 }), "No");
  document.querySelector<HTMLInputElement>("[type=checkbox]")!.click();
  fill(l.time, "5");
  fill(l.note, "Ask why.\n- minutes: 9");
  press(l.keep);
  press(l.addStep);
  choose(l.games);
  fill(l.stepTitle, "Play");
  press(l.keep);
  press(l.earlier({ title: "Vote" }));
  const { title, steps } = saved();
  expect([title, ...steps.map((step) => step.title)]).toEqual(["Loops", "Vote", "Look", "Play"]);
  const [vote, look, play] = steps;
  expect([vote.votes, vote.minutes, vote.question?.options]).toEqual([2, 5, ["Yes", "No"]]);
  expect(vote.note).toBe("Ask why. - minutes: 9");
  expect(look?.question?.text).toBe("1. Marks form a loop.");
  expect(play?.question).toBeNull();

  close();
  open();
  press(l.remove({ title: "Play" }));
  expect(saved().steps).toHaveLength(2);
  press(l.clear);
  press(english.online.report.removeSure);
  expect(localStorage.getItem("qttt.lesson")).toBeNull();
});

test("a ready lesson is copied and changed", async () => {
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelectorAll(".entry")).toHaveLength(7);
  });
  document.querySelector<HTMLElement>(".entry")!.click();
  flushSync();
  expect(document.querySelector(".entry")).toBeNull();
  const { title, steps } = saved();
  expect(title).toBe("First contact");
  press(l.remove({ title: steps[0].title }));
  expect(saved().steps).toHaveLength(steps.length - 1);
});

test("a question without its answers is not kept, and says why", () => {
  fill(l.name, "Loops");
  press(l.addStep);
  fill(l.stepTitle, "Vote");
  choose(p.kinds.worlds);
  fill(p.squares, "19x");
  press(l.keep);
  expect(document.querySelector("[role=alert]")?.textContent).toBe(
    l.problems.position({ found: "19x" }),
  );
  expect(localStorage.getItem("qttt.lesson")).toBeNull();
});
