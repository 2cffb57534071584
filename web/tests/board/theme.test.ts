/** Colours and pictures are the same as Python's. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { sceneOf } from "../../src/board/scene";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { ROOT, wasmKernel } from "../kernel/ports";
import { DARK, LIGHT } from "../../../src/qttt/notation/theme.json";

const css = readFileSync(`${ROOT}web/src/tokens.css`, "utf8").split("}")[0] ?? "";
const picture = readFileSync(`${ROOT}docs/board.svg`, "utf8");

test("colours by day and by night", () => {
  const found = [...css.matchAll(/--qttt-(\w+): light-dark\((#\w+), (#\w+)\);/g)];
  expect(Object.fromEntries(found.map(([, name, day]) => [name, day]))).toEqual(LIGHT);
  expect(Object.fromEntries(found.map(([, name, , night]) => [name, night]))).toEqual(DARK);
});

test("marks are where the README's picture has them", async () => {
  const places: Place[] = [
    [0, 1],
    [1, 4],
    [4, 8],
    [0, 4],
  ];
  const survey = (await wasmKernel()).survey(parseRules("goff"), places);
  const scene = sceneOf({
    rows: 3,
    cols: 3,
    places,
    loop: survey.loop,
    entanglements: survey.entanglements,
    lines: [],
    areKrists: false,
    pairs: new Map(),
  });
  for (const { at } of scene.smallMarks) {
    const number = (value: number): string => String(Number(value.toFixed(2)));
    expect(picture).toContain(`cx="${number(at.x)}" cy="${number(at.y)}"`);
  }
});
