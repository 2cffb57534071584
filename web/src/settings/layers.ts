/** What is shown over the board and beside it. */

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

/** To play one needs to see what hangs together and what a choice leads to. */
export const PLAY: readonly Layer[] = ["links", "arrows", "moves"];

/** What was kept as layers; those to play with if nothing was. */
export function parseLayers(data: unknown): readonly Layer[] {
  return Array.isArray(data) ? LAYERS.filter((each) => data.includes(each)) : PLAY;
}
