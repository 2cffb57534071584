/** Messages of the game review. */

import { plural } from "../plural";

const counted = plural("en");

export const en = {
  judging: (done: number, all: number) =>
    `Reviewing: ${done} of ${counted(all, { one: "# position", other: "# positions" })}`,
  none: "There is no game to review yet. Play one first.",
  unread: "This link does not contain a playable game.",
  play: "Play",
  graph: "The value of the position, after each ply",
  forX: "better for X",
  forO: "better for O",
  point: (number: number, move: string, value: string) => `${number}. ${move}: ${value}`,
  start: "Start",
  value: (value: string) => `The value is ${value}.`,
  judged: (verdict: string, value: string) => `${verdict}. The value is ${value}.`,
  back: "One ply back",
  forward: "One ply forward",
  accuracy: "Accuracy",
  accuracyNote: "The share of points at stake that was kept; 100 % means nothing was lost.",
  noStake: "nothing was at stake",
  lost: (lost: string) => `lost ${lost}`,
  lostNothing: "lost nothing",
  turning: "Turning point",
  leadLost: "Where the lead was lost",
  noTurning: "No decisive mistakes.",
  luck: (amount: string, player: string) => `Luck: ${amount} for ${player}`,
  noLuck: "The coin changed nothing",
  better: (moves: string) => `Better: ${moves}.`,
  estimated: "Values are estimates. Small losses may be missed.",
  moves: "Moves",
  playOn: "Play on from here",
  analyse: "Analyse from here",
};
