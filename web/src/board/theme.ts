/**
 * How the board looks: its lengths, as in `src/qttt/notation/theme.py`, which draws them. The
 * colours are in `colors.css`. Lengths are in units of the picture, of which a tile has 100.
 */

export const MARGIN = 8;
export const TILE = 100;
export const GAP = 6;
export const RADIUS = 9;
export const NAME_SIZE = 10;

/** From the tile's edge to the slots: left, top, right, bottom. */
export const SLOTS = [7, 14, 7, 6] as const;

/**
 * On boards of up to so many squares mark n has the n-th slot of each. On larger ones, where that
 * many slots would be too small to read, marks take the slots of a square as they come.
 */
export const MAX_FIXED_SQUARES = 9;

/**
 * In which order they take them, by the slots along a tile, so that few marks are far apart; where
 * there are more slots, in reading order.
 */
export const SLOT_ORDERS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 3, 1, 2],
  3: [4, 0, 8, 2, 6, 3, 5, 1, 7],
};

/**
 * Boards of up to so many squares begin with 9 slots, so that marks hardly ever move; larger ones
 * with 4. There are more only once a square has more marks than that.
 */
export const MAX_STEADY_SQUARES = 25;

/** The height of a small mark, in slots, if its subscript leaves room for that. */
export const SMALL = 0.6;

/** The height of a large one. */
export const LARGE = 62;

/** The strokes through a line of marks: of who was first, of the other, of a krist. */
export const BANDS = [30, 17, 7] as const;

/** The width of a link, for a small mark of height 1; GLOW_SCALE times that on the pending loop. */
export const LINK = 0.13;
export const GLOW_SCALE = 3;

/** The width of an arrow that tells where such a mark would land. */
export const ARROW = 0.17;

/** The dash and the gap of those of the second collapse. */
export const ARROW_DASH = [0.36, 0.26] as const;

/** The size of a subscript beside a small mark of height 1. */
export const SUBSCRIPT = 0.74;

/** An entanglement has one colour and one dash pattern, which follow from its first mark. */
export const LINK_COLORS = 6;
export const DASHES = ["", "7 5", "0.1 4.2", "10 4.5 0.1 4.5", "16 5"] as const;

/** How much of their colour is left to things that stand back. */
export const OPACITY = {
  ghost: 0.22,
  stem: 0.7,
  vanished: 0.38,
  watermark: 0.1,
  band: 0.32,
  both: 0.6,
} as const;

/** How wide a small mark of height 1 is with its subscript; digits are 0.58 of their size. */
export function markWidth(digits: number): number {
  return 0.9 + 0.58 * SUBSCRIPT * digits;
}

/** The colours; what each is says `colors.css`, as `--qttt-NAME`. */
export const COLORS = [
  ...(["background", "tile", "name", "ink", "x", "o"] as const),
  ...(["glow", "preview", "lastmove", "arrow"] as const),
  ...(["link1", "link2", "link3", "link4", "link5", "link6"] as const),
];
export type ColorName = (typeof COLORS)[number];

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
