/** Messages for newcomers: the first game, hints during play, and the rules on a page. */

import { switches } from "switches:en";

const first = {
  place: "Tap the two outlined squares: your X1 goes into both at once.",
  share: "O2 shares square 7 with X1, so they are entangled; now share square 3 with O2.",
  choose: "O4 closed a loop, so all four marks have to land: choose how.",
  aim: "Landed marks stay for good, and you have two in a row: aim for the third square.",
  close: "Use the same two squares again: this closes a loop, and either way you get your third.",
  done: "Three in a row: you win!",
};

const concepts = {
  superposition:
    "Each mark is in two squares at once, a superposition, until a loop makes it decide.",
  entanglement:
    "Two marks share a square, so where one lands decides for the other: they are entangled.",
  loop: "These marks now form a loop: each depends on the next, so one of two outcomes is picked.",
  stem: "The dotted marks hang on the loop, so they land together with it.",
  classical: "Large marks have landed: they stay for good, and their square is closed.",
};

export const en = {
  title: "Your first game",
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  outcome: (mark: string, square: string) => `${mark} lands on ${square}`,
  outside: "Tap an outlined square.",
  skip: "Skip",
  again: "Start over",
  play: "Play your first game",
  toInvitation: "Back to your invitation",
  lessons: "All lessons",
  first,
  hint: "Hint",
  gotIt: "Got it",
  concepts,
  rules: "Rules",
  switches,
};
