/** Messages of the puzzle of the day. */

import { plural } from "../plural";

const counted = plural("en");

export const en = {
  about: "One puzzle a day, the same for everyone. Easy on Monday, hard on Sunday.",
  past: "From the past; it does not count for your streak.",
  today: "Back to today",
  streak: (days: number) => counted(days, { one: "# day in a row", other: "# days in a row" }),
  noStreak: "Solve today’s puzzle to begin a streak.",
  longest: (days: number) => counted(days, { one: "Longest: # day", other: "Longest: # days" }),
  solvedAtOnce: "Solved at the first try!",
  solvedAfter: (tries: number) =>
    counted(tries, { one: "Solved at the # try.", other: "Solved after # tries." }),
  shown: "You saw the solution.",
  tomorrow: "A new puzzle comes tomorrow.",
  share: "Share result",
  copied: "Result copied.",
  morePuzzles: "More puzzles",
  calendar: "Calendar",
  earlier: "Previous month",
  later: "Next month",
  states: {
    solved: "solved",
    late: "solved later",
    shown: "solution shown",
    open: "not solved",
  },
};
