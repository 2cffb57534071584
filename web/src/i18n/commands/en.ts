/** Messages of the command line and the file menu. */

import type { CommandName } from "../../analysis/commands";
import { plural } from "../plural";

const counted = plural("en");

const usages: Record<CommandName, readonly [usage: string, says: string]> = {
  play: ["play 0 0 1 2", "the same by rows and columns from 0"],
  undo: ["undo 2", "take moves back"],
  redo: ["redo 2", "play again what was taken back"],
  random: ["random 3", "let chance play"],
  moves: ["moves", "list what can be played"],
  hint: ["best", "tell the best moves (or hint)"],
  value: ["value", "tell who is ahead"],
  board: ["board", "tell what is in every square"],
  rules: ["rules", "tell the rules of this game"],
  save: ["save my game", "write the game into a file"],
  load: ["load", "open a file"],
  link: ["link", "copy a link to this position"],
  help: ["help", "list the commands"],
};

export const en = {
  line: {
    label: "Command line",
    placeholder: "12, @5, undo 2, best, help …",
    send: "Do it",
    close: "Close the command line",
    notation:
      "12 or a1-b2 places a mark, @5 collapses a loop; several moves may follow each other.",
    usages,
    moves: (count: number, squares: string) =>
      `${counted(count, { one: "# move", other: "# moves" })}, between these squares: ${squares}`,
    best: (moves: string, value: string) => `Best: ${moves}. ${value}`,
    others: (count: number) => `or ${count} others as good`,
    undone: (count: number) =>
      counted(count, { one: "One move taken back.", other: "# moves taken back." }),
    redone: (count: number) =>
      counted(count, { one: "One move played again.", other: "# moves played again." }),
    saved: (name: string) => `Saved as ${name}.`,
    loading: "Choose a file.",
    over: "The game is over.",
  },
  mistakes: {
    unknown: (word: string, near: string | null) =>
      `There is no command “${word}”${near ? `; did you mean ${near}?` : ". help lists them all."}`,
    alone: (word: string, rest: string) => `${word} stands alone, without “${rest}”.`,
    count: (word: string, found: string) =>
      `${word} takes a number of moves from 1 up, not “${found}”.`,
    squares: "play takes rows and columns from 0: play 0 0 1 2 for two squares, play 0 0 for one.",
    number: (found: string) => `“${found}” is no row or column; they are numbers from 0.`,
    outside: (row: number, col: number, rows: number, cols: number) =>
      `There is no square ${row} ${col}: rows go from 0 to ${rows}, columns from 0 to ${cols}.`,
    gameOver: "The game is over; undo takes moves back.",
    nothingToUndo: "There is no move to take back.",
    nothingToRedo: "There is no move to play again.",
    onlyOne: "Against the computer one move at a time can be played.",
    onlyMoves: "In a game only moves can be typed. Open the analysis to set up a position.",
    notYours: "It is not your turn.",
  },
  files: {
    menu: "Files",
    save: "Save file",
    saveNote: "Everything that was tried. Repairs itself if it is damaged.",
    open: "Open file or text …",
    record: "Record (.qtn)",
    copyMoves: "Copy the moves",
    copyGoff: "Copy Goff’s string",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    link: "Copy link",
    linkCopied: "The link has been copied.",
    close: "Close",
    dialog: "Open",
    paste: "A position, moves, a record, Goff’s string or a saved file",
    choose: "Choose a file",
    drop: "… or drop a file here.",
    read: "Open it",
    cancel: "Cancel",
    copied: "Copied.",
    notCopied: (text: string) => `This browser does not let pages copy. The text is: ${text}`,
    repaired: (bytes: number) =>
      counted(bytes, {
        one: "One damaged byte was repaired. Save the file again.",
        other: "# damaged bytes were repaired. Save the file again.",
      }),
    games: (count: number) => `The file has ${count} games; this is the first.`,
    mainLine: "Only the main line was taken: a game has no variations. The analysis has them all.",
    empty: "There is no game in this text.",
  },
};
