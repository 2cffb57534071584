// @vitest-environment happy-dom
/** The page of results of homework: changing its dates, and slips for the pupils. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { HomeworkService } from "../../../src/school/homework/service";
import { Service } from "../../../src/online/service";
import HomeworkReport from "../../../src/screens/school/homework/HomeworkReport.svelte";
import HomeworkSlips from "../../../src/screens/school/homework/HomeworkSlips.svelte";
import TeacherHomework from "../../../src/screens/school/homework/TeacherHomework.svelte";
import { Api } from "../../online/api";
import { english } from "../../messages";
import { useApp } from "../context";

const shared = vi.hoisted(() => ({ online: null as unknown }));
vi.mock("../../../src/screens/online/online-state", () => ({ sharedOnline: () => shared.online }));

const DAY_MS = 24 * 60 * 60 * 1000;
const w = english.homework;
const due = new Date("2026-12-01T08:00").getTime();
const set = {
  homework: "K7MQ2X",
  title: "Loops",
  tasks: ["a task of a later version"],
  created: due - DAY_MS,
  due,
  expires: due + 30 * DAY_MS,
  url: "http://192.168.7.7:8000/#homework/K7MQ2X",
};
const pupils = ["Ann", "17"].map((name, i) => ({
  number: i + 1,
  name,
  key: `AAA33${i + 4}`,
  tries: [],
}));
const fail = (error: unknown): never => {
  throw error;
};

afterEach(() => (document.body.innerHTML = ""));

test("the teacher changes when homework is due, and how long it is kept", async () => {
  const next = { due: due + DAY_MS, expires: due + 8 * DAY_MS };
  const api = new Api({
    "GET homework/K7MQ2X": [200, { ...set, pupils }],
    "PATCH homework/K7MQ2X": [200, { ...set, ...next }],
  });
  const service = new HomeworkService(new Service(api.fetch).request);
  useApp({ settings: { choices: { language: "en" } } });
  const props = { puzzles: [], service, code: "K7MQ2X" };
  const target = document.body;
  const shown = mount(HomeworkReport, {
    target,
    props: { ...props, onshow: fail },
  });
  const [dueField, keepField] = await vi.waitFor(() => {
    const found = [...target.querySelectorAll("form input")] as HTMLInputElement[];
    expect(found).toHaveLength(2);
    return found;
  });
  expect([dueField?.value, keepField?.value]).toEqual(["2026-12-01T08:00", "30"]);
  type(dueField, "2026-12-02T08:00");
  type(keepField, "7");
  target.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await vi.waitFor(() => expect(target.textContent).toContain("Dec 9, 2026"));
  expect(api.bodies.at(-1)).toEqual({ due: due + DAY_MS, keep: 7 });
  void unmount(shown);
});

test("each pupil gets a slip with the code, the link and its QR code", async () => {
  const api = new Api({ "GET homework/K7MQ2X": [200, { ...set, pupils }] });
  const service = new HomeworkService(new Service(api.fetch).request);
  useApp({ settings: { choices: { language: "en" } } });
  const props = { service, code: "K7MQ2X", onshow: fail };
  const shown = mount(HomeworkSlips, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelectorAll("li")).toHaveLength(2));
  const slip = document.querySelectorAll("li")[1];
  expect(slip?.querySelector("img")?.getAttribute("src")).toBe(
    "/api/homework/K7MQ2X/pupils/2/qr.svg",
  );
  const texts = ["17", `${w.code}: K7M Q2X AAA 335`, "Loops", "192.168.7.7:8000/#homework/K7MQ2X"];
  for (const text of texts) expect(slip?.textContent).toContain(text);
  void unmount(shown);
});

test("the report stays when a change fails, until the next success", async () => {
  const gone = [404, { error: "gone", message: "" }] as const;
  const found = [200, { ...set, pupils }] as const;
  const api = new Api({ "GET homework/K7MQ2X": [found, gone, found] });
  shared.online = { standing: "there", service: new Service(api.fetch) };
  useApp({ settings: { choices: { language: "en" } } });
  const props = { puzzles: [], code: "K7MQ2X", isPrinting: false, onshow: fail };
  const shown = mount(TeacherHomework, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelector("h2")?.textContent).toBe("Loops"));
  for (const problem of [w.problems.gone, undefined]) {
    keyNamed(w.refresh).click();
    await vi.waitFor(() => expect(document.querySelector(".problem")?.textContent).toBe(problem));
    expect(document.querySelector("h2")?.textContent).toBe("Loops");
  }
  void unmount(shown);
});

test("homework that was never loaded has a way out", async () => {
  const api = new Api({
    "GET homework/K7MQ2X": [404, { error: "gone", message: "" }],
  });
  shared.online = { standing: "there", service: new Service(api.fetch) };
  useApp({ settings: { choices: { language: "en" } } });
  const onshow = vi.fn();
  const props = { puzzles: [], code: "K7MQ2X", isPrinting: false, onshow };
  const shown = mount(TeacherHomework, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelector(".problem")).not.toBeNull());
  keyNamed(w.yours).click();
  expect(onshow).toHaveBeenCalledWith("new");
  void unmount(shown);
});

function keyNamed(name: string): HTMLButtonElement {
  const key = [...document.querySelectorAll("button")].find((each) => each.textContent === name);
  if (!key) throw new Error(`there is no button ${name}`);
  return key;
}

function type(field: HTMLInputElement | undefined, text: string): void {
  if (!field) throw new Error("there is no field");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}
