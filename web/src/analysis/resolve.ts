/** Opens a text as a tree: what it says is read by `notation`, and played by the kernel. */

import type { Rules } from "../kernel/rules";
import { read } from "../notation/read";
import { type ToldGame, replay } from "../notation/replay";
import type { Referee } from "../notation/resolve";
import { type Tree, moved, standing, treeOf } from "./tree";

/** A game that was opened, and what there is to be said about it. */
export interface Opened {
  readonly game: ToldGame;
  readonly tree: Tree;
  readonly tags: ReadonlyMap<string, string>;
  /** How many games the text holds; this is the first. */
  readonly games: number;
}

/** The text is a file of records without any. */
export class NoGameError extends Error {
  override readonly name = "NoGameError";
}

/**
 * The first game that a text tells; `rules` are for texts that do not name theirs. Throws
 * `TextError` for what cannot be read or played, which says where, and `NoGameError`.
 */
export async function open(referee: Referee, text: string, rules: Rules): Promise<Opened> {
  const games = await replay(referee, read(text), rules);
  const [game] = games;
  if (!game) throw new NoGameError("there is no game in this text");
  const { tags } = game;
  return { game, tree: current(treeOf(game), tags), tags, games: games.length };
}

/** The tree, seen from where a saved match stands (N36). */
function current(tree: Tree, tags: ReadonlyMap<string, string>): Tree {
  const at = tags.get("Current");
  return at !== undefined && /^\d+$/.test(at) ? moved(standing(tree, []), Number(at)) : tree;
}
