/** Measured strength of the levels; the counterpart of `measured_elo` in `engine/ladder.py`. */

import measured from "../../../src/qttt/engine/elo.json";
import { type Rules, encodeRules, parseRules } from "../kernel/rules";
import type { Level } from "./levels";

/** Elo of levels under these rules, with random moves at 0; empty if they were not measured. */
export function measuredElo(rules: Rules): Readonly<Partial<Record<Level, number>>> {
  const code = encodeRules(rules).join();
  const found = Object.entries(measured).find(
    ([text]) => encodeRules(parseRules(text)).join() === code,
  );
  return found?.[1] ?? {};
}
