// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { COURSE } from "../../src/lessons/course";
import type { App } from "../../src/screens/app.svelte";
import Lessons from "../../src/screens/lessons/Lessons.svelte";
import { Settings } from "../../src/settings/settings.svelte";
import { device } from "../../src/settings/storage.svelte";
import { startedKernel } from "../kernel/ports";
import { english } from "../messages";
import { useApp } from "../screens/context";

const kernel = await startedKernel();
const t = english.lessons;
const shown: Record<string, unknown>[] = [];

afterEach(() => {
  for (const screen of shown.splice(0)) void unmount(screen);
  document.body.replaceChildren();
  localStorage.clear();
  device.forget();
});

function show(rest: string) {
  const settings = new Settings();
  settings.change({ speed: "off", language: "en" });
  const [open, failed] = [vi.fn(), vi.fn()];
  const part: Partial<App> = {
    kernel,
    settings,
    address: { screen: "lessons", rest },
    open,
    failed,
  };
  useApp(part);
  // The saved data is valid, so there is no notice.
  Object.assign(part, { session: { notice: null } });
  shown.push(mount(Lessons, { target: document.body }));
  flushSync();
  return { open, failed };
}

function seen(text: string): Promise<void> {
  return vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toContain(text);
  });
}

function press(name: string): void {
  const named = [...document.querySelectorAll("button")].filter(
    (each) => each.textContent?.trim() === name || each.getAttribute("aria-label") === name,
  );
  expect(named.length, name).toBe(1);
  named[0]?.click();
  flushSync();
}

test("all lessons are listed, and each can be opened", async () => {
  const { open } = show("");
  await seen(t.learned({ done: 0, all: COURSE.length }));
  for (const { id } of COURSE) await seen(t.course[id].title);
  const [, second] = document.querySelectorAll<HTMLButtonElement>("ol button");
  second?.click();
  expect(open).toHaveBeenCalledWith({ screen: "lessons", rest: "2" });
});

test("the result of a task is shown until the next step", async () => {
  const { failed } = show("1");
  await seen("X and O take turns");
  press(t.step({ number: 2, all: 4 }));
  await seen("complete a line");
  press(t.show);
  await seen("1, 2, 3: a line");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await seen("1, 2, 3: a line");
  expect(failed).not.toHaveBeenCalled();
});

test("an unknown address shows the list of lessons", async () => {
  show("99");
  await seen(t.intro);
});
