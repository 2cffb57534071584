/** The game of `<qttt-board>`: attributes, moves, events. */

import { describe, expect, test } from "vitest";

import {
  AttributeError,
  continued,
  eventsOf,
  movesText,
  positionText,
  readGame,
  readShow,
} from "../../board/src/game";
import { problemText } from "../../board/src/problem-text";
import { PageKernel } from "../../src/kernel/wasm-kernel";
import { wasmKernel } from "../kernel/ports";

const referee = new PageKernel(await wasmKernel());
const EMPTY = { rules: "goff", position: "-", moves: "" };
const LOOP = { ...EMPTY, moves: "12 25 59 15" };

async function problemOf(source: object, language: "en" | "el" = "en"): Promise<string> {
  const given = { ...EMPTY, ...source };
  const error: unknown = await readGame(referee, given).catch((caught: unknown) => caught);
  const value = error instanceof AttributeError ? given[error.attribute as keyof typeof given] : "";
  return problemText(language, error, value);
}

test("a game is read from rules, position and moves", async () => {
  const game = await readGame(referee, { rules: "goff", position: "12/25", moves: "15 @5" });
  expect([positionText(game), movesText(game)]).toEqual(["1/2/5", "15 @5"]);
});

describe("an invalid attribute is named with the reason", () => {
  test.each([
    [{ rules: "chess" }, "rules: the rules “chess” cannot be played here"],
    [
      { rules: "goff rows=9 cols=9" },
      "rules: the rules “goff rows=9 cols=9” cannot be played here",
    ],
    [{ position: "12/99" }, "position: O2 has the same square twice; a landed mark has one square"],
    [{ position: "1/1" }, "position: no game under these rules reaches this position"],
    [
      { moves: "1x" },
      "moves: “1x” is not a move; a placement is written 12 or a1-b2, a collapse @5 or X1@2",
    ],
    [
      { position: "12", moves: "99" },
      "moves: 99 is not legal here. A quantum mark needs two different squares.",
    ],
  ])("%j", async (source, text) => {
    expect(await problemOf(source)).toBe(text);
  });

  test("in Greek too", async () => {
    expect(await problemOf({ position: "1/1" }, "el")).toMatch(/^position: [α-ωά-ώ]/i);
  });

  test("also of what is shown", () => {
    expect([...readShow(" links  values")]).toEqual(["links", "values"]);
    expect(() => readShow("stars")).toThrow(AttributeError);
  });

  test("a defect is not a message", () => {
    expect(() => problemText("en", new TypeError("defect"), "")).toThrow("defect");
  });
});

test("a placement has one event", async () => {
  const before = await readGame(referee, { ...EMPTY, moves: "12" });
  const game = await continued(referee, before, { kind: "placement", squares: [1, 4] });
  const detail = { move: "25", by: "O", moves: "12 25", position: "12/25" };
  expect(eventsOf(game)).toEqual([["move", detail]]);
});

test("a collapse has its landed marks", async () => {
  const game = await continued(referee, await readGame(referee, LOOP), {
    kind: "collapse",
    square: 4,
  });
  const detail = { move: "@5", by: "X", moves: "12 25 59 15 @5", position: "1/2/9/5" };
  const landed = { X1: "1", O2: "2", X3: "9", O4: "5" };
  expect(eventsOf(game)).toEqual([
    ["move", detail],
    ["collapse", { ...detail, landed }],
  ]);
});

test("the last move ends the game", async () => {
  const before = await readGame(referee, { ...EMPTY, rules: "classic3", moves: "1 4 2 5" });
  const game = await continued(referee, before, { kind: "placement", squares: [2, 2] });
  const now = { moves: "1 4 2 5 3", position: "1/4/2/5/3" };
  expect(eventsOf(game)).toEqual([
    ["move", { move: "3", by: "X", ...now }],
    ["end", { points: { X: 1, O: 0 }, winner: "X", termination: "line", ...now }],
  ]);
  expect(await continued(referee, game, { kind: "placement", squares: [6, 6] })).toBe(game);
});

test("a coin decides where the rules let it", async () => {
  const before = await readGame(referee, { ...LOOP, rules: "goff chooser=chance" });
  const games = await Promise.all(
    Array.from({ length: 60 }, () => continued(referee, before, { kind: "collapse", square: 4 })),
  );
  expect(new Set(games.map(movesText))).toEqual(new Set(["12 25 59 15 @1", "12 25 59 15 @5"]));
  expect(games.every(({ line }) => line.plies.at(-1)?.by === "chance")).toBe(true);
});
