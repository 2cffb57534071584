/** What is shown over the board and beside it, one layer at a time or by a preset. */

/** Over the board. */
export const BOARD_LAYERS = ["links", "arrows", "history"] as const;
/** Beside it, in the order of their tabs. */
export const PANELS = ["moves", "values", "worlds", "odds", "state", "circuit"] as const;

export const LAYERS = [...BOARD_LAYERS, ...PANELS] as const;
export type Panel = (typeof PANELS)[number];
export type Layer = (typeof LAYERS)[number];

/** The panels that there is something to show in; classical marks have no physics. */
export function panelsOf(layers: readonly Layer[], marks: "quantum" | "classical"): Panel[] {
  const isThere = (panel: Panel): boolean =>
    marks === "quantum" || panel === "moves" || panel === "values";
  return PANELS.filter((panel) => layers.includes(panel) && isThere(panel));
}

export const VIEWS = ["play", "learn", "analyse"] as const;
export type View = (typeof VIEWS)[number];

/**
 * The layers of each preset. To play one needs to see what hangs together and what a choice leads
 * to, to learn also what the marks are before they land, but not which move is best: to analyse
 * is to see that too.
 */
export const LAYERS_OF: Readonly<Record<View, readonly Layer[]>> = {
  play: ["links", "arrows", "moves"],
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

/** What was kept as layers; the preset for playing if nothing was. */
export function parseLayers(data: unknown): readonly Layer[] {
  return Array.isArray(data) ? LAYERS.filter((each) => data.includes(each)) : LAYERS_OF.play;
}

function ordered(layers: readonly Layer[]): readonly Layer[] {
  return LAYERS.filter((each) => layers.includes(each));
}
