/** Messages of the list of games on this device. */

import type { Player } from "../players";

export const en = {
  note: "The last ten games on this device.",
  none: "Your games on this device will be listed here.",
  won: "You won",
  lost: "You lost",
  draw: "Draw",
  wins: (player: Player) => `${player} won`,
  unfinished: "Unfinished",
  remove: (game: string) => `Remove ${game}`,
  removed: "The game was removed.",
  putBack: "Undo",
};
