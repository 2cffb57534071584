/** Presets of layers. */

import { LAYERS, type Layer, PLAY } from "./layers";

export const VIEWS = ["play", "learn", "analyse"] as const;
export type View = (typeof VIEWS)[number];

/**
 * Layers of the presets: `play` shows entanglement, `learn` adds where marks land and what they
 * are before that, `analyse` adds the values of moves.
 */
export const LAYERS_OF: Readonly<Record<View, readonly Layer[]>> = {
  play: PLAY,
  learn: ["links", "arrows", "worlds", "odds", "state", "circuit"],
  analyse: ["links", "arrows", "moves", "values", "worlds", "odds", "state", "circuit"],
};

/** The preset with exactly these layers; null if there is none. */
export function viewOf(layers: readonly Layer[]): View | null {
  const key = ordered(layers).join();
  return VIEWS.find((view) => ordered(LAYERS_OF[view]).join() === key) ?? null;
}

/** The layers with one added or removed. */
export function toggled(layers: readonly Layer[], layer: Layer): readonly Layer[] {
  return layers.includes(layer)
    ? layers.filter((each) => each !== layer)
    : ordered([...layers, layer]);
}

function ordered(layers: readonly Layer[]): readonly Layer[] {
  return LAYERS.filter((each) => layers.includes(each));
}
