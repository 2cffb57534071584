/**
 * The builds use nothing that the oldest supported browsers lack, except what is listed here with
 * what happens there instead.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { Visitor, parseSync } from "vite";
import { expect, test } from "vitest";

import { APP, ELEMENT } from "../browsers";
import { ROOT } from "./kernel/ports";
import { isNight } from "./nightly";
import { DATE, WEB_ASSEMBLY, isMissing, versionsWhere } from "./support/compat";
import { missingMarkup, missingStyles } from "./support/pages";
import { missingApis } from "./support/scripts";

const BUILT = `${ROOT}src/qttt/server/_web`;
const BUILT_ELEMENT = `${ROOT}build/board/dist`;

/** Each is asked for before it is used. */
const OPTIONAL_APIS = {
  "Navigator.canShare": "Firefox: the link is copied",
  "Navigator.share": "Firefox: the link is copied",
  "Navigator.vibrate": "Safari and Firefox: no vibration, and no setting for it",
  "NavigatorBadge.setAppBadge": "Firefox, Safari 16: no number on the icon",
  "PublicKeyCredential.parseCreationOptionsFromJSON": "Safari before 18.4: no passkeys",
  "PublicKeyCredential.parseRequestOptionsFromJSON": "Safari before 18.4: no passkeys",
  "PublicKeyCredential.toJSON": "Safari before 18.4: no passkeys",
  requestIdleCallback: "Safari: the next frame",
};
/** Browsers without them ignore them. */
const OPTIONAL_STYLES = {
  "-webkit-tap-highlight-color": "only phones highlight what is tapped",
  "cursor: pointer": "iPhones have no mouse",
  "user-select": "Safari reads -webkit-user-select, which the build adds",
};
const OPTIONAL_IN_THE_APP = {
  ...OPTIONAL_STYLES,
  "@page": "Safari before 18.2: paper in the format of the printer",
  size: "Safari before 18.2: paper in the format of the printer",
  autocapitalize: "Safari on desktops has no keyboard on the screen",
  "cursor: default": "iPhones have no mouse",
  "forced-color-adjust": "Safari has no forced colours",
  "forced-color-adjust: none": "Safari has no forced colours",
  resize: "iPhones: a text field keeps its height and scrolls",
  "resize: vertical": "iPhones: a text field keeps its height and scrolls",
  "scrollbar-gutter": "Safari before 18.2: its scroll bars take no space",
  "scrollbar-gutter: stable": "Safari before 18.2: its scroll bars take no space",
  "scrollbar-width": "Safari before 18.2: a scroll bar below tabs",
  "scrollbar-width: none": "Safari before 18.2: a scroll bar below tabs",
  "text-wrap": "Safari before 17.5: lines of unequal length",
  "text-wrap: balance": "Safari before 17.5: lines of unequal length",
  "text-wrap: pretty": "Firefox, Safari before 26: lines of unequal length",
};

function filesIn(folder: string, ending: RegExp): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => ending.test(name)).map((name) => join(folder, name));
}

/** The texts in a script, which contain the markup and the styles of components. */
function textsIn(path: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === "string" && texts.push(value)),
    TemplateElement: ({ value }) => void texts.push(value.cooked ?? ""),
  }).visit(parseSync(path, readFileSync(path, "utf8")).program);
  return texts;
}

const sheets = (folder: string): string[] =>
  filesIn(folder, /\.css$/).map((path) => readFileSync(path, "utf8"));
const scripts = (folder: string): string[] => filesIn(folder, /(?<!sw|workbox-\w+)\.js$/);
const isSheet = (text: string): boolean => /^[^{}<>]+\{[a-z-]+:[^{}]+[;}]/.test(text);

test.skipIf(!existsSync(BUILT))("the app's styles and markup", () => {
  const texts = scripts(BUILT).flatMap(textsIn);
  const markup = [readFileSync(join(BUILT, "index.html"), "utf8"), ...texts];
  const missing = [
    ...sheets(BUILT).flatMap((css) => missingStyles(css, APP)),
    ...markup.flatMap((html) => missingMarkup(html, APP)),
  ];
  expect([...new Set(missing)].sort()).toEqual(Object.keys(OPTIONAL_IN_THE_APP).sort());
});

test.skipIf(!existsSync(BUILT_ELEMENT))("the element's styles and markup", () => {
  const texts = scripts(BUILT_ELEMENT).flatMap(textsIn);
  const missing = [
    ...texts.filter(isSheet).flatMap((css) => missingStyles(css, ELEMENT)),
    ...texts.flatMap((html) => missingMarkup(html, ELEMENT)),
  ];
  expect([...new Set(missing)].sort()).toEqual(Object.keys(OPTIONAL_STYLES).sort());
});

test.runIf(isNight)("the scripts", () => {
  const sources = ["web/src", "web/board/src"].flatMap((folder) =>
    filesIn(ROOT + folder, /\.(ts|svelte)$/),
  );
  const built = [BUILT, BUILT_ELEMENT].filter(existsSync).flatMap(scripts);
  expect(missingApis([...sources, ...built], APP)).toEqual(Object.keys(OPTIONAL_APIS).sort());
});

test("what the kernel is compiled for", () => {
  const used = [
    "BigInt-to-i64-integration",
    "bulk-memory-operations",
    "fixed-width-SIMD",
    "multi-value",
    "non-trapping-float-to-int-conversions",
    "reference-types",
    "sign-extension-operations",
  ];
  const lacks = (name: string): boolean => isMissing([WEB_ASSEMBLY[name]], APP);
  expect(used.filter((name) => !WEB_ASSEMBLY[name])).toEqual([]);
  expect(used.filter(lacks)).toEqual([]);
  expect(lacks("relaxed-SIMD")).toBe(true);
});

test("something that is missing is found", () => {
  expect(missingStyles("p { color: light-dark(red, blue) } a:open { b: c }", APP)).toEqual([
    "light-dark()",
    ":open",
  ]);
  expect(missingStyles("p { color: light-dark(red, blue) }", ELEMENT)).toEqual([]);
  expect(missingMarkup('<p popover="auto">a</p><search>b</search>', APP)).toEqual([
    "popover",
    "<search>",
  ]);
});

test("the stated browsers are old enough, and the documents name them", () => {
  const twoYearsAgo = `${Number(DATE.slice(0, 4)) - 2}${DATE.slice(4, 10)}`;
  const recent = versionsWhere("chrome", ({ release_date: date = "" }) => date >= twoYearsAgo);
  const maintained = versionsWhere("firefox", ({ status }) => status === "esr");
  expect(Number(APP.chrome)).toBeLessThanOrEqual(Math.min(...recent));
  expect(Number(APP.firefox)).toBeLessThanOrEqual(Math.min(...maintained));
  for (const [document, { safari, firefox, chrome }] of [
    ["web/README.md", APP],
    ["web/board/README.md", ELEMENT],
  ] as const) {
    expect(readFileSync(ROOT + document, "utf8").replace(/\s+/g, " ")).toContain(
      `Safari ${safari}, Firefox ${firefox} and Chromium ${chrome}`,
    );
  }
});
