/** Layers over the board and panels beside it. */

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
