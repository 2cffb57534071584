/**
 * Each separable part of a position as a quantum circuit of five gates: H, X, Ry, CNOT, measure.
 *
 * A tree on k squares leaves each of them empty in one of its k worlds: a W state, one wire for each
 * square, which shows 1 if the square stays empty. A pending loop has two worlds: a GHZ state, one
 * wire for each mark, which shows 0 if the mark lands in the first square of its pair and 1 if in
 * the second. Stems land on the same square in both, so their wires are constant.
 */

import type { Collapse, Loop, Place, Survey } from "../kernel/types";

/** Measured value of a wire: 1 for an empty square, 1 for a mark's second square. */
export type Wire =
  | { readonly kind: "square"; readonly square: number }
  | { readonly kind: "mark"; readonly mark: number; readonly place: Place };

/** The angle sign · arcsin √(share ⁄ of): of `of` worlds, `share` stay on this wire. */
export interface Angle {
  readonly sign: 1 | -1;
  readonly share: number;
  readonly of: number;
}

export type Gate =
  | { readonly kind: "h" | "x" | "measure"; readonly wire: number }
  | { readonly kind: "ry"; readonly wire: number; readonly angle: Angle }
  | { readonly kind: "cnot"; readonly control: number; readonly target: number };

export interface Circuit {
  readonly state: "W" | "GHZ";
  readonly wires: readonly Wire[];
  readonly gates: readonly Gate[];
}

/** The parts of a survey that determine its circuits. */
type Entangled = Pick<Survey, "places" | "collapses" | "loop" | "entanglements">;

/** The circuits of all parts, the pending loop first. */
export function circuitsOf({ places, collapses, loop, entanglements }: Entangled): Circuit[] {
  const [outcome] = collapses;
  const looped = new Set(loop ? [...loop.marks, ...loop.stems] : []);
  const trees = new Map<number, Set<number>>();
  for (const [mark, first] of entanglements) {
    if (looped.has(mark)) continue;
    const squares = trees.get(first) ?? new Set();
    trees.set(first, squares);
    for (const square of places[mark - 1] ?? []) squares.add(square);
  }
  return [
    ...(loop && outcome ? [ghz(places, loop, outcome)] : []),
    ...[...trees.values()].map((squares) => w([...squares].sort((a, b) => a - b))),
  ];
}

export function radians({ sign, share, of }: Angle): number {
  return sign * Math.asin(Math.sqrt(share / of));
}

/** W state: a single 1, equally likely on every wire. */
function w(squares: readonly number[]): Circuit {
  const spreading = spread(0, squares.length);
  // The first rotation of a wire precedes everything else on it, so all can be drawn in one column.
  const isFirst = (gate: Gate): boolean => gate.kind === "ry" && gate.angle.sign === 1;
  return {
    state: "W",
    wires: squares.map((square) => ({ kind: "square", square })),
    gates: [
      { kind: "x", wire: 0 },
      ...spreading.filter(isFirst),
      ...spreading.filter((gate) => !isFirst(gate)),
      ...measured(squares.length),
    ],
  };
}

/**
 * Spread the 1 of wire `first` evenly over `count` wires: move it to the upper half with that
 * half's share, then recurse into both halves. The two rotations cancel if there is no 1 to move.
 */
function spread(first: number, count: number): Gate[] {
  if (count === 1) return [];
  const share = Math.ceil(count / 2);
  const target = first + share;
  return [
    { kind: "ry", wire: target, angle: { sign: 1, share, of: count } },
    { kind: "cnot", control: first, target },
    { kind: "ry", wire: target, angle: { sign: -1, share, of: count } },
    { kind: "cnot", control: target, target: first },
    ...spread(first, share),
    ...spread(target, count - share),
  ];
}

/** GHZ state: every mark of the loop as in one collapse or the other; a fixed bit for each stem. */
function ghz(places: readonly Place[], loop: Loop, outcome: Collapse): Circuit {
  const others = loop.marks.filter((mark) => mark !== loop.closing);
  const chain = [loop.closing, ...others];
  const wires = [...chain, ...loop.stems].map((mark): Wire => ({
    kind: "mark",
    mark,
    place: places[mark - 1] as Place,
  }));
  const ones = wires.flatMap((wire, i) => (isSecond(wire, outcome) ? [i] : []));
  return {
    state: "GHZ",
    wires,
    gates: [
      { kind: "h", wire: 0 },
      ...others.map((_, i): Gate => ({ kind: "cnot", control: i, target: i + 1 })),
      ...ones.map((wire): Gate => ({ kind: "x", wire })),
      ...measured(wires.length),
    ],
  };
}

/** Whether the mark lands in the second square of its pair. */
export function isSecond(wire: Wire, { places }: Collapse): boolean {
  return wire.kind === "mark" && places[wire.mark - 1]?.[0] === wire.place[1];
}

function measured(count: number): Gate[] {
  return Array.from({ length: count }, (_, wire): Gate => ({ kind: "measure", wire }));
}

