/** Presets of what is shown, and changes of it one layer at a time. */

import { LAYERS, type Layer, PLAY } from "./layers";

export const VIEWS = ["play", "learn", "analyse"] as const;
export type View = (typeof VIEWS)[number];

/**
 * The layers of each preset. To play one needs to see what hangs together and what a choice leads
 * to, to learn also what the marks are before they land, but not which move is best: to analyse
 * is to see that too.
 */
export const LAYERS_OF: Readonly<Record<View, readonly Layer[]>> = {
  play: PLAY,
  learn: ["links", "arrows", "worlds", "odds", "state", "circuit"],
  analyse: ["links", "arrows", "moves", "values", "worlds", "odds", "state", "circuit"],
};

/** The preset that shows exactly these; null if the reader has made a choice of their own. */
export function viewOf(layers: readonly Layer[]): View | null {
  const key = ordered(layers).join();
  return VIEWS.find((view) => ordered(LAYERS_OF[view]).join() === key) ?? null;
}

/** The layers with one more, or without it. */
export function toggled(layers: readonly Layer[], layer: Layer): readonly Layer[] {
  return layers.includes(layer)
    ? layers.filter((each) => each !== layer)
    : ordered([...layers, layer]);
}

function ordered(layers: readonly Layer[]): readonly Layer[] {
  return LAYERS.filter((each) => layers.includes(each));
}
