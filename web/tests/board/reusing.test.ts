import { expect, test } from "vitest";

import { type Content, createSceneCache, sceneOf } from "../../src/board/scene";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();

function content(places: readonly Place[]): Content {
  const { loop, entanglements } = kernel.survey(parseRules("goff"), places);
  const [lines, areKrists, pairs] = [[], false, new Map<number, Place>()];
  return { rows: 3, cols: 3, places, loop, entanglements, lines, areKrists, pairs };
}

test("a reused scene equals a new one; unchanged parts keep their identity", () => {
  const before: readonly Place[] = [
    [0, 0],
    [1, 1],
    [2, 5],
    [6, 7],
  ];
  const reused = createSceneCache();
  const first = reused(sceneOf(content(before)));
  const wanted = sceneOf(content([...before, [5, 8]]));
  const second = reused(wanted);
  expect(second).toEqual(wanted);
  expect(second.largeMarks.every((mark) => first.largeMarks.includes(mark))).toBe(true);
  const fresh = second.smallMarks.filter((mark) => !first.smallMarks.includes(mark));
  expect(fresh.map(({ key }) => key)).toEqual(["3@5", "5@5", "5@8"]);
  expect(second.links.filter((link) => !first.links.includes(link)).map((l) => l.mark)).toEqual([
    3, 5,
  ]);
});
