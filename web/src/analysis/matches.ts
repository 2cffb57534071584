/**
 * Conversion between matches and records, so that games can move between the app and `qttt`: tags
 * of spec/notation.md, N36, and coin results, N37.
 */

import type { Kernel } from "../kernel/client";
import { PLAYERS, type Player } from "../kernel/types";
import { SOURCES, type Toss } from "../play/chance";
import { levelNamed } from "../play/levels";
import { type Saved, startOf } from "../play/saved";
import { savedMoves } from "../play/saved-reader";
import type { Kind, Setup } from "../play/setup";
import { type Game, type GameBranch, mainLine } from "../notation/game";
import { toRecord, writeRecord } from "../notation/game-writer";
import { moveName } from "../notation/moves";
import { writeRules } from "../notation/rules";
import type { ReplayedGame } from "../notation/replay";

/** A game of a series: who played X (as seated now), points of X, points of O. */
const SERIES_GAME = /([XO]) (\d+(?:\.5)?)-(\d+(?:\.5)?)/g;
const COIN = /^\[%coin ("(?:[^"\\]|\\.)*")(?: (\{(?:[^"}]|"(?:[^"\\]|\\.)*"|\})*?\}))?\] ?/;

/** The record of a match, including moves taken back; `names` are the players' names. */
export async function matchRecord(
  kernel: Kernel,
  saved: Saved,
  names: Readonly<Record<Player, string>>,
): Promise<string> {
  const game = await gameOfMatch(kernel, saved);
  const kinds = PLAYERS.filter((player) => saved.setup.seats[player] !== "human");
  const tags = new Map<string, string>([
    ...PLAYERS.map((player) => [player, names[player]] as const),
    ...kinds.map((player) => [`${player}Kind`, saved.setup.seats[player]] as const),
  ]);
  if (saved.at < saved.moves.length) tags.set("Current", String(saved.at));
  return writeRecord(toRecord(game, tags));
}

/** The game of a match, including moves taken back. */
export async function gameOfMatch(kernel: Kernel, saved: Saved): Promise<Game> {
  const { rules, moves, ...game } = savedMoves(saved);
  const [start, ...positions] = await kernel.replay(rules, moves, game.start);
  if (!start) throw new RangeError("a game has a start");
  const branches = moves.reduceRight<readonly GameBranch[]>((branches, move, i) => {
    const after = positions[i];
    if (!after) throw new RangeError(`move ${i + 1} leads nowhere`);
    return [{ move, after, comment: coinComment(saved.tosses[i] ?? null), branches }];
  }, []);
  return { rules, start, root: { comment: "", branches } };
}

/**
 * The match of a game's main line, to be continued; `seats` are used if the record does not name
 * the players.
 */
export function matchOf(
  { rules, start, root, tags }: ReplayedGame,
  seats: Setup["seats"] = { X: "human", O: "human" },
): Saved {
  const line = mainLine(root);
  const current = tags.get("Current") ?? "";
  const [X = "", O = ""] = PLAYERS.map((player) => tags.get(player));
  const players =
    tags.size > 0 ? { X: kindOf(tags.get("XKind")), O: kindOf(tags.get("OKind")) } : seats;
  const areNamed = (X || O) && players.X === "human" && players.O === "human";
  return {
    version: 1,
    setup: { rules: writeRules(rules), seats: players, ...(areNamed && { names: { X, O } }) },
    ...startOf(rules, start.places),
    moves: line.map(({ move }) => moveName(rules, move)),
    tosses: line.map((branch, i) => tossOf(branch, i > 0 ? line[i - 1]?.after.moves : start.moves)),
    at: /^\d+$/.test(current) ? Math.min(Number(current), line.length) : line.length,
    standing: standingIn(tags.get("Series") ?? ""),
  };
}

/** Kind of player: a computer level, or a person. */
function kindOf(word: string | undefined): Kind {
  return levelNamed(word) ?? "human";
}

/** Points of the previous games by current seat. */
function standingIn(series: string): Saved["standing"] {
  const games = [...series.matchAll(SERIES_GAME)].map(([, by, one, other]) =>
    by === "X" ? { X: Number(one), O: Number(other) } : { X: Number(other), O: Number(one) },
  );
  const sum = (player: Player): number => games.reduce((points, game) => points + game[player], 0);
  return { X: sum("X"), O: sum("O"), games: games.length };
}

/** Parse as JSON; return the text unchanged if it is not JSON. */
function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

function coinComment(toss: Toss | null): string {
  if (!toss) return "";
  const { source, device, measurement } = toss;
  return `[%coin ${[JSON.stringify(device ?? source), ...(measurement ? [measurement] : [])].join(" ")}]`;
}

/** The coin result, if the record contains it. */
function tossOf(
  { comment, move }: GameBranch,
  legal: GameBranch["after"]["moves"] = [],
): Toss | null {
  const [, json, measurement] = COIN.exec(comment) ?? [];
  const [first] = legal;
  if (!json || !first || move.kind !== "collapse" || first.kind !== "collapse") return null;
  const bit = first.square === move.square ? 0 : 1;
  const source = SOURCES.find((candidate) => JSON.stringify(candidate) === json);
  if (source) return { bit, source };
  return { bit, source: "device", device: textOf(json), ...(measurement && { measurement }) };
}
