/** The target of a command line: the analysis, or a match. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Place, Survey } from "../kernel/types";
import type { Match } from "../match/match.svelte";
import { type Token, readTokens } from "../notation/tokens";
import { playToken } from "../notation/resolve";
import type { AnalysisBoard } from "./analysis.svelte";

export interface CommandTarget {
  readonly rules: Rules;
  readonly survey: Survey;
  readonly pairs: ReadonlyMap<number, Place>;
  /** Whether the user may decide now. */
  readonly isOurs: boolean;
  /**
   * Play the moves of a text, all or none; sets up a position where that is allowed. Throws
   * `TextError` and `RejectedError`.
   */
  enter(text: string): Promise<void>;
  play(move: Move): Promise<void>;
  /** Take back a move; returns whether there was one. */
  undo(): boolean;
  redo(): boolean;
}

export type RejectionReason =
  "nothingToUndo" | "nothingToRedo" | "onlyOne" | "onlyMoves" | "notYours" | "gameOver";

/** The command is valid but not possible now; nothing was done. */
export class RejectedCommandError extends Error {
  override readonly name = "RejectedError";
  constructor(readonly reason: RejectionReason) {
    super(`not possible: ${reason}`);
  }
}

/** Whether a text contains more than moves: a position, Goff's string, a record (N20). */
const MORE_THAN_MOVES = /[/(+[{]|^\s*-(\s|$)/;

export function analysisTarget(analysis: AnalysisBoard): CommandTarget {
  return {
    get rules() {
      return analysis.rules;
    },
    get survey() {
      return analysis.position;
    },
    get pairs() {
      return analysis.pairs;
    },
    isOurs: true,
    async enter(text) {
      if (MORE_THAN_MOVES.test(text)) await analysis.open(text);
      else await analysis.playAll(readTokens(text));
    },
    play: (move) => analysis.play(move),
    undo: () => goBy(analysis, -1),
    redo: () => goBy(analysis, 1),
  };
}

export function matchTarget(kernel: Kernel, match: Match): CommandTarget {
  return {
    rules: match.rules,
    get survey() {
      return match.position;
    },
    get pairs() {
      return match.pairs;
    },
    get isOurs() {
      return match.isOurs;
    },
    async enter(text) {
      if (MORE_THAN_MOVES.test(text)) throw new RejectedCommandError("onlyMoves");
      const tokens = readTokens(text);
      if (match.position.outcome) throw new RejectedCommandError("gameOver");
      if (!match.isOurs) throw new RejectedCommandError("notYours");
      const shares = match.people.length < 2 || match.rules.chooser === "chance";
      if (tokens.length > 1 && shares) throw new RejectedCommandError("onlyOne");
      for (const move of await movesOf(kernel, match, tokens)) await match.play(move);
    },
    play: (move) => match.play(move),
    undo: () => did(match.canUndo, () => match.undo()),
    redo: () => did(match.canRedo, () => match.redo()),
  };
}

/** The moves of the tokens, each legal after the previous ones. */
async function movesOf(
  kernel: Kernel,
  { rules, position }: Match,
  tokens: readonly Token[],
): Promise<Move[]> {
  const moves: Move[] = [];
  let survey = position;
  for (const token of tokens) {
    const played = await playToken(kernel, rules, survey, token);
    moves.push(played.move);
    survey = played.after;
  }
  return moves;
}

/** Go one ply along the current line. */
function goBy(analysis: AnalysisBoard, plies: number): boolean {
  const { at } = analysis.line;
  analysis.go(at + plies);
  return analysis.line.at !== at;
}

function did(isPossible: boolean, act: () => void): boolean {
  if (isPossible) act();
  return isPossible;
}
