/** `tokens.css` is the only source of colours, font sizes, radii and durations. */

import { readFileSync, readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { ROOT } from "../kernel/ports";

const SOURCES = `${ROOT}web/src/`;
const STYLES = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(svelte|css)$/.test(file) && !/(tokens|color-vision)\.css$/.test(file),
);

const LITERALS: Readonly<Record<string, RegExp>> = {
  colour: /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)\(/gi,
  "font size": /font-size: [\d.]+(?:rem|px)/g,
  radius: /border-radius: [\d.]+(?:rem|px)/g,
  duration: /(?:animation|transition)[^;]*[\s(][\d.]+m?s\b[^;]*/g,
};

test.each(Object.keys(LITERALS))("no %s is a literal", (kind) => {
  const found = STYLES.flatMap((file) => {
    const text = readFileSync(SOURCES + file, "utf8");
    const css = file.endsWith(".css") ? text : (/<style>[^]*<\/style>/.exec(text)?.[0] ?? "");
    return [...css.matchAll(LITERALS[kind]!)].map(([literal]) => `${file}: ${literal}`);
  });
  expect(found).toEqual([]);
});
