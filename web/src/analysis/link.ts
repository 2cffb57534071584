/**
 * Links to an analysis: `goff/12 23 13`, `krist rows=5 cols=5/a1b2`, `goff/12/25/15 @5`. A link
 * contains the rules and the moves to the current position, without variations.
 */

import { MAX_NAME_LENGTH } from "../generated/messages";
import { RulesError, type Rules } from "../kernel/rules";
import { PLAYERS, type Player, type Survey } from "../kernel/types";
import type { Names, Setup } from "../play/setup";
import type { Ply } from "../play/line";
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

interface LinkedMatch extends LinkedLine {
  readonly setup: Setup;
}

/**
 * The link of a game with its players: `human.easy/goff/12 23 13`, `human~Ann.human~Ben/…`. The
 * names are in no language: readers see levels and guests in their own. In a link to the review of
 * an online game, the reader `me` is not `human` but `me`.
 */
export function gameLink(
  game: LinkedMatch,
  names: Names | undefined = game.setup.names,
  me: Player | null = null,
): string {
  const { seats } = game.setup;
  const players = PLAYERS.map((player) => {
    const name = seats[player] === "human" && plainName(names?.[player] ?? "");
    const kind = player === me ? "me" : seats[player];
    return name ? `${kind}~${name}` : kind;
  });
  return `${players.join(".")}/${lineLink(game)}`;
}

/** A name in a link: a few letters, digits, spaces, hyphens and apostrophes. */
export function plainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}'’ -]+/gu, " ").replace(/\s+/g, " ");
  return [...plain.trim()].slice(0, MAX_NAME_LENGTH).join("").trim();
}

/** Throws `RulesError` if the link does not begin with valid rules. */
export function readLink(link: string): AnalysisLink {
  const [words = "", ...rest] = link.split("/");
  if (!words.trim()) throw new RulesError("the link names no rules");
  return { rules: readRules(words.replace(SWITCH_IN_TWO_WORDS, "$1_")), text: rest.join("/") };
}

/** In links, `_` stands for a space, also in names of switches (N60). */
const SWITCH_IN_TWO_WORDS = /(?<= )([a-z]+) (?=[a-z]+=)/g;
