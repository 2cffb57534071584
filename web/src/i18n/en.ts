/**
 * English messages. Other languages have the same keys; messages with placeholders are functions.
 * Terms follow spec/glossary.md.
 */

import type { Failure, IllegalMoveReason } from "../kernel/errors";
import type { Player } from "../kernel/types";
import type { Source } from "../match/chance";
import type { Level } from "../match/levels";
import { plural } from "./plural";

const counted = plural("en");

export type Title = "complete" | "narrow" | "double" | "cat" | "win" | "draw";
export type Preset =
  | "goff"
  | "complete"
  | "closer"
  | "no-pair-loops"
  | "qubic3"
  | "qubic4"
  | "qubic5"
  | "krist"
  | "classic3"
  | "classic4";

const levels: Record<Level, string> = {
  random: "Random",
  easy: "Easy",
  medium: "Medium",
  hard: "Hard",
  best: "Best",
  optimal: "Optimal",
  "thesis-easy": "Easy (thesis)",
  "thesis-medium": "Medium (thesis)",
  "thesis-hard": "Hard (thesis)",
  "eval-easy": "Easy (evaluation)",
  "eval-intermediate": "Intermediate (evaluation)",
  "eval-difficult": "Difficult (evaluation)",
};

/** Short names within a family of levels. */
const levelKeys: Record<Level, string> = {
  ...levels,
  "thesis-easy": "Easy",
  "thesis-medium": "Medium",
  "thesis-hard": "Hard",
  "eval-easy": "Easy",
  "eval-intermediate": "Intermediate",
  "eval-difficult": "Difficult",
};

const levelNotes: Record<Level, string> = {
  random: "Any legal move, all equally likely.",
  easy: "Takes an immediate win, rarely plans ahead.",
  medium: "Plans ahead about every other move.",
  hard: "Plans ahead on most moves.",
  best: "Always plans ahead; nobody knows perfect play here.",
  optimal: "Plays perfectly.",
  "thesis-easy": "Smanis 2016: every other move is random.",
  "thesis-medium": "Smanis 2016: one move in four is random.",
  "thesis-hard": "Smanis 2016: one in ten, never a collapse.",
  "eval-easy": "One move ahead; prefers single marks.",
  "eval-intermediate": "One move ahead; prefers lines one short.",
  "eval-difficult": "Alpha-beta, cut off after a second.",
};

const presets: Record<Preset, { readonly name: string; readonly note: string }> = {
  goff: { name: "Standard rules", note: "The other player chooses how your loop collapses." },
  complete: { name: "Complete wins", note: "You win only if the other player has no line." },
  closer: { name: "Closer chooses", note: "The player who closes a loop chooses." },
  "no-pair-loops": { name: "No pair loops", note: "No second mark on the same pair of squares." },
  qubic3: { name: "Random collapse", note: "A coin decides every collapse." },
  qubic4: {
    name: "Random collapse, four in a row",
    note: "Four in a row; a coin decides every collapse.",
  },
  qubic5: {
    name: "Random collapse, large board",
    note: "Four in a row; a coin decides every collapse.",
  },
  krist: { name: "Longest row", note: "Played until the board is full; the longest row wins." },
  classic3: { name: "Classic tic-tac-toe", note: "Tic-tac-toe without quantum marks." },
  classic4: { name: "Classic, four in a row", note: "Tic-tac-toe without quantum marks." },
};

const illegalMoves: Record<IllegalMoveReason, string> = {
  "off-board": "That square is not on this board.",
  "game-over": "The game is over.",
  "loop-pending": "Collapse the loop first.",
  "no-loop": "There is no loop to collapse.",
  "not-on-loop": "The closing mark cannot land there.",
  "not-open": "That square is already taken.",
  "one-square": "A quantum mark needs two different squares.",
  "two-squares": "Place this mark in one square.",
  "pair-loop": "These rules forbid two marks on the same pair.",
};

const failures: Record<Failure, string> = {
  missing: "A part of the app could not be loaded.",
  broken: "A part of the app is damaged.",
  crashed: "The game engine has stopped.",
  rules: "These rules cannot be played.",
  position: "No game reaches this position.",
  "too-large": "This board is too large for the engine.",
  memory: "This device has too little free memory.",
  table: "The tablebase is damaged.",
};

const titles: Record<Title, string> = {
  complete: "Complete win",
  narrow: "Narrow win",
  double: "Double win",
  cat: "Cat’s game",
  win: "Win",
  draw: "Draw",
};

const sources: Record<Source, string> = {
  browser: "this device’s random numbers (crypto.getRandomValues)",
  device: "an unnamed device",
};

