/** The loop on which the parity game is played. */

import { linkedGame } from "../../analysis/open";
import { isPlayable } from "../../circuit/parity";
import { type Factor, factorsOf } from "../../circuit/circuit";
import { type Rules, RulesError } from "../../kernel/rules";
import { type PlayedLine, positionOf } from "../../play/line";
import { rulesOf } from "../../play/setup";
import { TextError } from "../../notation/errors";
import type { Referee } from "../../notation/resolve";

/** A loop of four marks, one of them a stem. */
const EXAMPLE = "goff/12 25 59 15";

export interface ShownLoop {
  readonly rules: Rules;
  readonly line: PlayedLine;
  readonly loop: Factor;
  /** Whether the link contained no such loop. */
  readonly isReplaced: boolean;
}

/** The pending loop of a link, or an example. */
export async function shownLoop(referee: Referee, link: string): Promise<ShownLoop> {
  try {
    const { setup, start, plies } = await linkedGame(referee, link || EXAMPLE);
    const line = { start, plies, at: plies.length };
    const [loop] = factorsOf(positionOf(line));
    if (loop && isPlayable(loop)) return { rules: rulesOf(setup), line, loop, isReplaced: false };
  } catch (error) {
    if (!(error instanceof TextError || error instanceof RulesError)) throw error;
  }
  return { ...(await shownLoop(referee, "")), isReplaced: true };
}
