/** Opening theory of `goff`: the moves that keep the value; counterpart of `qttt.book.openings`. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import { symmetriesOf } from "../kernel/symmetry";
import type { Move, Place, Survey } from "../kernel/types";
import type { Evaluation } from "./evaluation.svelte";

/** The book's last number of marks. */
export const MAX_MARKS = 4;
const VALUE = 0.5;
const SYMMETRIES = symmetriesOf({ rows: 3, cols: 3 });

/** The name of a placement: its shape, and the earlier marks that share a square with it. */
export interface OpeningName {
  readonly shape: PairShape;
  readonly touched: readonly number[];
  readonly isFirst: boolean;
  readonly isLoop: boolean;
}

type PairShape =
  | "edge"
  | "half-edge"
  | "middle-line"
  | "half-middle-line"
  | "diagonal"
  | "half-diagonal"
  | "short-diagonal"
  | "knight";

/** A move of the book. */
export interface Continuation {
  readonly move: Move;
  /** Number of moves that lead to the same class of positions. */
  readonly ways: number;
  /** Collapses have none. */
  readonly name: OpeningName | undefined;
  /** The next moves that keep the value, and the number of all. */
  readonly keeping: readonly Move[];
  readonly legal: number;
}

/** The places of X, `/`, and those of O, the least of all symmetric texts; up to six marks. */
function classText(places: readonly Place[]): string {
  const images = SYMMETRIES.map((symmetry) => {
    const mapped = places.map((place) =>
      place
        .map((square) => (symmetry[square] ?? 0) + 1)
        .sort()
        .join(""),
    );
    const of = (player: number): string =>
      mapped
        .filter((_, i) => i % 2 === player)
        .sort()
        .join("");
    return `${of(0)}/${of(1)}`;
  });
  return images.sort()[0] as string;
}

/** Identifies a class of positions; that of a loop is its two collapses. */
export function classOf({ places, loop, collapses }: Survey): string {
  return loop
    ? `${collapses.map((collapse) => classText(collapse.places)).sort()}`
    : classText(places);
}

function shapeOf(a: number, b: number): PairShape {
  const hasCentre = a === 4 || b === 4;
  switch ((Math.floor(a / 3) - Math.floor(b / 3)) ** 2 + ((a % 3) - (b % 3)) ** 2) {
    case 1:
      return hasCentre ? "half-middle-line" : "half-edge";
    case 2:
      return hasCentre ? "half-diagonal" : "short-diagonal";
    case 4:
      return a % 2 === 0 ? "edge" : "middle-line";
    case 5:
      return "knight";
    default:
      return "diagonal";
  }
}

/** The name of the last placement. */
function nameOf(places: readonly Place[]): OpeningName {
  const [a = 0, b = 0] = places.at(-1) ?? [];
  let labels = Array.from({ length: 9 }, (_, square) => square);
  const touched: number[] = [];
  places.slice(0, -1).forEach(([c = 0, d = c], i) => {
    if (c === d) return; // classical
    labels = labels.map((label) => (label === labels[d] ? (labels[c] ?? 0) : label));
    if (c === a || c === b || d === a || d === b) touched.push(i + 1);
  });
  const isLoop = labels[a] === labels[b];
  return { shape: shapeOf(a, b), touched, isFirst: places.length === 1, isLoop };
}

/** The names of the first marks, placed on these pairs of an empty board. */
export function namesOf(pairs: ReadonlyMap<number, Place>): OpeningName[] {
  const first = [...pairs.values()].slice(0, MAX_MARKS);
  if (first.some(([a, b = a]) => a === b)) return [];
  return first.map((_, i) => nameOf(first.slice(0, i + 1)));
}

/** The book's moves in a position, one of each class; none if a move before lost value. */
export async function continuations(
  kernel: Pick<Kernel, "play">,
  evaluation: Pick<Evaluation, "ask">,
  rules: Rules,
  survey: Survey,
): Promise<Continuation[]> {
  const keeping = async (here: Survey) => {
    const { value, moves } = await evaluation.ask(rules, here, new AbortController().signal);
    const kept = value === VALUE ? moves.filter(({ loss }) => loss === 0) : [];
    return { kept: kept.map(({ move }) => move), legal: moves.length };
  };
  const { places } = survey;
  if (places.length > MAX_MARKS || (places.length === MAX_MARKS && !survey.loop)) return [];
  const groups = new Map<string, { move: Move; after: Survey; ways: number }>();
  for (const move of (await keeping(survey)).kept) {
    const after = await kernel.play({ rules, places }, move);
    const known = groups.get(classOf(after)) ?? { move, after, ways: 0 };
    groups.set(classOf(after), { ...known, ways: known.ways + 1 });
  }
  return Promise.all(
    [...groups.values()].map(async ({ move, after, ways }) => {
      const { kept, legal } = await keeping(after);
      const name = move.kind === "placement" ? nameOf(after.places) : undefined;
      return { move, ways, name, keeping: kept, legal };
    }),
  );
}
