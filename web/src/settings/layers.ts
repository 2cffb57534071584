/** Layers over the board and panels beside it, and presets of both. */

/** Over the board. */
export const BOARD_LAYERS = ["links", "arrows", "history"] as const;
/** Beside it, in the order of tabs. */
export const PANELS = ["moves", "values", "worlds", "odds", "state", "circuit"] as const;

export const LAYERS = [...BOARD_LAYERS, ...PANELS] as const;
export type Panel = (typeof PANELS)[number];
export type Layer = (typeof LAYERS)[number];

/** The panels with content; classical games have no physics. */
export function panelsOf(layers: readonly Layer[], marks: "quantum" | "classical"): Panel[] {
  const isThere = (panel: Panel): boolean =>
    marks === "quantum" || panel === "moves" || panel === "values";
  return PANELS.filter((panel) => layers.includes(panel) && isThere(panel));
}

/** Default layers for playing. */
export const PLAY: readonly Layer[] = ["links", "moves"];

/** Validate saved layers; defaults to those for playing. */
export function parseLayers(data: unknown): readonly Layer[] {
  return Array.isArray(data) ? LAYERS.filter((each) => data.includes(each)) : PLAY;
}

export const VIEWS = ["play", "learn", "analyse"] as const;
type View = (typeof VIEWS)[number];

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
