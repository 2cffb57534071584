/** Resolve tokens to moves in a position (spec/notation.md, N3). */

import { IllegalMoveError } from "../kernel/errors";
import type { Here } from "../kernel/protocol";
import type { Rules } from "../kernel/rules";
import type { Move, Survey } from "../kernel/types";
import { IllegalMoveInTextError, type Spot } from "./errors";
import { markName, moveName, squareName } from "./moves";
import { findSquare, markNamed, pairOf } from "./moves-reader";
import { type Token, tokenText } from "./tokens";

/** Implements the rules; the kernel does. */
export interface Referee {
  survey(at: Here): Promise<Survey>;
  /** The position after a move. Throws `IllegalMoveError`. */
  play(at: Here, move: Move): Promise<Survey>;
}

/** A move, and the position after it. */
export interface PlayedMove {
  readonly move: Move;
  readonly after: Survey;
}

/**
 * Play the move of a token. Throws `NotationError` for an unknown square or a false statement,
 * `IllegalMoveInTextError` if the move is illegal.
 */
export async function playToken(
  referee: Referee,
  rules: Rules,
  before: Survey,
  token: Token,
): Promise<PlayedMove> {
  const played = await playAt(token.spot, referee, rules, before, moveOf(token, rules, before));
  if (token.closesLoop && !played.after.collapses.length) {
    throw token.spot.error({ reason: "no-loop-closed", move: tokenText(token) });
  }
  return played;
}

/** Play a move located at `spot`. Throws `IllegalMoveInTextError`. */
export async function playAt(
  spot: Spot,
  referee: Referee,
  rules: Rules,
  { places }: Survey,
  move: Move,
): Promise<PlayedMove> {
  try {
    return { move, after: await referee.play({ rules, places }, move) };
  } catch (error) {
    if (error instanceof IllegalMoveError) {
      throw new IllegalMoveInTextError(error.reason, moveName(rules, move), spot);
    }
    throw error;
  }
}

/** The move of a token, legal or not. */
function moveOf({ squares, isCollapse, mark, spot }: Token, rules: Rules, at: Survey): Move {
  const [a = 0, b = a] = squares.map((name) => findSquare(name, spot, rules));
  if (!isCollapse) return { kind: "placement", squares: pairOf(a, b) };
  if (mark === null) return { kind: "collapse", square: a };
  return collapseNamed(rules, at, markNamed(mark, spot), a, spot);
}

/** The collapse that puts a mark of the pending loop on a square (R8). */
export function collapseNamed(
  rules: Rules,
  at: Survey,
  mark: number,
  square: number,
  spot: Spot,
): Move {
  const choice = at.loop?.choices.find(
    (option) => option.mark === mark && option.square === square,
  );
  if (!choice) {
    const move = `${markName(mark)}@${squareName(rules, square)}`;
    throw new IllegalMoveInTextError(at.loop ? "not-loop-mark" : "no-loop", move, spot);
  }
  return { kind: "collapse", square: choice.collapse };
}
