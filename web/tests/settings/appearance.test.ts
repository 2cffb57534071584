// @vitest-environment happy-dom
import { readFileSync } from "node:fs";

import { afterEach, describe, expect, test, vi } from "vitest";

import { appearanceOf, showAppearance } from "../../src/settings/appearance";
import {
  type Choices,
  COLOR_VISIONS,
  THEMES,
  parseChoices,
} from "../../src/settings/settings.svelte";
import { ROOT } from "../kernel/ports";

const start = readFileSync(`${ROOT}web/public/start.js`, "utf8");
const page = readFileSync(`${ROOT}web/index.html`, "utf8");
const root = document.documentElement;
// Missing in happy-dom.
Object.defineProperty(HTMLScriptElement.prototype, "noModule", { value: false });
const QUIET = { wantsContrast: false, reducesMotion: false };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  root.removeAttribute("style");
});

function chosen(choices: Partial<Choices>): Choices {
  return { ...parseChoices({}), ...choices };
}

/** Run start.js, optionally without one browser feature. */
function begin(wantsContrast: boolean, lacks?: string): void {
  document.head.innerHTML = [...page.matchAll(/<meta[^>]*>/g)].join("");
  document.body.innerHTML = /<body>([^]*?)<script/.exec(page)?.[1] ?? "";
  vi.stubGlobal("matchMedia", () => ({ matches: wantsContrast }));
  for (const name of ["WebAssembly", "Worker"])
    vi.stubGlobal(name, name === lacks ? undefined : class {});
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  new Function(start)();
}

function bars(): (string | null)[] {
  return [...document.querySelectorAll("meta[name=theme-color]")].map((meta) =>
    meta.getAttribute("content"),
  );
}

/** The displayed fallback messages of the page. */
function shownMessages(): string[] {
  return ["unsupported", "unloaded"].filter((name) => name in root.dataset);
}

describe("the appearance is set before the first paint", () => {
  const cases = THEMES.flatMap((theme) =>
    COLOR_VISIONS.flatMap((eyes) =>
      [false, true].map((wantsContrast) => ({ theme, eyes, wantsContrast })),
    ),
  );
  test.each(cases)(
    "$theme, $eyes, more contrast: $wantsContrast",
    ({ theme, eyes, wantsContrast }) => {
      const choices = chosen({ theme, eyes, language: "el" });
      localStorage.setItem("qttt.settings", JSON.stringify(choices));
      begin(wantsContrast);
      const wanted = appearanceOf(choices, { ...QUIET, wantsContrast });
      for (const name of ["theme", "eyes", "contrast"])
        expect(root.dataset[name]).toBe(wanted[name]);
      expect(root.lang).toBe("el");
    },
  );

  test.each(["", "{", "null", "[]"])("also if %j is stored", (text) => {
    localStorage.setItem("qttt.settings", text);
    begin(false);
    expect({ ...root.dataset }).toMatchObject({
      theme: "system",
      eyes: "usual",
      contrast: "usual",
    });
  });

  test("the browser's bars have the colour of the chosen theme", () => {
    const [day, night] = (begin(false), bars());
    localStorage.setItem("qttt.settings", '{"theme":"light"}');
    begin(false);
    expect(bars()).toEqual([day, day]);
    localStorage.setItem("qttt.settings", '{"theme":"dark"}');
    begin(false);
    expect(bars()).toEqual([night, night]);
  });
});

describe("an unsupported browser gets a message", () => {
  test.each(["WebAssembly", "Worker"])("without %s", (name) => {
    begin(false, name);
    expect(shownMessages()).toEqual(["unsupported"]);
  });

  test("if a file is missing", () => {
    begin(false);
    expect(shownMessages()).toEqual([]);
    window.dispatchEvent(new Event("error"));
    expect(shownMessages()).toEqual(["unloaded"]);
  });
});

test("the page has no inline scripts, which the CSP forbids", () => {
  for (const [, attributes = "", text = ""] of page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
    expect(attributes).toContain("src=");
    expect(text).toBe("");
  }
  expect(page).not.toMatch(/ (style|on\w+)=/);
});

test.each([
  [{}, QUIET, "some"],
  [{ speed: "off" }, QUIET, "none"],
  [{}, { ...QUIET, reducesMotion: true }, "none"],
] as const)("with %j on %j there is %s motion", (choices, device, motion) => {
  expect(appearanceOf(chosen(choices), device)["motion"]).toBe(motion);
});

test("animations have the duration of the selected speed", () => {
  showAppearance(chosen({ speed: "calm" }));
  expect(root.style.getPropertyValue("--pace")).toBe("2");
  showAppearance(chosen({ speed: "off" }));
  expect(root.style.getPropertyValue("--pace")).toBe("0");
});
