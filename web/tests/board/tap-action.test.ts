import { describe, expect, test } from "vitest";

import { type TapContext, isStaleTap, tapAction } from "../../src/board/tap-action";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();

function reach(words: string, places: readonly Place[], half: number | null = null): TapContext {
  const survey = kernel.survey(parseRules(words), places);
  return { places, loop: survey.loop, moves: survey.moves, half };
}

const LOOP: readonly Place[] = [
  [0, 1],
  [1, 4],
  [4, 8],
  [0, 4],
];

describe("placing", () => {
  test("the first press places a half, repeating it removes the half", () => {
    expect(tapAction(reach("goff", []), 4)).toEqual({ kind: "half", square: 4 });
    expect(tapAction(reach("goff", [], 4), 4)).toEqual({ kind: "half", square: null });
  });

  test("the second press plays the pair, the smaller square first", () => {
    expect(tapAction(reach("goff", [], 4), 2)).toEqual({
      kind: "play",
      move: { kind: "placement", squares: [2, 4] },
    });
  });

  test("an illegal pair is reported", () => {
    expect(tapAction(reach("no-pair-loops", [[0, 1]], 0), 1)).toEqual({
      kind: "rejected",
      attempt: { kind: "move", move: { kind: "placement", squares: [0, 1] } },
    });
  });

  test("a whole mark takes one press", () => {
    expect(tapAction(reach("classic3", []), 4)).toMatchObject({
      kind: "play",
      move: { squares: [4, 4] },
    });
  });

  test("a taken square of the ordinary game is rejected", () => {
    expect(tapAction(reach("classic3", [[4, 4]]), 4)).toMatchObject({ kind: "rejected" });
  });

  test("a classical mark shows its history", () => {
    expect(
      tapAction(
        reach("goff", [
          [1, 1],
          [0, 0],
        ]),
        1,
      ),
    ).toEqual({ kind: "history", square: 1 });
  });

  test("nothing can be placed out of turn", () => {
    expect(tapAction({ ...reach("goff", []), moves: [] }, 4)).toEqual({
      kind: "rejected",
      attempt: { kind: "wait" },
    });
  });
});

describe("choosing", () => {
  test("without a pointed mark, the closing mark is placed", () => {
    expect(tapAction(reach("goff", LOOP), 4)).toEqual({
      kind: "play",
      move: { kind: "collapse", square: 4 },
    });
  });

  test("any mark of the loop can be pointed at", () => {
    const x1 = tapAction(reach("goff", LOOP), 0, (choices) =>
      choices.find(({ mark }) => mark === 1),
    );
    expect(x1).toEqual({ kind: "play", move: { kind: "collapse", square: 4 } });
  });

  test("a stem cannot be pointed at", () => {
    expect(tapAction(reach("goff", LOOP), 8, ([first]) => first)).toEqual({
      kind: "rejected",
      attempt: { kind: "point", square: 8 },
    });
  });
});

describe("preview before choosing", () => {
  const looking = (considered: number | null): TapContext => ({
    ...reach("goff", LOOP),
    confirms: true,
    considered,
  });

  test("the first press shows the collapse, the second makes it", () => {
    expect(tapAction(looking(null), 4)).toEqual({ kind: "consider", square: 4 });
    expect(tapAction(looking(4), 4)).toEqual({
      kind: "play",
      move: { kind: "collapse", square: 4 },
    });
  });

  test("the other square shows the other collapse", () => {
    expect(tapAction(looking(4), 0)).toEqual({ kind: "consider", square: 0 });
  });

  test("other squares end the preview; without one, they are rejected", () => {
    expect(tapAction(looking(4), 8)).toEqual({ kind: "consider", square: null });
    expect(tapAction(looking(null), 8)).toMatchObject({ kind: "rejected" });
  });
});

test("a collapse is not chosen before the loop is shown", () => {
  const loop = reach("goff", LOOP);
  expect(isStaleTap(tapAction(loop, 4))).toBe(true);
  expect(isStaleTap(tapAction({ ...loop, confirms: true }, 4))).toBe(true);
  expect(isStaleTap(tapAction(loop, 8))).toBe(true);
  expect(isStaleTap(tapAction(reach("goff", [[0, 1]]), 4))).toBe(false);
  expect(isStaleTap(tapAction(reach("classic3", [[0, 0]]), 4))).toBe(false);
});
