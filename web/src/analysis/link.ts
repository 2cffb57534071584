/**
 * Links to an analysis: `goff/12 23 13`, `krist rows=5 cols=5/a1b2`, `goff/12/25/15 @5`. A link
 * contains the rules and the moves to the current position, without variations.
 */

import { RulesError, type Rules } from "../kernel/rules";
import { lineText } from "../notation/moves";
import { readRules, writeRules } from "../notation/rules";
import { type Tree, currentPath, lineOf } from "./tree";

/** A parsed link; the moves are not checked yet. */
export interface AnalysisLink {
  readonly rules: Rules;
  /** An optional position, and moves (N20). */
  readonly text: string;
}

export function writeLink(tree: Tree): string {
  const { plies } = lineOf(tree);
  const moves = plies.slice(0, currentPath(tree).length).map(({ move }) => move);
  const text = lineText(tree.rules, tree.start.places, moves);
  return [writeRules(tree.rules), text].filter(Boolean).join("/");
}

/** Throws `RulesError` if the link does not begin with valid rules. */
export function readLink(link: string): AnalysisLink {
  const [words = "", ...rest] = link.split("/");
  if (!words.trim()) throw new RulesError("the link names no rules");
  return { rules: readRules(words), text: rest.join("/") };
}
