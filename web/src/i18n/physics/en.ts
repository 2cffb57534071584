/** Messages about worlds, odds and circuits, and of the classroom screen. */

import { plural } from "../plural";

const many = plural("en");

const layers = {
  links: "Links",
  arrows: "Loop arrows",
  history: "Vanished marks",
  moves: "Moves",
  values: "Values",
  worlds: "Worlds",
  odds: "Odds",
  state: "State",
  circuit: "Circuit",
};

const layerNotes = {
  links: "One colour and one pattern for each entanglement.",
  arrows: "Where each mark would land: solid in one outcome, dashed in the other.",
  history: "All marks a square has held. Tap a square to show only its own.",
  moves: "The moves played so far.",
  values: "The value of every move.",
  worlds: "Every board that is still possible.",
  odds: "Exact probability of each landing.",
  state: "The quantum state, ket by ket.",
  circuit: "The same marks in a quantum computer.",
};

const views = { play: "Play", learn: "Learn", analyse: "Analyse" };

const viewNotes = {
  play: "The board and the moves.",
  learn: "Adds worlds, odds, states and circuits, but no move values.",
  analyse: "Everything, including move values.",
};

export const en = {
  layers,
  layerNotes,
  views,
  viewNotes,
  ownView: "Custom.",
  shown: "View options",
  preset: "Preset",
  onBoard: "On the board",
  besideBoard: "Beside the board",
  panels: "About this position",
  close: "Close",
  noQuantum: "No mark is in two squares now.",
  worlds: {
    count: (count: number) => many(count, { one: "1 world", other: "# worlds" }),
    left: (count: number) =>
      many(count, { one: "1 outcome is possible.", other: "# outcomes are possible." }),
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
    squares: "Odds of each square",
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
    meaning: "Meaning",
    empty: (square: string) => `${square} stays empty`,
    norm: (sum: string) => `Norm: ${sum}`,
    notes: {
      GHZ: "GHZ state: one bit for each mark, in the order named. 0 is the first square of its pair, 1 the second.",
      basis:
        "Stem: a mark that lands on the same square in both outcomes, so it is not entangled with any other.",
      W: "W state: one bit for each square, in the order named. The 1 is the square that stays empty.",
    },
    born: "Each probability is the square of the amplitude before the bracket (Born’s rule).",
  },
  circuit: {
    w: (squares: string) => `Squares ${squares}: a W state`,
    ghz: (marks: string) => `Loop of ${marks}: a GHZ state`,
    wNote:
      "One wire for each square. When measured, exactly one wire shows 1, all equally likely: that square stays empty, and every mark lands in its square farther from it.",
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
    demonstrate: "Show a board",
    demonstrateNote: "A large board for the projector, with both outcomes of every loop.",
    play: "Play in class",
    playNote: "Open a room or enter one with its code; everybody plays on their own device.",
    keys: "Keys",
    listens: "Letter shortcuts",
    undo: "Undo",
    redo: "Redo",
    newGame: "New game",
    measure: "Show both outcomes",
    next: "Show what is left",
    coin: "Toss a coin",
    placed: (mark: string) => `${mark} is next. Tap two squares.`,
    halfPlaced: (mark: string, square: string) => `${mark} is in ${square}. Tap its second square.`,
    loop: (mark: string) => `${mark} has closed a loop. Its marks must decide.`,
    outcomes: (mark: string, one: string, other: string) =>
      `${mark} lands on ${one}: solid arrows. Or on ${other}: dashed arrows, the opposite way around.`,
    collapsed: (mark: string, square: string) => `${mark} landed on ${square}.`,
    tossed: (mark: string, square: string) => `Coin toss: ${mark} landed on ${square}.`,
    vanished: "All worlds in which it is elsewhere have vanished.",
    cannotRead: (what: string) => `This link cannot be opened: ${what}.`,
    arrowKeys: "Arrows",
    legend: {
      squares:
        "Place a mark on two squares. While a loop is pending: let its closing mark land there.",
      arrows: "Move between squares; Enter selects.",
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
      presets: "New game with other rules: the opponent, the closer or a coin chooses",
      dark: "Light or dark",
      keys: "Show these keys",
    },
  },
};
