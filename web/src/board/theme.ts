/** The numbers of the drawing, which Python explains and shares: `src/qttt/notation/theme.py`. */

import { DIGIT, SUBSCRIPT, SYMBOL } from "../../../src/qttt/notation/theme.json";

export {
  ARROW,
  ARROW_DASH,
  BANDS,
  DASHES,
  GAP,
  GLOW_SCALE,
  LARGE,
  LINK,
  LINK_COLORS,
  MARGIN,
  MAX_LINKED_SQUARES,
  MAX_READABLE_SIDE,
  MAX_RIM,
  MIN_NUMBER,
  NAME_SIZE,
  NUMBER_GAP,
  OPACITY,
  PADDING,
  RADIUS,
  RIM,
  RING,
  TILE,
} from "../../../src/qttt/notation/theme.json";
export { DIGIT, SUBSCRIPT, SYMBOL };

/** Width of a small mark of height 1 with its subscript. */
export function markWidth(digits: number): number {
  return SYMBOL + DIGIT * SUBSCRIPT * digits;
}

/** Names of the colours, defined in `tokens.css` as `--qttt-NAME`. */
export const COLORS = [
  ...(["background", "tile", "name", "x", "o"] as const),
  ...(["glow", "preview", "arrow"] as const),
  ...(["link1", "link2", "link3", "link4", "link5", "link6"] as const),
];
export type ColorName = (typeof COLORS)[number];

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
