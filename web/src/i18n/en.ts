/**
 * English messages. Other languages have the same keys; messages with placeholders are functions.
 * Terms follow spec/glossary.md.
 */

import { presets } from "presets:en";

import type { Player } from "./players";
import { plural } from "./plural";

const counted = plural("en");

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

const levels = {
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
const levelKeys = {
  ...levels,
  "thesis-easy": "Easy",
  "thesis-medium": "Medium",
  "thesis-hard": "Hard",
  "eval-easy": "Easy",
  "eval-intermediate": "Intermediate",
  "eval-difficult": "Difficult",
};

const levelNotes = {
  random: "Any legal move, all equally likely.",
  easy: "Takes an immediate win, rarely plans ahead.",
  medium: "Plans ahead about every other move.",
  hard: "Plans ahead on most moves.",
  best: "Always plans ahead; perfect play is unknown here.",
  optimal: "Plays perfectly.",
  "thesis-easy": "Smanis 2016: every other move is random.",
  "thesis-medium": "Smanis 2016: one move in four is random.",
  "thesis-hard": "Smanis 2016: one in ten, never a collapse.",
  "eval-easy": "One move ahead; prefers single marks.",
  "eval-intermediate": "One move ahead; prefers lines one short.",
  "eval-difficult": "Alpha-beta, cut off after a second.",
};

const illegalMoves = {
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

const failures = {
  missing: "A part of the app could not be loaded.",
  broken: "A part of the app is damaged.",
  crashed: "The game engine has stopped.",
  rules: "These rules cannot be played.",
  position: "No game reaches this position.",
  "too-large": "This board is too large for the engine.",
  memory: "This device has too little free memory.",
  table: "The tablebase is damaged.",
};

export const en = {
  app: {
    title: "Quantum tic-tac-toe",
    tagline: "Every mark is in two squares until it has to decide.",
    loading: "Loading …",
    reload: "Reload",
    settings: "Settings",
    close: "Close",
    install: "Install the app",
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
    dailyDone: "Done for today",
    streak: (days: number) => counted(days, { one: "# day in a row", other: "# days in a row" }),
  },
  screens: {
    games: "Your games",
    lessons: "Lessons",
    puzzles: "Puzzles",
    daily: "Puzzle of the day",
    record: "Your record",
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
  game: {
    home: "Home",
    undo: "Undo",
    redo: "Redo",
    reset: "Restart",
    layers: "Display",
    rematch: "Rematch",
    result: "Result",
    share: "Share",
    swap: "Swap sides",
    newSeries: "New series",
    tryNext: (level: string) => `You beat this level. Try ${level}?`,
    moveNow: "Move now",
    krists: (count: number, length: number) =>
      counted(count, { one: `# krist of ${length}`, other: `# krists of ${length}` }),
    thinking: "The computer is thinking",
    tossing: "The coin is in the air",
    moves: "Moves",
    noMoves: "No moves yet.",
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
    place: (mark: string) => `Choose two squares for ${mark}.`,
    placeWhole: (mark: string) => `Choose a square for ${mark}.`,
    half: (square: string) => `Now choose a second square, or ${square} again to undo.`,
    lastSquare: (mark: string, square: string) =>
      `Only square ${square} is left: ${mark} goes there.`,
    yours: "Your turn",
    turn: (player: Player) => `${player} to move`,
    youChoose: "You choose",
    chooses: (player: Player) => `${player} chooses`,
    confirm: (mark: string, square: string) =>
      `Preview: ${mark} lands on ${square}. Tap again to confirm.`,
    choose: "Choose how the loop collapses.",
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
      `${player} chose: ${mark} is on ${square}.`,
    tossed: (mark: string, square: string, device: string) =>
      `The coin put ${mark} on ${square}${device && ` (${device})`}.`,
  },
  rejections: {
    point: "Choose one of the glowing marks.",
    unclear: "That was between two marks. Choose one of them, or a board below.",
    wait: "It is not your turn.",
  },
  result: {
    moods: { draw: "Draw", decided: "Game over", won: "You won!", lost: "You lost" },
    wins: (player: Player) => `${player} wins`,
    completed: (player: Player, lines: string) => `${player} completed ${lines}`,
    youCompleted: (lines: string) => `You completed ${lines}`,
    olderFirst: (player: Player, points: string) =>
      `Both made a line at once; ${player}’s was older, so ${player} wins ${points}`,
    yoursFirst: (points: string) =>
      `Both made a line at once; yours was older, so you win ${points}`,
    bothDraw: "Both made a line, so nobody wins",
    listed: (lines: readonly string[]) => lines.join(" and "),
    more: (count: number) => `${count} more`,
    noLine: "No line",
    copied: "Link copied.",
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
