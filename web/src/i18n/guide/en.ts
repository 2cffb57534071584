/** Messages for newcomers: the first game, hints during play, and the rules on a page. */

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

const places = {
  allowed: "Each turn puts one mark into two squares at once.",
  forbidden: "Each turn puts one mark into two squares at once, but no pair is used twice.",
};

const choosers = {
  other: "When entangled marks close a loop, the other player picks one of two outcomes.",
  closer: "When entangled marks close a loop, the player who closed it picks one of two outcomes.",
  chance: "When entangled marks close a loop, a coin picks one of two outcomes.",
};

const olderWins = (length: number): string =>
  `${length} landed marks in a row win. If both players get a line at once, the older one wins.`;

const scorings = {
  goff: (length: number) =>
    `${length} landed marks in a row win. If both players get a line at once, the older one counts 1 point and the other ½.`,
  winner: olderWins,
  complete: (length: number) =>
    `${length} landed marks in a row win. If both players get a line at once, it is a draw.`,
  match: olderWins,
  krist: (_length: number) => "The game lasts until the board is full; then the longest row wins.",
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
  places,
  choosers,
  scorings,
  classicPlace: "Each turn puts one mark into an empty square.",
  classicLine: (length: number) => `${length} marks in a row win.`,
  shares: "Marks that share a square are entangled: where one lands decides for the other.",
  lands: "Then every mark of the loop, and every mark attached to it, lands and stays.",
  forced: "If only one square is left, the last mark goes there.",
  blank: "The last square stays empty.",
  board: (rows: number, cols: number) => `Board: ${rows} × ${cols}.`,
};
