/** Messages of the analysis board and the values panel. */

import type { Decider, Player } from "../players";
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
      decider === "chance" ? "Possible coin results" : `Moves for ${decider}`,
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
        one: "One move has too few visits to rate.",
        other: "# moves have too few visits to rate.",
      }),
    again: "Tap again to play it.",
    line: "Best line",
    lineBack: "Best line: one ply back",
    lineForward: "Best line: one ply forward",
    linePlay: (move: string) => `Play ${move}`,
  },
  tree: {
    title: "Moves",
    start: "Start",
    empty: "Play for both sides on the board. All moves appear here.",
    variation: "Variation",
    toStart: "Go to start",
    back: "Back",
    forward: "Forward",
    toEnd: "Go to end",
    promote: "Make main line",
    remove: "Delete from here",
    comment: "Comment",
  },
  title: "Analysis",
  turn: (decider: Decider) => (decider === "chance" ? "A coin decides" : `${decider} to move`),
  chooses: (chooser: Player) => `${chooser} chooses the collapse`,
  undo: "Undo last change",
  redo: "Redo",
  newBoard: "Empty board",
  setUp: "Set up",
  playHere: "Play from here",
  teach: "Show to a class",
  marks: "Your marks",
  level: "Level",
  start: "Play",
  cancel: "Cancel",
  notSaved: "Your analysis cannot be saved in this browser.",
  setAside: "The saved analysis could not be read and was moved aside.",
  badLink: (why: string) => `Invalid link: ${why}`,
};
