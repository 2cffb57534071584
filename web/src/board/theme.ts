/**
 * Dimensions of the board, as in `src/qttt/notation/theme.py`; colours are in `colors.css`. Lengths
 * are in units of the picture; a tile is 100 wide.
 */

export const MARGIN = 8;
export const TILE = 100;
export const GAP = 6;
export const RADIUS = 9;
export const NAME_SIZE = 10;

/** From the tile's edge to the slots: left, top, right, bottom. */
export const SLOTS = [7, 14, 7, 6] as const;

/**
 * On boards up to this size, mark n uses the n-th slot of every square. On larger ones, marks take
 * the slots of a square in order of arrival.
 */
export const MAX_FIXED_SQUARES = 9;

/**
 * The order in which slots are filled, by slots per side, so that a few marks are well spaced; with
 * more slots, reading order.
 */
export const SLOT_ORDERS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 3, 1, 2],
  3: [4, 0, 8, 2, 6, 3, 5, 1, 7],
};

/**
 * Boards up to this size start with 9 slots per square, so that marks rarely move; larger ones with
 * 4. More are added only if a square has more marks.
 */
export const MAX_STEADY_SQUARES = 25;

/** Height of a small mark in slots, if its subscript leaves enough space. */
export const SMALL = 0.6;

/** Height of a large mark. */
export const LARGE = 62;

/** Widths of bands: the earlier line, the later line or longest krist, a shorter krist. */
export const BANDS = [7, 4, 2.5] as const;

/** How much wider the outline of a band is, which separates it from the marks below. */
export const CASING = 4;

/** Width of the ring inside the tiles of the last move. */
export const RING = 2;

/** Width of a link relative to the mark height; multiplied by GLOW_SCALE on the pending loop. */
export const LINK = 0.13;
export const GLOW_SCALE = 3;

/** Width of an arrow relative to the mark height. */
export const ARROW = 0.17;

/** Dash and gap of arrows of the second collapse. */
export const ARROW_DASH = [0.36, 0.26] as const;

/** Size of a subscript relative to the mark height. */
export const SUBSCRIPT = 0.74;

/** Each entanglement has a colour and a dash pattern, derived from its first mark. */
export const LINK_COLORS = 6;
export const DASHES = ["", "7 5", "0.1 4.2", "10 4.5 0.1 4.5", "16 5"] as const;

/** Opacity of faded elements. */
export const OPACITY = {
  ghost: 0.22,
  stem: 0.7,
  vanished: 0.38,
  watermark: 0.1,
  both: 0.6,
} as const;

/** Width of a small mark of height 1 with its subscript; digits are 0.58 of their size. */
export function markWidth(digits: number): number {
  return 0.9 + 0.58 * SUBSCRIPT * digits;
}

/** Names of the colours, defined in `colors.css` as `--qttt-NAME`. */
export const COLORS = [
  ...(["background", "tile", "name", "x", "o"] as const),
  ...(["glow", "preview", "arrow"] as const),
  ...(["link1", "link2", "link3", "link4", "link5", "link6"] as const),
];
export type ColorName = (typeof COLORS)[number];

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
