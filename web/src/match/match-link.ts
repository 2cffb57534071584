/** Links to a new match: `goff/X=human,O=hard`. `qttt play` writes such links. */

import { readRules, writeRules } from "../notation/rules";
import { levelsFor } from "./levels";
import { SavedError, parseSetup } from "./saved-reader";
import { type Setup, rulesOf } from "./setup";

/** Throws `SavedError` or `RulesError` if the text is not a valid match link. */
export function parseMatchLink(text: string): Setup {
  const [rules = "", seats = ""] = text.split("/");
  const seated = Object.fromEntries(seats.split(",").map((seat) => seat.split("=")));
  const setup = parseSetup({ rules: writeRules(readRules(rules)), seats: seated });
  const known = ["human", ...levelsFor(rulesOf(setup))];
  const unknown = Object.values(setup.seats).find((kind) => !known.includes(kind));
  if (unknown) throw new SavedError(`there is no level "${unknown}" under ${setup.rules}`);
  return setup;
}
