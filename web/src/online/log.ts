/** A game's log as it is read here: offers that are open, and how a game ended off the board. */

import type { Player } from "../kernel/types";
import type { Decision, Entry } from "./wire";

/** What the players have offered each other and not yet answered. */
export type Offer = "draw" | "takeback" | "rematch";

export type Offers = Readonly<Record<Offer, Player | null>>;

/** How a game ended off the board: who gave up or had no time left; nobody for draws and aborts. */
export interface Ending {
  readonly how: "resigned" | "time" | "agreed" | "aborted";
  readonly loser: Player | null;
  /** Whether it is as if it had not been played. */
  readonly isVoid: boolean;
}

const OFFERS: readonly Offer[] = ["draw", "takeback", "rematch"];
const NO_OFFERS: Offers = { draw: null, takeback: null, rematch: null };

/** The offers that are open after these entries. Some lapse with a move. */
export function offersIn(entries: readonly Entry[]): Offers {
  return entries.reduce(offersAfter, NO_OFFERS);
}

function offersAfter(open: Offers, { k, s }: Entry): Offers {
  const [act, offer] = k.split("-") as [string, Offer | undefined];
  if (offer && OFFERS.includes(offer)) {
    return { ...open, [offer]: act === "offer" && s ? s : null };
  }
  if (k === "downtime" || k === "toss") return open;
  // Whoever offers a draw and then moves still offers it (P22).
  return { ...open, draw: k === "move" && s === open.draw ? open.draw : null, takeback: null };
}

/** How the game ended off the board; null if it did not. */
export function endingOf(entries: readonly Entry[]): Ending | null {
  for (const { k, s } of entries) {
    if (k === "resign" && s) return { how: "resigned", loser: s, isVoid: false };
    if (k === "flag" && s) return { how: "time", loser: s, isVoid: false };
    if (k === "accept-draw") return { how: "agreed", loser: null, isVoid: false };
    if (k === "abort") return { how: "aborted", loser: null, isVoid: true };
  }
  return null;
}

/** The game that the players have agreed to play next; null if they have not. */
export function rematchIn(entries: readonly Entry[]): string | null {
  return entries.find(({ k }) => k === "accept-rematch")?.b ?? null;
}

/** Whether a rematch was wanted by one player and not by the other. */
export function isLast(entries: readonly Entry[]): boolean {
  return entries.some(({ k }) => k === "decline-rematch");
}

/** What a player does about an offer: makes it, accepts or declines it. */
export function about(offer: Offer, act: "offer" | "accept" | "decline"): Decision {
  return `${act}-${offer}`;
}
