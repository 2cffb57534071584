/** What is drawn over the board, and the panels of Insight beside it. */

/** Chosen by the user. */
export const BOARD_LAYERS = ["links", "history"] as const;
export type BoardLayer = (typeof BOARD_LAYERS)[number];
/** Arrows show where each mark of a loop would land; they belong to screens for study. */
export type Layer = BoardLayer | "arrows";

/** In the order of tabs. */
export const PANELS = ["values", "worlds", "odds", "moves", "state", "circuit"] as const;
export type Panel = (typeof PANELS)[number];

/** `learn` has what marks are and where they land, `analyse` the values of moves too. */
export const VIEWS = ["learn", "analyse"] as const;
export type View = (typeof VIEWS)[number];

/** Panels for those who know states and circuits. */
const ADVANCED: readonly Panel[] = ["state", "circuit"];

/** The panels of a view with content; classical games have no physics. */
export function panelsOf(
  view: View,
  marks: "quantum" | "classical",
  hasAdvanced = true,
): readonly Panel[] {
  return PANELS.filter(
    (panel) =>
      (hasAdvanced || !ADVANCED.includes(panel)) &&
      (panel === "moves" || (panel === "values" ? view === "analyse" : marks === "quantum")),
  );
}

/** Validate saved layers; by default links are shown. */
export function parseLayers(data: unknown): readonly BoardLayer[] {
  return Array.isArray(data) ? BOARD_LAYERS.filter((each) => data.includes(each)) : ["links"];
}

/** The list with one added or removed. */
export function toggled<T>(those: readonly T[], one: T): readonly T[] {
  return those.includes(one) ? those.filter((each) => each !== one) : [...those, one];
}
