/** The game of a link, converted to a match. */

import type { Kernel } from "../kernel/client";
import type { Survey } from "../kernel/types";
import type { Ply } from "../match/line";
import { type Setup, twoPlayers } from "../match/setup";
import { writeRules } from "../notation/rules";
import { readLink } from "./link";
import { openText } from "./open";
import { lineOf } from "./tree";

export interface LinkedGame {
  readonly setup: Setup;
  readonly start: Survey;
  readonly plies: readonly Ply[];
}

/** Throws `RulesError` and `TextError` if the link contains no game. */
export async function linkedGame(kernel: Kernel, link: string): Promise<LinkedGame> {
  const { rules, text } = readLink(link);
  const { tree } = await openText(kernel, text, rules);
  const { start, plies } = lineOf(tree);
  return { setup: twoPlayers(writeRules(rules)), start, plies };
}
