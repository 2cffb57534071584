/** Open text, or the game of a link, as a tree: parsed by `notation`, played by the kernel. */

import type { Rules } from "../kernel/rules";
import { read } from "../notation/read";
import { type ReplayedGame, replay } from "../notation/replay";
import type { Referee } from "../notation/resolve";
import { type Tree, atPath, atPly, lineOf, treeOf } from "./tree";
import type { Player, Survey } from "../kernel/types";
import type { Ply } from "../play/line";
import { levelNamed } from "../play/levels";
import type { Kind, Setup } from "../play/setup";
import { writeRules } from "../notation/rules";
import { plainName, readLink } from "./link";

/** An opened game. */
export interface OpenedGame {
  readonly game: ReplayedGame;
  readonly tree: Tree;
  readonly tags: ReadonlyMap<string, string>;
  /** Number of games in the text; this is the first. */
  readonly games: number;
}

/** The text is a file without any records. */
export class NoGameError extends Error {
  override readonly name = "NoGameError";
}

/**
 * Open the first game of a text; `rules` apply if the text does not name its own. Throws
 * `TextError` with the location if it cannot be read or played, and `NoGameError`.
 */
export async function openText(referee: Referee, text: string, rules: Rules): Promise<OpenedGame> {
  const games = await replay(referee, read(text), rules);
  const [game] = games;
  if (!game) throw new NoGameError("there is no game in this text");
  const { tags } = game;
  return { game, tree: current(treeOf(game), tags), tags, games: games.length };
}

/** The tree at the current ply of a saved match (N36). */
function current(tree: Tree, tags: ReadonlyMap<string, string>): Tree {
  const at = tags.get("Current");
  return at !== undefined && /^\d+$/.test(at) ? atPly(atPath(tree, []), Number(at)) : tree;
}

export interface LinkedGame {
  readonly setup: Setup;
  readonly start: Survey;
  readonly plies: readonly Ply[];
  /** The person who played it online and reads its review. */
  readonly me?: Player;
}

/** The players before a link of a game, that of X first, each with a name if it has one. */
const PLAYERS = /^([a-z-]+)(?:~([^./~]*))?\.([a-z-]+)(?:~([^./~]*))?\//;

/** The rules of a link with or without players. Throws `RulesError`. */
export function linkedRules(link: string): Rules {
  return readLink(link.replace(PLAYERS, "")).rules;
}

/**
 * The game of a link with or without its players. Throws `RulesError` and `TextError` if the link
 * contains no game.
 */
export async function linkedGame(referee: Referee, link: string): Promise<LinkedGame> {
  const [players = "", x, nameX, o, nameO] = PLAYERS.exec(link) ?? [];
  const { rules, text } = readLink(link.slice(players.length));
  const { tree } = await openText(referee, text, rules);
  const { start, plies } = lineOf(tree);
  const seats = { X: kindOf(x), O: kindOf(o) };
  const names = { X: plainName(nameX ?? ""), O: plainName(nameO ?? "") };
  const named = names.X || names.O ? { names } : {};
  const me = x === "me" ? "X" : o === "me" ? "O" : null;
  return { setup: { rules: writeRules(rules), seats, ...named }, start, plies, ...(me && { me }) };
}

/** The kind of player with a name; a person if there is no such level. */
function kindOf(name: string | undefined): Kind {
  return levelNamed(name) ?? "human";
}
