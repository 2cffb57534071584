import { expect, test } from "vitest";

import {
  LAYERS,
  LAYERS_OF,
  VIEWS,
  panelsOf,
  parseLayers,
  toggled,
  viewOf,
} from "../../src/settings/layers";

test.each(VIEWS)("%s is recognized by its layers in any order", (view) => {
  expect(viewOf([...LAYERS_OF[view]].reverse())).toBe(view);
});

test("only the analysis view shows values", () => {
  expect(VIEWS.filter((view) => LAYERS_OF[view].includes("values"))).toEqual(["analyse"]);
});

test.each(LAYERS)("switching %s makes a custom view, and back", (layer) => {
  for (const view of VIEWS) {
    const changed = toggled(LAYERS_OF[view], layer);
    expect(changed.includes(layer)).toBe(!LAYERS_OF[view].includes(layer));
    expect(viewOf(changed)).not.toBe(view);
    expect(viewOf(toggled(changed, layer))).toBe(view);
  }
});

test("saved layers are parsed, unknown ones are ignored", () => {
  expect(parseLayers(JSON.parse(JSON.stringify(LAYERS_OF.learn)))).toEqual(LAYERS_OF.learn);
  expect(parseLayers(["odds", "charm"])).toEqual(["odds"]);
  expect(parseLayers([])).toEqual([]);
  expect(parseLayers(undefined)).toBe(LAYERS_OF.play);
});

test("ordinary tic-tac-toe has moves and values, but no physics", () => {
  expect(panelsOf(LAYERS, "classical")).toEqual(["moves", "values"]);
  expect(panelsOf(LAYERS_OF.learn, "quantum")).toEqual(["worlds", "odds", "state", "circuit"]);
});
