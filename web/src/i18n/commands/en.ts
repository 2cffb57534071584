/** Messages of the command line and the file menu. */

import { plural } from "../plural";

const counted = plural("en");

const usages = {
  play: ["play 0 0 1 2", "place a mark by rows and columns from 0"],
  undo: ["undo 2", "undo moves"],
  redo: ["redo 2", "redo moves"],
  random: ["random 3", "play random moves"],
  moves: ["moves", "list legal moves"],
  hint: ["best", "show the best moves (or hint)"],
  value: ["value", "show who is ahead"],
  board: ["board", "list every square"],
  rules: ["rules", "show the rules"],
  save: ["save my game", "save the game to a file"],
  load: ["load", "open a file"],
  link: ["link", "copy a link to this position"],
  help: ["help", "list the commands"],
} satisfies Record<string, readonly [usage: string, says: string]>;

export const en = {
  line: {
    label: "Command line",
    placeholder: "12, @5, undo 2, best, help …",
    send: "Run",
    close: "Close command line",
    notation: "12 or a1-b2 places a mark, @5 collapses a loop; you can enter several moves.",
    usages,
    moves: (count: number, squares: string) =>
      `${counted(count, { one: "# move", other: "# moves" })}, on these squares: ${squares}`,
    best: (moves: string, value: string) => `Best: ${moves}. ${value}`,
    others: (count: number) => `or ${count} equally good`,
    undone: (count: number) =>
      counted(count, { one: "One move undone.", other: "# moves undone." }),
    redone: (count: number) =>
      counted(count, { one: "One move redone.", other: "# moves redone." }),
    saved: (name: string) => `Saved as ${name}.`,
    loading: "Choose a file.",
    over: "The game is over.",
  },
  mistakes: {
    unknown: (word: string, near: string | null) =>
      `Unknown command “${word}”${near ? `; did you mean ${near}?` : ". Enter help for a list."}`,
    alone: (word: string, rest: string) => `${word} takes no arguments; leave out “${rest}”.`,
    count: (word: string, found: string) => `${word} takes a number of moves, not “${found}”.`,
    squares: "play takes rows and columns from 0: play 0 0 1 2 for two squares, play 0 0 for one.",
    number: (found: string) => `“${found}” is not a row or column number.`,
    outside: (row: number, col: number, rows: number, cols: number) =>
      `There is no square ${row} ${col}: rows go from 0 to ${rows}, columns from 0 to ${cols}.`,
    gameOver: "The game is over. Use undo to go back.",
    nothingToUndo: "Nothing to undo.",
    nothingToRedo: "Nothing to redo.",
    onlyOne: "Enter one move at a time against the computer.",
    onlyMoves: "You can only enter moves in a game. Use Analysis to set up a position.",
    notYours: "It is not your turn.",
  },
  files: {
    menu: "Share & files",
    save: "Save game",
    saveNote: "With all variations.",
    open: "Open file or text …",
    copyMoves: "Copy moves",
    copyGoff: "Copy Goff’s string",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    link: "Copy link",
    linkCopied: "Link copied.",
    close: "Close",
    dialog: "Open",
    paste: "A position, moves, a record, Goff’s string or a saved file",
    choose: "Choose a file",
    drop: "… or drop a file here.",
    read: "Open it",
    cancel: "Cancel",
    copied: "Copied.",
    notCopied: (text: string) => `This browser does not allow copying. Text: ${text}`,
    games: (count: number) => `The file has ${count} games; this is the first.`,
    mainLine: "Only the main line was opened. Use Analysis to see all variations.",
    empty: "No game found in this text.",
  },
};
