// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";

import { LessonProgress } from "../../../src/lessons/progress.svelte";
import { type Progress, Service, ServiceError } from "../../../src/online/service";
import { DailyLog } from "../../../src/progress/daily-log.svelte";
import { savedResults, resultOf } from "../../../src/progress/results";
import { forgetProgress, syncProgress } from "../../../src/screens/account/progress-sync";
import { device } from "../../../src/settings/storage.svelte";
import { loadPuzzles } from "../../../src/study/puzzles";
import { Streak } from "../../../src/study/streak.svelte";
import { Api } from "../../online/api";

const OTHER = "fedcba9876543210";
const EASY = { rules: "goff", level: "easy" as const, won: 2, drawn: 1, lost: 0 };
const [FIRST, SECOND] = (await loadPuzzles()).map(({ id }) => id) as [string, string];

function save(name: string, value: unknown): void {
  localStorage.setItem(`qttt.${name}`, JSON.stringify(value));
  device.refresh();
}

/** A server whose account has `others`, and merges nothing. */
function account(others: Partial<Progress> = {}) {
  const all = { results: {}, lessons: {}, solved: [], longest: 0, days: {}, ...others };
  const api = new Api({ "POST account/progress": [200, all] });
  return { api, service: new Service(api.fetch) };
}

/** The results that a request has, by device. */
function sent(api: Api): Progress["results"] {
  return (api.bodies[0] as Progress).results;
}

beforeEach(() => {
  localStorage.clear();
  device.forget();
});

test("everything on this device is sent, in parts", async () => {
  const solved = (await loadPuzzles()).slice(0, 121).map(({ id }) => id);
  save("results", { version: 1, levels: [EASY], counted: [] });
  save("lessons", { version: 1, done: { loops: ["close"] } });
  save("puzzles", { solved, streak: 3, longest: 7, missed: null });
  const day = { misses: 1, end: "solved", isLate: false };
  save("daily", { version: 1, days: { "2026-11-23": day } });
  const { api, service } = account();
  await syncProgress(service, "anna");
  const [first, ...others] = api.bodies as Partial<Progress>[];
  expect(first).toEqual({ results: sent(api), lessons: { loops: ["close"] }, longest: 7 });
  expect(Object.values(sent(api))).toEqual([[EASY]]);
  expect(others).toEqual([
    { solved: solved.slice(0, 120) },
    { solved: solved.slice(120) },
    { days: { "2026-11-23": day } },
  ]);
});

test("what other devices have is adopted, and not sent again as one's own", async () => {
  save("results", { version: 1, levels: [EASY], counted: [] });
  save("puzzles", { solved: [FIRST], streak: 1, longest: 1, missed: null });
  const { api, service } = account({
    results: { [OTHER]: [EASY, { ...EASY, level: "a later level" }] },
    lessons: { loops: ["close"] },
    solved: [FIRST, SECOND, "a later puzzle"],
    longest: 9,
    days: { "2026-11-23": { misses: 0, end: "shown", isLate: false } },
  });
  await syncProgress(service, "anna");
  await syncProgress(service, "anna");
  expect(resultOf(savedResults().value, "goff", "easy")).toMatchObject({ won: 4, drawn: 2 });
  expect(Object.values((api.bodies.at(-3) as Progress).results)).toEqual([[EASY]]);
  expect(new LessonProgress().all).toEqual({ loops: ["close"] });
  const { feats } = new Streak(await loadPuzzles());
  expect(feats).toMatchObject({ solved: [FIRST, SECOND], streak: 1, longest: 9 });
  expect(new DailyLog().all).toEqual({
    "2026-11-23": { misses: 0, end: "shown", isLate: false },
  });
});

test("a device keeps its ID in each account", async () => {
  const ids: string[] = [];
  for (const user of ["anna", "bert", "anna"]) {
    const { api, service } = account();
    await syncProgress(service, user);
    ids.push(Object.keys(sent(api))[0] ?? "");
  }
  expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[1]).not.toBe(ids[0]);
});

test("after a logout the device begins anew", async () => {
  save("results", { version: 1, levels: [EASY], counted: [] });
  const before = account({ solved: [FIRST], lessons: { loops: ["close"] } });
  await syncProgress(before.service, "anna");
  await forgetProgress("anna");
  expect(savedResults().value).toMatchObject({ levels: [], elsewhere: [] });
  expect(new LessonProgress().all).toEqual({});
  expect(new Streak(await loadPuzzles()).feats.solved).toEqual([]);
  const after = account();
  await syncProgress(after.service, "anna");
  expect(Object.keys(sent(after.api))).not.toEqual(Object.keys(sent(before.api)));
});

test("an error of the server changes nothing here", async () => {
  save("results", { version: 1, levels: [EASY], counted: [] });
  const api = new Api({ "POST account/progress": [409, { error: "progress-full", message: "" }] });
  await expect(syncProgress(new Service(api.fetch), "anna")).rejects.toThrow(ServiceError);
  expect(savedResults().value).toMatchObject({ levels: [EASY], elsewhere: [] });
});
