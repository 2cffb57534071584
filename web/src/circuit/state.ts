/**
 * The quantum state of a position: the separable factors that its circuits prepare.
 *
 * A tree is a W state of its squares, a 1 the square that stays empty. The marks on a pending loop
 * are a GHZ state, a 1 the second square of a mark's pair. A stem has the same square in both worlds: its
 * qubit is in a basis state and entangled with nothing. The terms of a factor are all equally
 * likely, and no amplitude is negative.
 */

import type { Collapse, Survey } from "../kernel/types";
import { type Circuit, type Wire, circuitsOf, isSecond } from "./circuit";

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

/** The parts of a survey that determine the state. */
type Entangled = Pick<Survey, "places" | "collapses" | "loop" | "entanglements">;

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
    { kind: "GHZ", wires: loop, terms: collapses.map((each) => term(loop, each)) },
    ...wires.filter(isStem).map((wire): Factor => ({
      kind: "basis",
      wires: [wire],
      terms: collapses.slice(0, 1).map((each) => term([wire], each)),
    })),
  ];
}

function landing(wire: Wire, { places }: Collapse): Landing[] {
  const place = wire.kind === "mark" ? places[wire.mark - 1] : undefined;
  return wire.kind === "mark" && place ? [{ mark: wire.mark, square: place[0] }] : [];
}
