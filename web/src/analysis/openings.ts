/** Opening theory of `goff`: the moves that keep the value; counterpart of `qttt.book.openings`. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import { symmetriesOf } from "../kernel/symmetry";
import type { Move, Place, Survey } from "../kernel/types";
import type { Evaluation } from "./evaluation.svelte";

/** The book's last number of marks. */
export const MAX_MARKS = 4;
const VALUE = 0.5;
const NAMES = {
  "19/": "diagonal",
  "19/13": "edge",
  "19/15": "half-diagonal",
  "19/35": "half-cross",
  "19/37": "cross",
} as const;
export type OpeningName = (typeof NAMES)[keyof typeof NAMES];
const SYMMETRIES = symmetriesOf({ rows: 3, cols: 3 });

/** A move of the book. */
export interface Continuation {
  readonly move: Move;
  /** Number of moves that lead to the same class of positions. */
  readonly ways: number;
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
  return loop ? `${collapses.map((each) => classText(each.places)).sort()}` : classText(places);
}

function nameOf(places: readonly Place[]): OpeningName | undefined {
  return NAMES[classText(places) as keyof typeof NAMES];
}

/** The named openings that begin a line, whose marks were placed on these pairs. */
export function namesOf(pairs: ReadonlyMap<number, Place>): OpeningName[] {
  const first = [pairs.get(1), pairs.get(2)].filter((place) => place !== undefined);
  return first.flatMap((_, i) => nameOf(first.slice(0, i + 1)) ?? []);
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
      return { move, ways, name: nameOf(after.places), keeping: kept, legal };
    }),
  );
}
