/** A game's log: its line of play, open offers, and results other than on the board. */

import type { Kernel } from "../kernel/client";
import { type Rules, parseRules } from "../kernel/rules";
import type { Decider, Move, Player } from "../kernel/types";
import type { Toss } from "../play/chance";
import { tossOf } from "../play/server-coin";
import { type PlayedLine, played, positionOf, undoTarget } from "../play/line";
import { parseMove, parsePlaces } from "../notation/moves-reader";
import type { Decision, Entry, Terms } from "./wire";

/** The line before the first entry. */
export async function initialLine(
  kernel: Kernel,
  { rules: text, start }: Terms,
): Promise<PlayedLine> {
  const rules = parseRules(text);
  const survey = await kernel.survey({ rules, places: parsePlaces(rules, start || "-") });
  return { start: survey, plies: [], at: 0 };
}

/** The line after one more entry; the same object if the board did not change. */
export async function applyEntry(
  kernel: Kernel,
  rules: Rules,
  line: PlayedLine,
  { k, s, b }: Entry,
): Promise<PlayedLine> {
  const follow = async (move: Move | null, by: Decider, toss: Toss | null): Promise<PlayedLine> => {
    if (!move) throw new RangeError("the server's log holds a move that is none on this board");
    const here = { rules, places: positionOf(line).places };
    return played(line, { move, by, toss, after: await kernel.play(here, move) });
  };
  if (k === "move") return follow(parseMove(rules, b), s as Player, null);
  if (k === "toss") {
    const toss = tossOf(JSON.parse(b));
    return follow((toss && positionOf(line).moves[toss.bit]) ?? null, "chance", toss);
  }
  if (k !== "accept-takeback" || !s) return line;
  const asker: Player = s === "X" ? "O" : "X";
  const at = undoTarget(line, [asker]) ?? line.at;
  return { ...line, plies: line.plies.slice(0, at), at };
}

// --- offers and endings ---------------------------------------------------------------------------

/** Kinds of offers between the players. */
export type Offer = "draw" | "takeback" | "rematch";

export type Offers = Readonly<Record<Offer, Player | null>>;

/**
 * An end other than on the board; the loser resigned, lost on time or was away, and is null for draws
 * and aborts.
 */
export interface Ending {
  readonly how: "resigned" | "time" | "away" | "agreed" | "claimed" | "aborted";
  readonly loser: Player | null;
  /** Who aborted the game, which does not count; null for the server, and without an abort. */
  readonly abortedBy: Player | null;
  /** Why a class room called the game off; null if it did not. */
  readonly calledOff: OffReason | null;
}

const OFF_REASONS = ["round", "room", "member"] as const;
/** Why a class room ends a game: the next round, its own end, or a member who is removed. */
export type OffReason = (typeof OFF_REASONS)[number];

const OFFERS: readonly Offer[] = ["draw", "takeback", "rematch"];
const NO_OFFERS: Offers = { draw: null, takeback: null, rematch: null };

/** The offers open after these entries. Takeback offers expire with a move. */
export function offersIn(entries: readonly Entry[]): Offers {
  return entries.reduce(offersAfter, NO_OFFERS);
}

function offersAfter(open: Offers, { k, s }: Entry): Offers {
  const [act, offer] = k.split("-") as [string, Offer | undefined];
  if (offer && OFFERS.includes(offer)) {
    return { ...open, [offer]: act === "offer" && s ? s : null };
  }
  if (k === "downtime" || k === "toss") return open;
  // A draw offer stays open when the offering player moves (P22).
  return { ...open, draw: k === "move" && s === open.draw ? open.draw : null, takeback: null };
}

/** The draw or takeback that was declined last, until anything else happens; otherwise null. */
export function declinedIn(
  entries: readonly Entry[],
): { offer: "draw" | "takeback"; by: Player } | null {
  const { k, s } = entries.findLast(({ k }) => k !== "downtime") ?? {};
  if (!s || (k !== "decline-draw" && k !== "decline-takeback")) return null;
  return { offer: k === "decline-draw" ? "draw" : "takeback", by: s };
}

/** The result if the game ended other than on the board; otherwise null. */
export function endingOf(entries: readonly Entry[]): Ending | null {
  for (const { k, s, b } of entries) {
    if (k === "resign" && s) return ending("resigned", s);
    if (k === "flag" && s) return ending("time", s);
    if (k === "claim-win" && s) return ending("away", s === "X" ? "O" : "X");
    if (k === "claim-draw") return ending("claimed");
    if (k === "accept-draw") return ending("agreed");
    if (k === "abort") {
      const calledOff = OFF_REASONS.find((reason) => reason === b) ?? null;
      return { ...ending("aborted"), abortedBy: s || null, calledOff };
    }
  }
  return null;
}

function ending(how: Ending["how"], loser: Player | null = null): Ending {
  return { how, loser, abortedBy: null, calledOff: null };
}

/** The ID of the agreed rematch; null if there is none. */
export function rematchIn(entries: readonly Entry[]): string | null {
  return entries.find(({ k }) => k === "accept-rematch")?.b ?? null;
}

/** Whether a rematch was declined. */
export function isRematchDeclined(entries: readonly Entry[]): boolean {
  return entries.some(({ k }) => k === "decline-rematch");
}

/** The decision that makes, accepts or declines an offer. */
export function offerDecision(offer: Offer, act: "offer" | "accept" | "decline"): Decision {
  return `${act}-${offer}`;
}
