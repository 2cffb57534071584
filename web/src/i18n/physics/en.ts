/** Messages about worlds, odds and circuits, and of the classroom screen. */

import type { Layer } from "../../settings/layers";
import type { View } from "../../settings/views";
import { plural } from "../plural";

const many = plural("en");

const layers: Record<Layer, string> = {
  links: "Links",
  arrows: "Arrows of a loop",
  history: "What has vanished",
  moves: "Moves",
  values: "Values",
  worlds: "Worlds",
  odds: "Odds",
  state: "State",
  circuit: "Circuit",
};

const layerNotes: Record<Layer, string> = {
  links: "One colour and one pattern for each entanglement.",
  arrows: "Where each mark would land: solid in one outcome, dashed in the other.",
  history: "Every mark that ever stood in a square. One square at a time: tap it.",
  moves: "What has been played.",
  values: "What every move is worth.",
  worlds: "Every board that can still come out.",
  odds: "How likely each mark lands where, exactly.",
  state: "The quantum state, ket by ket.",
  circuit: "The same marks in a quantum computer.",
};

const views: Record<View, string> = { play: "Play", learn: "Learn", analyse: "Analyse" };

const viewNotes: Record<View, string> = {
  play: "The board and the moves.",
  learn: "Worlds, odds, states and circuits too. Which move is best stays your secret.",
  analyse: "Everything, also what each move is worth.",
};

export const en = {
  layers,
  layerNotes,
  views,
  viewNotes,
  ownView: "Your own choice.",
  shown: "What is shown",
  preset: "For",
  onBoard: "On the board",
  besideBoard: "Beside the board",
  panels: "About this position",
  close: "Close",
  noQuantum: "No mark is in two squares now.",
  worlds: {
    count: (count: number) => many(count, { one: "1 world", other: "# worlds" }),
    left: (count: number) =>
      many(count, { one: "1 world can come out.", other: "# worlds can come out." }),
    gone: (title: string) => `${title}: vanished`,
    contradicted: (count: number, mark: string) =>
      many(count, {
        one: `1 world had no room for ${mark}`,
        other: `# worlds had no room for ${mark}`,
      }),
    filter: "Worlds with",
    lands: (mark: string, square: string) => `${mark} lands on ${square}`,
    match: (some: number, all: number) =>
      `${many(some, { one: "1", other: "#" })} of ${many(all, { one: "1 world", other: "# worlds" })}`,
    page: (first: number, last: number) => `${first}–${last}`,
    earlier: "Earlier worlds",
    later: "Later worlds",
    world: (marks: string) => `World: ${marks}`,
    place: (mark: string, square: string) => `${mark} in ${square}`,
  },
  odds: {
    marks: "Where each mark lands",
    squares: "What each square gets",
    mark: "Mark",
    square: "Square",
    landing: "Lands on",
    nothing: "nothing",
    considered: (mark: string, square: string) => `If ${mark} lands on ${square}:`,
  },
  state: {
    product: (count: number) =>
      many(count, {
        one: "The state of these marks cannot be split into factors.",
        other: "The state is a product of # factors, none of which can be split.",
      }),
    basis: (mark: string) => `Stem ${mark}: a basis state`,
    ket: "Basis state",
    probability: "Probability",
    meaning: "What it says",
    empty: (square: string) => `${square} stays empty`,
    norm: (sum: string) => `Norm: ${sum}`,
    notes: {
      GHZ: "GHZ state: one bit for each mark, in the order named. 0 is the first square of its pair, 1 the second.",
      basis:
        "Stem: a mark that lands on the same square in both outcomes, so it is entangled with no other.",
      W: "W state: one bit for each square, in the order named. The 1 is the square that stays empty.",
    },
    born: "Each probability is the square of the amplitude before the bracket (Born’s rule).",
  },
  circuit: {
    w: (squares: string) => `Squares ${squares}: a W state`,
    ghz: (marks: string) => `Loop of ${marks}: a GHZ state`,
    wNote:
      "One wire for each square. Measured, exactly one wire shows 1, each as likely as the others: that square stays empty, and every mark lands at its end away from it.",
    ghzNote: (mark: string, zero: string, one: string) =>
      `One wire for each mark, which shows 0 for the first square of its pair and 1 for the second. All wires are decided by one coin: ${mark} shows 0 and lands on ${zero}, or 1 and lands on ${one}.`,
    stemNote: (marks: string, count: number) =>
      many(count, {
        one: `${marks} lands on the same square in both outcomes, so nothing is left to chance.`,
        other: `${marks} land on the same squares in both outcomes, so nothing is left to chance.`,
      }),
    angle: "Ry with a fraction p turns by ± arcsin √p.",
    gates: "Gates",
    described: (state: string, wires: number, gates: number) =>
      `Circuit of a ${state} state: ${many(wires, { one: "1 wire", other: "# wires" })}, ${many(gates, { one: "1 gate", other: "# gates" })}`,
    gate: {
      h: (wire: string) => `H on ${wire}`,
      x: (wire: string) => `X on ${wire}`,
      measure: (wire: string) => `measure ${wire}`,
      ry: (wire: string, angle: string) => `Ry ${angle} on ${wire}`,
      cnot: (control: string, target: string) => `CNOT from ${control} to ${target}`,
    },
    square: (square: string) => `square ${square}`,
  },
  teach: {
    project: "Show to a class",
    title: "Classroom",
    keys: "Keys",
    listens: "Letters are commands",
    undo: "Undo",
    redo: "Redo",
    newGame: "New game",
    measure: "Show both outcomes",
    next: "Only what is left",
    coin: "Toss a coin",
    placed: (mark: string) => `${mark} is next. Tap two squares.`,
    halfPlaced: (mark: string, square: string) =>
      `${mark} is half placed, on ${square}. Tap its other square.`,
    loop: (mark: string) => `${mark} has closed a loop. Its marks must decide.`,
    outcomes: (mark: string, one: string, other: string) =>
      `${mark} lands on ${one}: solid arrows. Or on ${other}: dashed arrows, the opposite way around.`,
    collapsed: (mark: string, square: string) => `${mark} landed on ${square}.`,
    tossed: (mark: string, square: string) => `The coin let ${mark} land on ${square}.`,
    vanished: "All worlds in which it is elsewhere have vanished.",
    cannotRead: (what: string) => `The address of this page cannot be followed: ${what}.`,
    arrowKeys: "Arrows",
    legend: {
      squares:
        "Place a mark on two squares. While a loop is pending: let its closing mark land there.",
      arrows: "From square to square; Enter presses.",
      next: "Next step of a measurement; Page Down too",
      coin: "Let a coin decide",
      undo: "Undo; Page Up too",
      redo: "Redo",
      links: "Links",
      worlds: "Worlds",
      odds: "Odds",
      values: "Values",
      state: "State",
      circuit: "Circuit",
      newGame: "New game",
      presets:
        "New game by other rules: the other player chooses, the closer chooses, a coin decides",
      dark: "Light or dark",
      keys: "These keys",
    },
  },
};