export const en = {
  app: {
    title: "Quantum tic-tac-toe",
    tagline: "Every mark is in two squares until it has to decide.",
    loading: "Loading …",
    reload: "Reload",
    settings: "Settings",
    close: "Close",
    setAside: "Saved data could not be read and was moved aside. Nothing else is lost.",
    notSaved: "Your game cannot be saved in this browser.",
    invalidLink: "This link does not contain a playable game.",
    unexpectedError: "Something unexpected went wrong.",
  },
  welcome: {
    hero: {
      label: "A game that plays itself: five marks, a loop, and its collapse",
      two: "Each mark is in two squares at once.",
      shared: "Marks that share a square are entangled.",
      loop: "A loop! Now they have to decide …",
      end: "… and X has three in a row.",
      pause: "Pause",
    },
    setup: "Game",
    mode: "Players",
    single: "One player",
    two: "Two players",
    marks: "Your marks",
    first: (player: Player): string => (player === "X" ? "X first" : "O second"),
    random: "Random side",
    starter: "Who starts",
    starts: (player: Player): string => (player === "X" ? "You start" : "Computer starts"),
    level: "Level",
    advanced: "Advanced",
    family: "Opponent type",
    families: { ladder: "Standard", thesis: "Research", eval: "Evaluation" },
    familyNotes: {
      ladder: "From random moves to perfect play.",
      thesis: "The five levels of Smanis’ thesis (2016).",
      eval: "A classical program that scores positions.",
    },
    rules: "Rules",
    size: "Board",
    board: (rows: number, cols: number) => `${rows} × ${cols}`,
    start: "Play",
    learn: "Learn in one minute",
    explore: "Explore",
    resume: "Continue your game",
  },
  screens: {
    games: "Your games",
    lessons: "Lessons",
    puzzles: "Puzzles",
    analysis: "Analysis",
    teach: "Classroom",
    review: "Review",
    online: "Online",
  },
  levels,
  levelKeys,
  levelNotes,
  presets,
  illegalMoves,
  failures,
  titles,
  sources,
  game: {
    home: "Home",
    undo: "Undo",
    redo: "Redo",
    reset: "Reset",
    layers: "View",
    again: "Play again",
    swap: "Swap sides",
    newSeries: "New series",
    moveNow: "Move now",
    youLead: (points: string, games: string) => `You lead ${points} ${games}.`,
    computerLeads: (points: string, games: string) => `The computer leads ${points} ${games}.`,
    playerLeads: (name: string, points: string, games: string) =>
      `${name} leads ${points} ${games}.`,
    tied: (points: string, games: string) => `${points} ${games}.`,
    krists: (count: number, length: number) =>
      counted(count, { one: `# krist of ${length}`, other: `# krists of ${length}` }),
    thinking: "The computer is thinking",
    tossing: "The coin is in the air",
    moves: "Moves",
    noMoves: "None yet.",
    you: "You",
    playerOne: "Player 1",
    playerTwo: "Player 2",
    points: (points: number, text: string) =>
      `${text} ${counted(Math.ceil(points), { one: "point", other: "points" })}`,
    series: (games: number) => counted(games, { one: "after # game", other: "after # games" }),
    choose: "Choose",
    lands: (mark: string, square: string) => `${mark} lands on ${square}`,
  },
  status: {
    place: (mark: string) => `Place ${mark} in two squares.`,
    placeWhole: (mark: string) => `Place ${mark} in a square.`,
    half: (mark: string, square: string) =>
      `${mark} is in ${square}. Tap its second square, or ${square} again to undo.`,
    lastSquare: (mark: string, square: string) =>
      `${mark} goes in ${square}, the last open square.`,
    yours: "Your turn",
    turn: (player: Player) => `${player} to move`,
    youChoose: "You choose",
    chooses: (player: Player) => `${player} chooses`,
    confirm: (mark: string, square: string) =>
      `Preview: ${mark} lands on ${square}. Tap again to confirm, or elsewhere to cancel.`,
    choose: "Tap a glowing mark to keep it there, or choose below.",
    coin: "A coin decides",
    coinAbout: (mark: string) => `${mark} closed a loop. Where will it land?`,
    closed: (mark: string) => `${mark} closed a loop.`,
  },
  events: {
    placed: (mark: string, one: string, other: string) => `${mark} is in ${one} and ${other}.`,
    whole: (mark: string, square: string) => `${mark} is in ${square}.`,
    closed: (mark: string, one: string, other: string) =>
      `${mark} is in ${one} and ${other} and closes a loop.`,
    collapsed: (player: Player, mark: string, square: string) =>
      `${player} chose ${square} for ${mark}.`,
    tossed: (mark: string, square: string, source: string) =>
      `Coin toss: ${mark} lands on ${square}. Source: ${source}.`,
    landed: (mark: string, square: string) =>
      `Coin toss: ${mark} lands on ${square} (source unknown).`,
  },
  rejections: {
    point: "Tap one of the glowing marks.",
    wait: "It is not your turn.",
  },
  result: {
    youWin: "You win!",
    youLose: "You lose",
    wins: (player: Player) => `${player} wins`,
    noWinner: "Nobody wins",
    points: (title: string, points: string) => `${title}, ${points}`,
    firstLine: (mark: string, line: string) => `${mark} completes the line ${line}`,
    nextLine: (mark: string, line: string, isLater: boolean) =>
      `${mark} ${isLater ? "later " : ""}completes ${line}`,
    more: (count: number) => `and ${count} more`,
    noLine: "no line",
    krists: (count: number, length: number, others: number) =>
      `${counted(count, { one: "# krist", other: "# krists" })} of ${counted(length, { one: "# square", other: "# squares" })} against ${others || "none"}`,
    kristsEach: (count: number, length: number) =>
      `${counted(count, { one: "# krist", other: "# krists" })} of ${length} squares each`,
    noKrist: "no krist",
    blocked: "no pair is left",
  },
  squares: {
    board: (rows: number, cols: number) => `Board of ${rows} by ${cols} squares`,
    empty: (square: string) => `${square}: empty`,
    holds: (square: string, marks: string) => `${square}: ${marks}`,
    quantum: (mark: string, other: string) => `${mark}, also in ${other}`,
    classical: (mark: string) => `${mark}, classical`,
    loop: (mark: string, other: string) => `${mark} on the loop, also in ${other}`,
    closing: (mark: string, other: string) => `closing mark ${mark}, also in ${other}`,
    stem: (mark: string, other: string) => `stem ${mark}, also in ${other}`,
    half: (mark: string) => `${mark}, half placed`,
    vanished: (marks: string) => `gone: ${marks}`,
  },
};
