/** Messages of the analysis board and the values panel. */

import type { Decider, Player } from "../../kernel/types";
import { plural } from "../plural";

const counted = plural("en");

/** Points gained or lost, by number of half points; other numbers are written as digits. */
const amounts: Readonly<Record<number, string>> = {
  1: "half a point",
  2: "a point",
  3: "a point and a half",
  4: "two points",
  5: "two points and a half",
  6: "three points",
  8: "four points",
};

export const en = {
  /** Decimal separator. */
  decimal: ".",
  amount: (halves: number, written: string) =>
    amounts[halves] ?? `${written} ${halves < 2 ? "of a point" : "points"}`,
  about: (amount: string) => `about ${amount}`,
  values: {
    title: "Values",
    thinking: "Thinking …",
    proven: "proven",
    estimated: (simulations: number) =>
      `estimated from ${counted(simulations, { one: "# simulation", other: "# simulations" })}`,
    ahead: (ahead: Player, behind: Player, amount: string, byChance: boolean) =>
      `${ahead} gets ${amount} more than ${behind}${byChance ? " on average" : ""} if both play perfectly`,
    even: (byChance: boolean) =>
      `X and O get the same${byChance ? " on average" : ""} if both play perfectly`,
    got: (ahead: Player, behind: Player, amount: string) =>
      `${ahead} got ${amount} more than ${behind}`,
    gotSame: "X and O got the same",
    moves: (decider: Decider) =>
      decider === "chance" ? "What the coin can decide" : `What ${decider} can play`,
    verdicts: {
      luck: "The coin decides",
      forced: "Only move",
      best: "Best",
      slower: (plies: number) => `Slower by ${counted(plies, { one: "# ply", other: "# plies" })}`,
      sooner: (plies: number) => `Sooner by ${counted(plies, { one: "# ply", other: "# plies" })}`,
      close: "Close to the best",
      loses: (amount: string) => `Loses ${amount}`,
    },
    plies: (plies: number) =>
      counted(plies, { one: "# ply to the end", other: "# plies to the end" }),
    more: (count: number) => `and ${count} more`,
    unknown: (count: number) =>
      counted(count, {
        one: "One move has been tried too seldom to tell.",
        other: "# moves have been tried too seldom to tell.",
      }),
    again: "Tap again to play it.",
    line: "Best line",
    lineBack: "One ply less of the best line",
    lineOn: "One ply more of the best line",
    linePlay: (move: string) => `Play ${move}`,
  },
  tree: {
    title: "Moves",
    start: "Start",
    empty: "Play on the board, for both sides. Every move you try stays here.",
    variation: "Variation",
    toStart: "To the start",
    back: "Back",
    on: "Forward",
    toEnd: "To the end",
    promote: "Make it the main line",
    remove: "Delete from here",
    comment: "Comment",
  },
  title: "Analysis",
  turn: (decider: Decider) => (decider === "chance" ? "A coin decides" : `${decider} to move`),
  chooses: (chooser: Player) => `${chooser} chooses the collapse`,
  undo: "Undo the last change",
  redo: "Redo it",
  newBoard: "Empty board",
  setUp: "Set it up",
  playHere: "Play from here",
  teach: "Show it to a class",
  marks: "Your marks",
  level: "Level",
  start: "Play",
  cancel: "Cancel",
  notSaved: "This browser does not let the app keep your analysis.",
  setAside:
    "The analysis that was kept here could not be read. It has been set aside on this device.",
  badLink: (why: string) => `The link cannot be read: ${why}`,
};
