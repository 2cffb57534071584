/** Messages of the record of results and progress. */

import { plural } from "../plural";

const counted = plural("en");

export const en = {
  computer: "Against the computer",
  none: "Finish a game against the computer, and the result appears here.",
  games: (count: number) => counted(count, { one: "# game", other: "# games" }),
  won: (count: number) => counted(count, { one: "# won", other: "# won" }),
  drawn: (count: number) => counted(count, { one: "# drawn", other: "# drawn" }),
  lost: (count: number) => counted(count, { one: "# lost", other: "# lost" }),
  /** Progress to the next level. */
  wins: (won: number, needed: number) => `${won} of ${needed} wins`,
  beaten: "beaten",
  next: (level: string) => `Play ${level}`,
  suggestion: (level: string, next: string) => `${level} is beaten. Ready for ${next}?`,
  lessons: "Lessons",
  badges: (done: number, all: number) => `${done} of ${all} badges`,
  badge: (title: string, isDone: boolean) => `${title}: ${isDone ? "done" : "not done yet"}`,
  puzzles: "Puzzles",
  days: "days in a row",
  longestDays: "longest",
  solvedDays: "puzzles of the day",
  solvedPuzzles: "other puzzles",
  device: "All of this is only on this device. Save a copy in the settings.",
};
