/** Measured strength of the levels; the counterpart of `measured_elo` in `engine/ladder.py`. */

import { ELO } from "../generated/elo";
import { type Rules, encodeRules, parseRules } from "../kernel/rules";
import { type Level, levelsFor } from "./levels";

/** Elo of a level of the ladder, with random moves at 0; undefined if it was not measured. */
export function measuredElo(rules: Rules, level: Level): number | undefined {
  const code = encodeRules(rules).join();
  const found = Object.entries(ELO).find(([text]) => encodeRules(parseRules(text)).join() === code);
  return found?.[1][levelsFor(rules).indexOf(level)];
}
