/**
 * Everything the app says, in English. The other languages' files have the same messages; texts
 * with something to fill in are functions. Words are those of spec/glossary.md.
 */

import type { Failure, Refusal } from "../kernel/errors";
import type { Player } from "../kernel/types";
import type { Source } from "../match/chance";
import type { Level } from "../match/levels";

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
  "thesis-easy": "Easy",
  "thesis-medium": "Medium",
  "thesis-hard": "Hard",
  optimal: "Optimal",
  best: "Best",
};

const levelNotes: Record<Level, string> = {
  random: "Any legal move, each as likely as the others.",
  "thesis-easy": "Plays well every other time.",
  "thesis-medium": "One move in four is random.",
  "thesis-hard": "One move in ten is random, but never a collapse.",
  optimal: "Never errs. Nobody can do better.",
  best: "Thinks for a second. Nobody has solved this board.",
};

const presets: Record<Preset, { readonly name: string; readonly note: string }> = {
  goff: { name: "Goff’s rules", note: "The other player chooses how your loop collapses." },
  complete: { name: "Complete wins", note: "You win only if the other player has no line." },
  closer: { name: "Closer chooses", note: "Whoever closes a loop chooses how it collapses." },
  "no-pair-loops": { name: "No pair loops", note: "No second mark on the same pair of squares." },
  qubic3: { name: "Coin", note: "A coin decides every collapse." },
  qubic4: { name: "Coin, four in a row", note: "A coin decides every collapse." },
  qubic5: { name: "Coin, large board", note: "Four in a row; a coin decides every collapse." },
  krist: { name: "Krists", note: "Played until the board is full; the longest run wins." },
  classic3: { name: "Ordinary game", note: "Tic-tac-toe without quantum marks." },
  classic4: { name: "Ordinary, four in a row", note: "Tic-tac-toe without quantum marks." },
};

const refusals: Record<Refusal, string> = {
  "off-board": "There is no such square on this board.",
  "game-over": "The game is over.",
  "loop-pending": "A loop must be collapsed first.",
  "no-loop": "There is no loop to collapse.",
  "not-on-loop": "The closing mark cannot land there.",
  "not-open": "A classical mark stands there already.",
  "one-square": "A quantum mark needs two different squares.",
  "two-squares": "This mark goes into one square.",
  "pair-loop": "A second mark on the same pair is forbidden by these rules.",
};

const failures: Record<Failure, string> = {
  missing: "A part of the app could not be loaded.",
  broken: "A part of the app is damaged.",
  crashed: "The game’s engine has stopped.",
  rules: "These rules cannot be played.",
  position: "No game reaches this position.",
  "too-large": "This board is too large for the engine.",
  memory: "This device has too little free memory.",
  table: "The table of positions is damaged.",
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
};

export const en = {
  app: {
    title: "Quantum tic-tac-toe",
    tagline: "Every mark is in two squares until it has to decide.",
    loading: "Loading …",
    reload: "Reload",
    settings: "Settings",
    language: "Language",
    theme: "Appearance",
    themes: { system: "As the device", light: "Light", dark: "Dark" },
    close: "Close",
    offline: "The app is kept on this device and works without a network.",
    online: "The app is not kept on this device: it needs a network to start.",
    table: "The table of positions is in use.",
    noTable: "The table of positions is not in use, so the computer may take longer.",
    setAside:
      "What was saved here could not be read. It has been set aside on this device, and nothing else is lost.",
    notSaved: "This browser does not let the app save your game.",
    notAnswered: "Something went wrong that should not have.",
  },
  welcome: {
    mode: "Players",
    single: "One player",
    two: "Two players",
    marks: "Your marks",
    first: (player: Player): string => (player === "X" ? "X, first" : "O, second"),
    level: "Level",
    rules: "Rules",
    size: "Board",
    board: (rows: number, cols: number) => `${rows} × ${cols}`,
    start: "Play",
    proceed: "Go on with your game",
    proceedNote: (rules: string, marks: number) =>
      `${rules}, ${marks === 1 ? "1 mark" : `${marks} marks`} on the board`,
  },
  levels,
  levelNotes,
  presets,
  refusals,
  failures,
  titles,
  sources,
  game: {
    up: "Back to the start",
    undo: "Undo",
    redo: "Redo",
    reset: "Reset",
    links: "Links",
    again: "Play again",
    swap: "Change sides",
    thinking: "The computer is thinking",
    tossing: "The coin is in the air",
    moves: "Moves",
    noMoves: "None yet.",
    you: "You",
    playerOne: "Player 1",
    playerTwo: "Player 2",
    points: (text: string) => `${text} points`,
    series: (games: number) => (games === 1 ? "after 1 game" : `after ${games} games`),
    choose: "Choose",
    lands: (mark: string, square: string) => `${mark} lands on ${square}`,
  },
  status: {
    place: (mark: string) => `Place ${mark} in two squares.`,
    placeWhole: (mark: string) => `Place ${mark} in a square.`,
    half: (mark: string, square: string) =>
      `${mark} is half placed, on ${square}. Tap its other square, or ${square} again to take it back.`,
    lastSquare: (mark: string, square: string) =>
      `${mark} goes whole into ${square}, the last open square.`,
    yours: "Your turn",
    turn: (player: Player) => `${player} to move`,
    youChoose: "You choose",
    chooses: (player: Player) => `${player} chooses`,
    choose: (mark: string) =>
      `${mark} closed a loop. Tap a glowing mark to let it stay there, or choose where ${mark} lands.`,
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
      `${player} lets ${mark} land on ${square}.`,
    tossed: (mark: string, square: string, source: string) =>
      `The coin lets ${mark} land on ${square}. It came from ${source}.`,
  },
  refused: {
    point: "No mark of the loop is there. Tap one that glows.",
    wait: "It is not your turn.",
  },
  result: {
    youWin: "You win!",
    youLose: "You lose",
    wins: (player: Player) => `${player} wins`,
    nobody: "Nobody wins",
    points: (title: string, points: string) => `${title}, ${points}`,
    firstLine: (player: Player, line: string, mark: string) =>
      `${player}’s line ${line} is done by ${mark}`,
    nextLine: (player: Player, line: string, mark: string) => `${player}’s ${line} by ${mark}`,
    more: (count: number) => `and ${count} more`,
    noLine: "no line",
    krists: (count: number, length: number, others: number) =>
      `${count} ${count === 1 ? "krist" : "krists"} of ${length} squares against ${others || "none"}`,
    equalKrists: "the krists are equal in length and number",
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
    gone: (marks: string) => `gone: ${marks}`,
  },
};