/**
 * The gates by column. A CNOT also occupies the wires between its control and target, so that
 * nothing is drawn across it; measurements share the last column.
 */
export function columnsOf(gates: readonly Gate[], wires: number): Gate[][] {
  const columns: Gate[][] = [];
  const next = Array.from({ length: wires }, () => 0);
  const put = (gate: Gate, [top, bottom]: Span, column: number): void => {
    (columns[column] ??= []).push(gate);
    next.fill(column + 1, top, bottom + 1);
  };
  const isLast = ({ kind }: Gate): boolean => kind === "measure";
  for (const gate of gates.filter((candidate) => !isLast(candidate))) {
    const span = spanOf(gate);
    put(gate, span, Math.max(...next.slice(span[0], span[1] + 1)));
  }
  const end = columns.length;
  for (const gate of gates.filter(isLast)) put(gate, spanOf(gate), end);
  return columns;
}

/** First and last wire of a drawn gate. */
type Span = readonly [number, number];

export function spanOf(gate: Gate): Span {
  if (gate.kind !== "cnot") return [gate.wire, gate.wire];
  const { control, target } = gate;
  return [Math.min(control, target), Math.max(control, target)];
}

// --- the state ------------------------------------------------------------------------------

/*
 * The quantum state of a position: the separable factors that its circuits prepare.
 *
 * A tree is a W state of its squares, a 1 the square that stays empty. The marks on a pending loop
 * are a GHZ state, a 1 the second square of a mark's pair. A stem has the same square in both worlds: its
 * qubit is in a basis state and entangled with nothing. The terms of a factor are all equally
 * likely, and no amplitude is negative.
 */

/** A basis state: the values of the wires and their meaning. */
export interface Term {
  readonly bits: string;
  /** The square that stays empty; null in a factor of marks. */
  readonly empty: number | null;
  /** Where the marks of the factor land; empty in a factor of squares. */
  readonly landings: readonly Landing[];
}

export interface Landing {
  readonly mark: number;
  readonly square: number;
}

export interface Factor {
  readonly kind: "W" | "GHZ" | "basis";
  readonly wires: readonly Wire[];
  readonly terms: readonly Term[];
}

/** The factors of a position: the loop and its stems first, then the trees. */
export function factorsOf(survey: Entangled): Factor[] {
  const stems = survey.loop?.stems ?? [];
  return circuitsOf(survey).flatMap((circuit) =>
    circuit.state === "W" ? [tree(circuit)] : looped(circuit, stems, survey.collapses),
  );
}

/** The amplitude of each of `terms` equally likely terms: `1/√3`, `1/2`, `1`. */
export function amplitudeText(terms: number): string {
  const root = Math.round(Math.sqrt(terms));
  if (root * root !== terms) return `1/√${terms}`;
  return root === 1 ? "1" : `1/${root}`;
}

/** Without the character ⟩, which many system fonts lack. */
export function ketText({ bits }: Term): string {
  return `|${bits}>`;
}

/** A factor in Dirac notation; if longer than `most` terms, the first two and the last. */
export function factorText({ terms }: Factor, maxTerms = Infinity): string {
  const kets = terms.map(ketText);
  const shown = kets.length > maxTerms ? [...kets.slice(0, 2), "…", ...kets.slice(-1)] : kets;
  return kets.length === 1 ? shown.join() : `${amplitudeText(kets.length)} (${shown.join(" + ")})`;
}

function tree({ wires }: Circuit): Factor {
  const terms = wires.map((empty): Term => ({
    bits: wires.map((wire) => (wire === empty ? "1" : "0")).join(""),
    empty: empty.kind === "square" ? empty.square : null,
    landings: [],
  }));
  return { kind: "W", wires, terms };
}

/** The GHZ state of the loop, and a factor for each stem. */
function looped(
  { wires }: Circuit,
  stems: readonly number[],
  collapses: readonly Collapse[],
): Factor[] {
  const isStem = (wire: Wire): boolean => wire.kind === "mark" && stems.includes(wire.mark);
  const loop = wires.filter((wire) => !isStem(wire));
  const term = (of: readonly Wire[], collapse: Collapse): Term => ({
    bits: of.map((wire) => (isSecond(wire, collapse) ? "1" : "0")).join(""),
    empty: null,
    landings: of.flatMap((wire) => landing(wire, collapse)),
  });
  return [
    { kind: "GHZ", wires: loop, terms: collapses.map((collapse) => term(loop, collapse)) },
    ...wires.filter(isStem).map((wire): Factor => ({
      kind: "basis",
      wires: [wire],
      terms: collapses.slice(0, 1).map((collapse) => term([wire], collapse)),
    })),
  ];
}

function landing(wire: Wire, { places }: Collapse): Landing[] {
  const place = wire.kind === "mark" ? places[wire.mark - 1] : undefined;
  return wire.kind === "mark" && place ? [{ mark: wire.mark, square: place[0] }] : [];
}
