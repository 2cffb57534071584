/** The action of a tap, derived from its place and the legal moves. Knows no rules. */

import {
  type Choice,
  type Loop,
  type Move,
  type Place,
  isClassical,
  sameMove,
} from "../kernel/types";
import type { Point } from "./layout";

export interface TapContext {
  readonly places: readonly Place[];
  readonly loop: Loop | null;
  /** Every legal move; none if the board does not accept input. */
  readonly moves: readonly Move[];
  readonly half: number | null;
  /** Whether a collapse needs a second tap to confirm it, and the one previewed. */
  readonly confirms?: boolean;
  readonly considered?: number | null;
}

/** An attempt that is not possible. */
export type Attempt =
  | { readonly kind: "move"; readonly move: Move }
  | { readonly kind: "point"; readonly square: number }
  /** A tap between marks with opposite outcomes. */
  | { readonly kind: "unclear" }
  | { readonly kind: "wait" };

export type Action =
  | { readonly kind: "play"; readonly move: Move }
  | { readonly kind: "half"; readonly square: number | null }
  | { readonly kind: "consider"; readonly square: number | null }
  | { readonly kind: "history"; readonly square: number }
  | { readonly kind: "rejected"; readonly attempt: Attempt };

/** Selects one of several marks of a pending loop; `unclear` between opposite outcomes. */
export type Pointing = (choices: readonly Choice[]) => Choice | "unclear" | undefined;

/** The action for tapping `square`; without `pointed`, only the closing mark can be chosen. */
export function tapAction(reach: TapContext, square: number, pointed?: Pointing): Action {
  const { places, moves, half } = reach;
  const whole: Move = { kind: "placement", squares: [square, square] };
  if (half === square) return { kind: "half", square: null };
  if (half !== null) return attempted(moves, pairOf(half, square));
  if (holds(moves, whole)) return { kind: "play", move: whole };
  const isLanded = places.some((place) => isClassical(place) && place[0] === square);
  if (isLanded && !isOrdinary(moves)) return { kind: "history", square };
  if (moves.length === 0) return { kind: "rejected", attempt: { kind: "wait" } };
  if (moves.some((move) => move.kind === "collapse")) return chosen(reach, square, pointed);
  if (reaches(moves, square)) return { kind: "half", square };
  return { kind: "rejected", attempt: { kind: "move", move: whole } };
}

/** Whether an action cannot have been intended by a tap made before the position was displayed. */
export function isStaleTap(action: Action): boolean {
  const isCollapse = action.kind === "play" && action.move.kind === "collapse";
  return isCollapse || action.kind === "consider" || action.kind === "rejected";
}

/** The collapse selected by tapping `square`, or why there is none. */
function chosen(
  { loop, confirms = false, considered = null }: TapContext,
  square: number,
  pointed: Pointing = (choices) => choices.find(({ mark }) => mark === loop?.closing),
): Action {
  const choice = pointed(loop?.choices.filter((each) => each.square === square) ?? []);
  if (choice === "unclear") return { kind: "rejected", attempt: { kind: "unclear" } };
  const isShown = confirms && considered !== null;
  if (!choice && isShown) return { kind: "consider", square: null };
  if (!choice) return { kind: "rejected", attempt: { kind: "point", square } };
  if (confirms && choice.collapse !== considered)
    return { kind: "consider", square: choice.collapse };
  return { kind: "play", move: { kind: "collapse", square: choice.collapse } };
}

function attempted(moves: readonly Move[], move: Move): Action {
  return holds(moves, move)
    ? { kind: "play", move }
    : { kind: "rejected", attempt: { kind: "move", move } };
}

function pairOf(a: number, b: number): Move {
  return { kind: "placement", squares: a < b ? [a, b] : [b, a] };
}

function holds(moves: readonly Move[], move: Move): boolean {
  return moves.some((each) => sameMove(each, move));
}

function reaches(moves: readonly Move[], square: number): boolean {
  return moves.some((move) => move.kind === "placement" && move.squares.includes(square));
}

/** Whether marks are classical when placed (no history). */
function isOrdinary(moves: readonly Move[]): boolean {
  return moves.length > 1 && moves.every((m) => m.kind === "placement" && isClassical(m.squares));
}

export interface PointedChoice {
  readonly choice: Choice;
  readonly at: Point;
}

/**
 * A tap is clear if its distance from the nearest mark is at most this share of the distance from
 * any mark with the opposite outcome.
 */
export const CLEAR_SHARE = 0.7;

/** The choice at a point: `unclear` between opposite outcomes, undefined without candidates. */
export function pointedAt(
  candidates: readonly PointedChoice[],
  { x, y }: Point,
): Choice | "unclear" | undefined {
  const distance = ({ at }: PointedChoice): number => Math.hypot(at.x - x, at.y - y);
  const sorted = [...candidates].sort((one, other) => distance(one) - distance(other));
  const [first] = sorted;
  const rival = sorted.find(({ choice }) => choice.collapse !== first?.choice.collapse);
  if (first && rival && distance(first) > CLEAR_SHARE * distance(rival)) return "unclear";
  return first?.choice;
}
