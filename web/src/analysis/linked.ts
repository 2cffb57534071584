/** The game of a link, converted to a match. */

import type { Kernel } from "../kernel/client";
import type { Survey } from "../kernel/types";
import type { Ply } from "../match/line";
import { type Setup, pair } from "../match/setup";
import { writeRules } from "../notation/rules";
import { readLink } from "./link";
import { open } from "./resolve";
import { lineOf } from "./tree";

export interface Played {
  readonly setup: Setup;
  readonly start: Survey;
  readonly plies: readonly Ply[];
}

/** Throws `RulesError` and `TextError` if the link contains no game. */
export async function linkedGame(kernel: Kernel, link: string): Promise<Played> {
  const { rules, text } = readLink(link);
  const { tree } = await open(kernel, text, rules);
  const { start, plies } = lineOf(tree);
  return { setup: pair(writeRules(rules)), start, plies };
}
