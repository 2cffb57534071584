/**
 * Links to an analysis: `goff/12 23 13`, `krist rows=5 cols=5/a1b2`, `goff/12/25/15 @5`. A link
 * contains the rules and the moves to the current position, without variations.
 */

import { RulesError, type Rules } from "../kernel/rules";
import type { Survey } from "../kernel/types";
import type { Setup } from "../match/setup";
import type { Ply } from "../match/line";
import { lineText } from "../notation/moves";
import { readRules, writeRules } from "../notation/rules";
import { type Tree, currentPath, lineOf } from "./tree";

/** A parsed link; the moves are not checked yet. */
interface AnalysisLink {
  readonly rules: Rules;
  /** An optional position, and moves (N20). */
  readonly text: string;
}

interface LinkedLine {
  readonly rules: Rules;
  readonly start: Survey;
  readonly plies: readonly Ply[];
}

export function writeLink(tree: Tree): string {
  const plies = lineOf(tree).plies.slice(0, currentPath(tree).length);
  return lineLink({ rules: tree.rules, start: tree.start, plies });
}

/** The link of a game without variations. */
export function lineLink({ rules, start, plies }: LinkedLine): string {
  const moves = plies.map(({ move }) => move);
  return [writeRules(rules), lineText(rules, start.places, moves)].filter(Boolean).join("/");
}

/** The link of a game with its players: `human.easy/goff/12 23 13`. */
export function gameLink(game: LinkedLine & { readonly setup: Setup }): string {
  const { X, O } = game.setup.seats;
  return `${X}.${O}/${lineLink(game)}`;
}

/** Throws `RulesError` if the link does not begin with valid rules. */
export function readLink(link: string): AnalysisLink {
  const [words = "", ...rest] = link.split("/");
  if (!words.trim()) throw new RulesError("the link names no rules");
  return { rules: readRules(words.replace(SWITCH_IN_TWO_WORDS, "$1_")), text: rest.join("/") };
}

/** In links, `_` stands for a space, also in names of switches (N60). */
const SWITCH_IN_TWO_WORDS = /(?<= )([a-z]+) (?=[a-z]+=)/g;
