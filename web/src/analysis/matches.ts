/**
 * Matches as records, so that a game can go from here to `qttt` and back: the tags of
 * spec/notation.md, N36, and what coins have shown, N37.
 */

import type { Kernel } from "../kernel/client";
import type { Player } from "../kernel/types";
import { SOURCES, type Toss } from "../match/chance";
import { LEVELS } from "../match/levels";
import type { Saved } from "../match/saved";
import { type Kind, type Setup, rulesOf } from "../match/setup";
import { type Game, type GameBranch, mainLine } from "../notation/game";
import { toRecord } from "../notation/game-writer";
import { moveName, parseMove } from "../notation/moves";
import { writeRecord } from "../notation/record-writer";
import { writeRules } from "../notation/rules";
import type { ToldGame } from "../notation/replay";

const PLAYERS = ["X", "O"] as const;
const COIN = /^\[%coin ("(?:[^"\\]|\\.)*")\] ?/;

/** The record of a match, with what was taken back; `names` are those of its players. */
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

/** The game of a match, with what was taken back. */
export async function gameOfMatch(kernel: Kernel, saved: Saved): Promise<Game> {
  const rules = rulesOf(saved.setup);
  const moves = saved.moves.map((text) => {
    const move = parseMove(rules, text);
    if (!move) throw new RangeError(`"${text}" is no move`);
    return move;
  });
  const [start, ...positions] = await kernel.replay(rules, moves);
  if (!start) throw new RangeError("a game has a start");
  const branches = moves.reduceRight<readonly GameBranch[]>((branches, move, i) => {
    const after = positions[i];
    if (!after) throw new RangeError(`move ${i + 1} leads nowhere`);
    return [{ move, after, comment: coinComment(saved.tosses[i] ?? null), branches }];
  }, []);
  return { rules, start, root: { comment: "", branches } };
}

/**
 * The match that a game tells, to be gone on with: its main line, and who plays; `seats` if it
 * tells nothing but moves. Null if it does not begin on the empty board, where every match does.
 */
export function matchOf(
  { rules, start, root, tags }: ToldGame,
  seats: Setup["seats"] = { X: "human", O: "human" },
): Saved | null {
  if (start.places.length > 0) return null;
  const line = mainLine(root);
  const current = tags.get("Current") ?? "";
  return {
    version: 1,
    setup: {
      rules: writeRules(rules),
      seats: tags.size > 0 ? { X: kindOf(tags.get("XKind")), O: kindOf(tags.get("OKind")) } : seats,
    },
    moves: line.map(({ move }) => moveName(rules, move)),
    tosses: line.map((branch, i) => tossOf(branch, i > 0 ? line[i - 1]?.after.moves : start.moves)),
    at: /^\d+$/.test(current) ? Math.min(Number(current), line.length) : line.length,
    standing: { X: 0, O: 0, games: 0 },
  };
}

/** Who sits there: a level of the computer, or a person. */
function kindOf(word: string | undefined): Kind {
  return LEVELS.find((level) => level === word) ?? "human";
}

function coinComment(toss: Toss | null): string {
  return toss ? `[%coin ${JSON.stringify(toss.source)}]` : "";
}

/** What a coin showed, if the record tells it and its source is known here. */
function tossOf(
  { comment, move }: GameBranch,
  legal: GameBranch["after"]["moves"] = [],
): Toss | null {
  const said = COIN.exec(comment)?.[1];
  const source = SOURCES.find((each) => JSON.stringify(each) === said);
  const [first] = legal;
  if (!source || !first || move.kind !== "collapse" || first.kind !== "collapse") return null;
  return { bit: first.square === move.square ? 0 : 1, source };
}
