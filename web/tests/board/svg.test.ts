/** Exported pictures are the same as Python's. */

import { expect, test } from "vitest";

import type { Content, DisplayOptions } from "../../src/board/scene";
import { type Palette, type Picture, svgOf } from "../../src/board/svg";
import { FONT } from "../../src/board/theme";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import type { Move, Place, Survey } from "../../src/kernel/types";
import { parseMove } from "../../src/notation/moves-reader";
import { golden, wasmKernel } from "../kernel/ports";
import { constant } from "./python";

const kernel = await wasmKernel();
const palette = constant("LIGHT") as Palette;

/** A board of the golden data. */
function pictureOf(words: string, moves: string, preview: string, shown: string): Picture {
  const rules = parseRules(words);
  const played = moves === "-" ? [] : moves.split(" ").map((text) => parseMove(rules, text));
  const surveys: Survey[] = [kernel.survey(rules, [])];
  const pairs = new Map<number, Place>();
  let last: readonly number[] = [];
  for (const move of played as Move[]) {
    const places = kernel.play(rules, surveys.at(-1)?.places ?? [], move);
    if (move.kind === "placement") pairs.set(places.length, move.squares);
    last = move.kind === "placement" ? move.squares : [move.square];
    surveys.push(kernel.survey(rules, places));
  }
  const survey = surveys.at(-1) as Survey;
  const considered = preview === "-" ? null : parseMove(rules, preview);
  const previewed = survey.collapses.find(
    ({ square }) => considered?.kind === "collapse" && square === considered.square,
  )?.places;
  const content: Content = {
    ...{ rows: rules.rows, cols: rules.cols, pairs },
    ...{ places: survey.places, loop: survey.loop, entanglements: survey.entanglements },
    lines: kernel.survey(rules, previewed ?? survey.places).lines,
    areKrists: rules.scoring === "krist",
  };
  const squares = shown.includes("history") ? [...Array(rules.rows * rules.cols).keys()] : [];
  const settings: DisplayOptions = {
    links: shown.includes("links"),
    coordinates: shown.includes("names"),
    history: new Set(squares),
    half: null,
    preview: previewed ?? null,
  };
  const texts = { title: "a & b", description: '"<none>"' };
  const collapses = shown.includes("collapses") ? survey.collapses : [];
  return { content, shown: settings, palette, last, collapses, ...texts };
}

/**
 * Normalize a picture: only drawn elements, without colour values and without blanks between the
 * strokes of a path.
 */
function layersOf(svg: string): string {
  return svg.replace(/^.*?<\/desc>|<\/svg>$| color="[^"]*"/gs, "").replaceAll(" M", "M");
}

/** One element per line, with sorted attributes. */
function lines(layers: string): string[] {
  const elements = layers.match(/<[^>]*>[^<]*/g) ?? [];
  return elements.map((element) => {
    const attributes = [...element.matchAll(/ ([a-z-]+="[^"]*")/g)].map(([, each]) => each);
    return element.replace(/ .*"/s, ` ${attributes.sort().join(" ")}`);
  });
}

test.each(rowsOf(golden("pictures")))("%s: %s %s %s", (...row) => {
  const [words = "", moves = "", preview = "", shown = "", layers = ""] = row;
  const svg = svgOf(pictureOf(words, moves, preview, shown));
  expect(lines(layersOf(svg))).toEqual(lines(layersOf(layers)));
});

test("a picture has a description and is self-contained", () => {
  const svg = svgOf(pictureOf("goff", "12 25", "-", ""));
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 328 328" /);
  expect(svg).toContain("<title>a &amp; b</title><desc>&quot;&lt;none&gt;&quot;</desc>");
  expect(svg).toContain(`font-family="${FONT}"`);
  expect(svg).not.toMatch(/ id=|var\(|<script|href/);
});

test("half a placement is drawn", () => {
  const picture = pictureOf("goff", "12", "-", "");
  const svg = svgOf({ ...picture, shown: { ...picture.shown, half: 4 } });
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(svg).toContain(`color="${palette.preview}"`);
});
