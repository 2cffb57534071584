/**
 * Dimensions of the board, as in `src/qttt/notation/theme.py`; colours are in `colors.css`. Lengths
 * are in units of the picture; a tile is 100 wide.
 */

export const MARGIN = 8;
export const TILE = 100;
export const GAP = 6;
export const RADIUS = 9;
export const NAME_SIZE = 9;

/** Between the tile's edge and its cells, one for each small mark. */
export const PADDING = 5;

/** Radius of a small mark, in widths or heights of its cell, and the largest one. */
export const RIM = 0.48;
export const MAX_RIM = 34;

/**
 * Font size of subscripts on boards of at most so many rows and columns, in widths of the picture,
 * so that a phone shows them legibly.
 */
export const MAX_READABLE_SIDE = 5;
export const MIN_NUMBER = 0.03;

/** Height of a large mark. */
export const LARGE = 62;

/** Widths of bands: the earlier line, the later line or longest krist, a shorter krist. */
export const BANDS = [7, 4, 2.5] as const;

/** How much wider the outline of a band is, which separates it from the marks below. */
export const CASING = 4;

/** Width of the ring inside the tiles of the last move. */
export const RING = 2;

/** Width of a link on boards of at most 4 rows and columns; it grows with larger boards. */
export const LINK = 2.2;

/** How far a link bends to its left, in its lengths, from the preferred bend on. */
export const BENDS = [0.14, -0.14, 0.3, -0.3, 0.46, -0.46, 0.62, -0.62] as const;

/** The limit of the first bend; others are limited in proportion. */
export const MAX_BEND = 24;

/** The pieces of an arc whose ends are checked for obstacles, and the distance from them. */
export const STEPS = 12;
export const CLEARANCE = 2;

/** Width of the glow of a link on the pending loop, in widths of the link. */
export const GLOW_SCALE = 3;

/** Width of a landing arrow, in widths of a link. */
export const ARROW = 1.3;

/** Dash and gap of arrows of the second collapse, in widths of a link. */
export const ARROW_DASH = [2.7, 1.9] as const;

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

/** Widths of a symbol of height 1 and of a digit of font size 1. */
export const SYMBOL = 0.9;
export const DIGIT = 0.58;

/** Width of a small mark of height 1 with its subscript. */
export function markWidth(digits: number): number {
  return SYMBOL + DIGIT * SUBSCRIPT * digits;
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
