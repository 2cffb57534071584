/** Marks, links, lines and arrows are where Python's pictures have them. */

import { expect, test } from "vitest";

import { arrowsOf } from "../../src/board/arrows";
import type { Point } from "../../src/board/layout";
import { type Content, type Scene, sceneOf } from "../../src/board/scene";
import { LARGE_NUMBER } from "../../src/board/theme";
import { isLarge, parseRules, rowsOf } from "../../src/kernel/rules";
import type { Move, Place, Survey } from "../../src/kernel/types";
import { parseMove } from "../../src/notation/moves-reader";
import { golden, largeKernel, wasmKernel } from "../kernel/ports";

const [ordinary, large] = [await wasmKernel(), await largeKernel()];

/** The paths and numbers of a board of the golden data. */
function shapesOf(words: string, moves: string, preview: string, shown: string): string[] {
  const rules = parseRules(words);
  const kernel = isLarge(rules) ? large : ordinary;
  const played = moves === "-" ? [] : moves.split(" ").map((text) => parseMove(rules, text));
  const surveys: Survey[] = [kernel.survey(rules, [])];
  const pairs = new Map<number, Place>();
  for (const move of played as Move[]) {
    const places = kernel.play(rules, surveys.at(-1)?.places ?? [], move);
    if (move.kind === "placement") pairs.set(places.length, move.squares);
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
  const lastMove = played.at(-1);
  const options = {
    touched: lastMove?.kind === "placement" ? lastMove.squares : [],
    links: shown.includes("links"),
    coordinates: shown.includes("names"),
    history: shown.includes("history"),
  };
  const before = sceneOf(content, options);
  const scene = previewed ? sceneOf(content, { ...options, preview: previewed }) : before;
  const collapses = shown.includes("collapses") ? survey.collapses : [];
  const arrows = arrowsOf(content.places, collapses, previewed ?? null, before);
  const isReplaced = (mark: number): boolean => arrows.some((each) => each.mark === mark);
  return [
    ...scene.links.filter(({ mark }) => !isReplaced(mark)).map(({ path }) => path),
    ...scene.bands.map(({ path }) => path),
    ...arrows.flatMap(({ shaft, head }) => [shaft, head]),
    ...numbers(scene),
  ];
}

function numbers({ layout, smallMarks, largeMarks }: Scene): string[] {
  const number = (value: number): string => String(Number(value.toFixed(2)));
  const at = ({ x, y }: Point, size: number): string =>
    `x="${number(x)}" y="${number(y)}" font-size="${number(size)}"`;
  return [
    ...smallMarks.map(({ at: { x, y }, size }) =>
      at({ x: x + size.at.x, y: y + size.at.y }, size.number),
    ),
    ...largeMarks
      .filter(({ hasNumber }) => hasNumber)
      .map(({ square }) => at(layout.numberCorner(square), LARGE_NUMBER)),
  ];
}

test.each(rowsOf(golden("pictures")))("%s: %s %s %s", (...row) => {
  const [words = "", moves = "", preview = "", shown = "", layers = ""] = row;
  // Without blanks between the strokes of a path.
  const picture = layers.replaceAll(" M", "M");
  for (const shape of shapesOf(words, moves, preview, shown)) expect(picture).toContain(shape);
});
