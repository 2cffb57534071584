/** The numbers of the drawing, which Python explains and shares: `src/qttt/notation/theme.py`. */

export {
  ARROW,
  ARROW_DASH,
  BANDS,
  CAP,
  DASHES,
  DIGIT,
  GAP,
  GAPS,
  GLOW_SCALE,
  LARGE,
  LARGE_NUMBER,
  LINK,
  LINK_COLORS,
  LOOP_SCALE,
  MARGIN,
  MAX_LINKED_SQUARES,
  MAX_READABLE_SIDE,
  MAX_RIM,
  MIN_NUMBER,
  NAME_SIZE,
  NUMBER,
  NUMBER_AT,
  OPACITY,
  PADDING,
  RADIUS,
  RIM,
  RING,
  TILE,
  WEIGHTS,
} from "../../../src/qttt/notation/theme.json";

/** Names of the colours, defined in `tokens.css` as `--qttt-NAME`. */
export const COLORS = [
  ...(["background", "tile", "name", "x", "o"] as const),
  ...(["glow", "preview", "arrow"] as const),
  ...(["link1", "link2", "link3", "link4", "link5", "link6"] as const),
];
export type ColorName = (typeof COLORS)[number];

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
