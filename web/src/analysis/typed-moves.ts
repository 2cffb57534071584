/** Play moves that are typed as text, in the analysis or a match. */

import type { Kernel } from "../kernel/client";
import { IllegalMoveError } from "../kernel/errors";
import type { Move } from "../kernel/types";
import type { Match } from "../play/match.svelte";
import { playToken } from "../notation/resolve";
import { readTokens } from "../notation/tokens";
import type { AnalysisBoard } from "./analysis.svelte";

type TypedMovesReason = "onlyOne" | "onlyMoves" | "notYours";

/** The text is valid but not possible now; nothing was played. */
export class TypedMovesError extends Error {
  override readonly name = "TypedMovesError";
  constructor(readonly reason: TypedMovesReason) {
    super(`not possible: ${reason}`);
  }
}

/** Whether a text contains more than moves: a position, Goff's string, a record (N20). */
const MORE_THAN_MOVES = /[/(+[{]|^\s*-(\s|$)/;

/** Play moves, all or none, or open another game. Throws `TextError`. */
export async function enterInAnalysis(analysis: AnalysisBoard, text: string): Promise<void> {
  if (MORE_THAN_MOVES.test(text)) await analysis.open(text);
  else await analysis.playAll(readTokens(text));
}

/** Play moves, all or none. Throws `TextError`, `IllegalMoveError` and `TypedMovesError`. */
export async function enterInMatch(kernel: Kernel, match: Match, text: string): Promise<void> {
  if (MORE_THAN_MOVES.test(text)) throw new TypedMovesError("onlyMoves");
  const tokens = readTokens(text);
  const { rules, people } = match;
  let survey = match.position;
  if (survey.outcome) throw new IllegalMoveError("game-over");
  if (!match.isOurs) throw new TypedMovesError("notYours");
  const shares = people.length < 2 || rules.chooser === "chance";
  if (tokens.length > 1 && shares) throw new TypedMovesError("onlyOne");
  const moves: Move[] = [];
  for (const token of tokens) {
    const { move, after } = await playToken(kernel, rules, survey, token);
    moves.push(move);
    survey = after;
  }
  for (const move of moves) await match.play(move);
}
