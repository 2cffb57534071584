/** What a command line is set on: the analysis, or a match. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Place, Survey } from "../kernel/types";
import type { Match } from "../match/match.svelte";
import { type Token, readTokens } from "../notation/tokens";
import { playToken } from "../notation/resolve";
import type { Analysis } from "./analysis.svelte";

export interface Desk {
  readonly rules: Rules;
  readonly survey: Survey;
  readonly pairs: ReadonlyMap<number, Place>;
  /** Whether whoever types may decide now. */
  readonly isOurs: boolean;
  /**
   * Does what a text of moves says, all of it or nothing; where that is possible, sets up a
   * position. Throws `TextError` and `RefusedError`.
   */
  enter(text: string): Promise<void>;
  play(move: Move): Promise<void>;
  /** Takes a move back; returns whether there was one. */
  undo(): boolean;
  redo(): boolean;
}

export type Hindrance =
  "nothingToUndo" | "nothingToRedo" | "onlyOne" | "onlyMoves" | "notYours" | "gameOver";

/** The command is known, but not possible now; nothing was done. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  constructor(readonly reason: Hindrance) {
    super(`not possible: ${reason}`);
  }
}

/** Whether a text says more than moves: a position, Goff's string, a record (N20). */
const MORE_THAN_MOVES = /[/(+[{]|^\s*-(\s|$)/;

export function analysisDesk(analysis: Analysis): Desk {
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
    undo: () => went(analysis, -1),
    redo: () => went(analysis, 1),
  };
}

export function matchDesk(kernel: Kernel, match: Match): Desk {
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
      if (MORE_THAN_MOVES.test(text)) throw new RefusedError("onlyMoves");
      const tokens = readTokens(text);
      if (match.position.outcome) throw new RefusedError("gameOver");
      if (!match.isOurs) throw new RefusedError("notYours");
      const shares = match.people.length < 2 || match.rules.chooser === "chance";
      if (tokens.length > 1 && shares) throw new RefusedError("onlyOne");
      for (const move of await movesOf(kernel, match, tokens)) await match.play(move);
    },
    play: (move) => match.play(move),
    undo: () => did(match.canUndo, () => match.undo()),
    redo: () => did(match.canRedo, () => match.redo()),
  };
}

/** The moves that the tokens name, each legal after those before it. */
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

/** Goes one ply along the line that is looked at. */
function went(analysis: Analysis, plies: number): boolean {
  const { at } = analysis.line;
  analysis.go(at + plies);
  return analysis.line.at !== at;
}

function did(isPossible: boolean, act: () => void): boolean {
  if (isPossible) act();
  return isPossible;
}
