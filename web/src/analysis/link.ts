/**
 * An analysis as an address: `goff/12 23 13`, `krist rows=5 cols=5/a1b2`, `goff/12/25/15 @5`. It
 * tells the rules and the moves to where one stands; what else was tried stays on this device.
 */

import { RulesError, type Rules } from "../kernel/rules";
import { lineText } from "../notation/moves";
import { readRules, writeRules } from "../notation/rules";
import { type Tree, here, lineOf } from "./tree";

/** What a link says; the moves are not checked yet. */
export interface Link {
  readonly rules: Rules;
  /** A position, perhaps, and moves (N20). */
  readonly text: string;
}

export function writeLink(tree: Tree): string {
  const { plies } = lineOf(tree);
  const moves = plies.slice(0, here(tree).length).map(({ move }) => move);
  const text = lineText(tree.rules, tree.start.places, moves);
  return [writeRules(tree.rules), text].filter(Boolean).join("/");
}

/** Throws `RulesError` if it begins with no rules. */
export function readLink(link: string): Link {
  const [words = "", ...rest] = link.split("/");
  if (!words.trim()) throw new RulesError("the link names no rules");
  return { rules: readRules(words), text: rest.join("/") };
}
