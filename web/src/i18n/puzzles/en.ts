/** Messages of the puzzles screen. */

import type { Player } from "../players";

const goals = {
  "complete-win": "win",
  "narrow-win": "win narrowly, by half a point",
  "double-win": "get a double win",
  win: "win",
  "hold-the-draw": "hold the draw",
  "limit-the-loss": "lose as little as you can",
  "best-odds": "get the best odds",
};

export const en = {
  title: "Puzzles",
  grade: "Difficulty",
  all: "All",
  gradeNote: "How hard it is for a person to find the only right move, from 1 to 5.",
  place: (player: Player, mark: string) => `${player} to place ${mark}`,
  choose: (player: Player, mark: string) => `${player} chooses where ${mark} lands`,
  goals,
  task: (who: string, goal: string) => `${who}: ${goal}.`,
  only: "Only one move works.",
  wrong: (move: string, amount: string) => `${move} loses ${amount}.`,
  again: "Try another move.",
  solved: "Solved!",
  shown: "Solution:",
  landing: (mark: string, square: string) => `${mark} on ${square}`,
  right: (move: string) => `${move} is the only right move.`,
  others: (least: string, most: string) =>
    least === most ? `Every other move loses ${least}.` : `The others lose ${least} to ${most}.`,
  streak: (count: number) => `${count} in a row`,
  longest: (count: number) => `best ${count}`,
  progress: (solved: number, all: number) => `${solved} of ${all} solved`,
  show: "Show the solution",
  playOn: "Play on",
  next: "Next puzzle",
  analyse: "Analyse",
  grades: (grade: number) => `Grade ${grade}`,
};
