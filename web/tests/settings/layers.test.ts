import { expect, test } from "vitest";

import {
  BOARD_LAYERS,
  VIEWS,
  panelsOf,
  parseLayers,
  toggled,
} from "../../src/settings/settings.svelte";

test("only the analysis view shows values", () => {
  expect(VIEWS.filter((view) => panelsOf(view, "quantum").includes("values"))).toEqual(["analyse"]);
});

test("a list gains and loses an entry", () => {
  expect(toggled(BOARD_LAYERS, "links")).toEqual(["history"]);
  expect(toggled(["history"], "links")).toEqual(["history", "links"]);
});

test("saved layers are parsed, unknown ones are ignored", () => {
  expect(parseLayers(["history", "charm"])).toEqual(["history"]);
  expect(parseLayers([])).toEqual([]);
  expect(parseLayers(undefined)).toEqual(["links"]);
});

test("ordinary tic-tac-toe has values and moves, but no physics", () => {
  expect(panelsOf("analyse", "classical")).toEqual(["values", "moves"]);
  expect(panelsOf("learn", "quantum")).toEqual(["worlds", "odds", "moves", "state", "circuit"]);
  expect(panelsOf("learn", "quantum", false)).toEqual(["worlds", "moves"]);
});
