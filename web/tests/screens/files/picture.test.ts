// @vitest-environment happy-dom
/** Exported pictures show the same as the board. */

import { expect, test } from "vitest";

import { parseRules } from "../../../src/kernel/rules";
import type { Place } from "../../../src/kernel/types";
import { type PictureWithoutColors, pictureOf } from "../../../src/screens/files/picture";
import { Settings } from "../../../src/settings/settings.svelte";
import { wasmKernel } from "../../kernel/ports";
import { en } from "../../messages";

const kernel = await wasmKernel();

function picture(
  places: readonly Place[],
  hasArrows: boolean,
  words = "goff",
): PictureWithoutColors {
  const rules = parseRules(words);
  const settings = new Settings();
  const position = kernel.survey(rules, places);
  return pictureOf(en, settings, { rules, position, pairs: new Map() }, hasArrows);
}

test("a pending loop has the same arrows as on the board", () => {
  const loop: readonly Place[] = [
    [0, 1],
    [0, 1],
  ];
  expect(picture(loop, true).collapses).toHaveLength(2);
  expect(picture(loop, false).collapses).toHaveLength(0);
});

test("krists are shown during the game", () => {
  const marks: readonly Place[] = [0, 4, 1, 5].map((square) => [square, square]);
  const { content } = picture(marks, false, "krist marks=classical rows=3 cols=4");
  expect(content.lines.map(({ squares }) => squares.join(" ")).sort()).toEqual(["0 1", "4 5"]);
});
