/** What to draw for given places of marks; counterpart of `src/qttt/notation/drawing.py`. */

import {
  type Line,
  type Loop,
  type Place,
  type Player,
  type Survey,
  classicalMarks,
  isClassical,
  playerOf,
  quantumMarks,
} from "../kernel/types";
import type { Rules } from "../kernel/rules";
import type { Board } from "../notation/moves";
import { Layout, type MarkSize, type Point, range } from "./layout";
import { linkRoutes, plainRoute } from "./link-routes";
import { obstaclesOf } from "./obstacles";
import { band, curve } from "./shapes";
import { BANDS, DASHES, LINK_COLORS, MAX_LINKED_SQUARES } from "./theme";

/** The role of a mark in a square, as in `src/qttt/notation/view.py`. */
export type Role =
  | "quantum"
  | "classical"
  | "loop" // on the pending loop, but not the closing mark
  | "closing"
  | "stem" // not on the pending loop, but collapses with it
  | "ghost" // not connected to the pending loop
  | "vanished" // was here, and landed on another square
  | "half"; // of an unfinished or suggested placement

/** A board to draw. It contains positions, not rules. */
export interface Content extends Board {
  readonly places: readonly Place[];
  readonly loop: Loop | null;
  /** The first mark of each quantum mark's entanglement, which identifies the entanglement. */
  readonly entanglements: ReadonlyMap<number, number>;
  readonly lines: readonly Line[];
  /** Whether the lines are krists. */
  readonly areKrists: boolean;
  /** The pair on which each mark was placed, as far as known. */
  readonly pairs: ReadonlyMap<number, Place>;
}

interface DisplayOptions {
  /** Default true. */
  readonly links?: boolean;
  /** Whether classical marks show the marks that vanished. */
  readonly history?: boolean;
  readonly half?: number | null;
  /** On large boards, the squares whose links are not faint. */
  readonly touched?: readonly number[];
  /** Whether squares have names; default true. */
  readonly coordinates?: boolean;
  /** Where all marks would be after a previewed collapse. */
  readonly preview?: readonly Place[] | null;
}

export interface SmallMark {
  readonly key: string;
  readonly mark: number;
  readonly square: number;
  readonly role: Role;
  readonly at: Point;
  /** Of its rim. */
  readonly radius: number;
  readonly size: MarkSize;
}

export interface LargeMark {
  readonly mark: number;
  readonly square: number;
  readonly at: Point;
  /** Whether it is faded behind the marks that vanished there. */
  readonly isWatermark: boolean;
  /** Whether its number is shown: a loop is pending, or both players have a line. */
  readonly hasNumber: boolean;
}

export interface SceneLink {
  readonly mark: number;
  readonly path: string;
  /** Of its entanglement. */
  readonly color: string;
  readonly dash: string;
  readonly role: Role;
  /** Whether it is one of many on a large board. */
  readonly isFaint: boolean;
}

export interface Band {
  readonly path: string;
  readonly width: number;
}

export interface Scene {
  readonly layout: Layout;
  readonly smallMarks: readonly SmallMark[];
  readonly largeMarks: readonly LargeMark[];
  readonly links: readonly SceneLink[];
  readonly bands: readonly Band[];
  /** Squares whose marks are only a preview. */
  readonly landing: ReadonlySet<number>;
}

/** The marks of each square in ascending order, with their roles. */
type Squares = readonly ReadonlyMap<number, Role>[];

/** What a board shows of a position; `lines` are those of a previewed collapse. */
export function contentOf(
  { rows, cols, scoring }: Rules,
  {
    places,
    loop,
    entanglements,
    ...survey
  }: Pick<Survey, "places" | "loop" | "entanglements" | "lines">,
  pairs: Content["pairs"] = new Map(places.map((place, i) => [i + 1, place])),
  lines = survey.lines,
): Content {
  const areKrists = scoring === "krist";
  return { rows, cols, places, loop, entanglements, lines, areKrists, pairs };
}

export function sceneOf(content: Content, shown: DisplayOptions = {}): Scene {
  const places = shown.preview ?? content.places;
  const squares = squaresOf(content, shown, places);
  const { rows, cols } = content;
  const layout = new Layout({ rows, cols }, shown.coordinates);
  const before = classicalMarks(content.places);
  const landing = new Set(
    [...classicalMarks(places).keys()].filter((square) => !before.has(square)),
  );
  const [small, large] = [
    smallMarks(squares, layout, shown.history),
    largeMarks(content, shown, places, layout),
  ];
  return {
    layout,
    smallMarks: small,
    largeMarks: large,
    links: (shown.links ?? true) ? links(content, shown, places, { layout, small, large }) : [],
    bands: bands(content, layout),
    landing,
  };
}

/** The player of a square's mark; of the last placed mark if none has landed there. */
export function lastPlayer(places: readonly Place[], square: number): Player {
  return playerOf(classicalMarks(places).get(square) ?? places.length);
}

/** Reuse unchanged objects of the previous scene, so that they are not rendered again. */
export function createSceneCache(): (scene: Scene) => Scene {
  const [smallMarks, largeMarks] = [reusedItems<SmallMark>(), reusedItems<LargeMark>()];
  const [links, bands] = [reusedItems<SceneLink>(), reusedItems<Band>()];
  let last: Layout | null = null;
  return ({ layout, ...scene }) => {
    if (!last?.equals(layout)) last = layout;
    return {
      ...scene,
      layout: last,
      smallMarks: smallMarks(scene.smallMarks),
      largeMarks: largeMarks(scene.largeMarks),
      links: links(scene.links),
      bands: bands(scene.bands),
    };
  };
}

function reusedItems<Item>(): (items: readonly Item[]) => readonly Item[] {
  let drawn: ReadonlyMap<string, Item> = new Map();
  let all: readonly Item[] = [];
  return (items) => {
    const looks = items.map((item) => [JSON.stringify(item), item] as const);
    drawn = new Map(looks.map(([look, item]) => [look, drawn.get(look) ?? item]));
    const values = [...drawn.values()];
    if (values.length !== all.length || values.some((item, i) => item !== all[i])) all = values;
    return all;
  };
}

function squaresOf(content: Content, shown: DisplayOptions, places: readonly Place[]): Squares {
  const squares = range(content.rows * content.cols).map(() => new Map<number, Role>());
  const roles = rolesOf(shown.preview ? null : content.loop);
  places.forEach((place, i) => {
    const mark = i + 1;
    if (isClassical(place)) {
      const left = shown.history ? content.pairs.get(mark) : [];
      for (const square of left ?? []) squares[square]?.set(mark, "vanished");
      squares[place[0]]?.set(mark, "classical");
    } else {
      const isSuggested = i >= content.places.length;
      const role = isSuggested ? "half" : (roles.get(mark) ?? (roles.size ? "ghost" : "quantum"));
      for (const square of place) squares[square]?.set(mark, role);
    }
  });
  squares[shown.half ?? -1]?.set(places.length + 1, "half");
  return squares;
}

function rolesOf(loop: Loop | null): ReadonlyMap<number, Role> {
  if (!loop) return new Map();
  const stems = loop.stems.map((mark) => [mark, "stem"] as const);
  const marks = loop.marks.map((mark) => [mark, "loop"] as const);
  return new Map<number, Role>([...stems, ...marks, [loop.closing, "closing"]]);
}

function smallMarks(squares: Squares, layout: Layout, history = false): SmallMark[] {
  return squares.flatMap((marks, square) =>
    [...marks].flatMap(([mark, role], index) => {
      if (role === "classical" && !history) return [];
      const { at, radius } = layout.cell(square, index, marks.size);
      const size = layout.markSize(`${mark}`.length, radius);
      return [{ key: `${mark}@${square}`, mark, square, role, at, radius, size }];
    }),
  );
}

function largeMarks(
  { loop, lines, areKrists }: Content,
  { history = false, preview }: DisplayOptions,
  places: readonly Place[],
  layout: Layout,
): LargeMark[] {
  const isNarrow = !areKrists && new Set(lines.map(({ player }) => player)).size === 2;
  const hasNumber = !history && (isNarrow || (loop !== null && !preview));
  return [...classicalMarks(places)].map(([square, mark]) => {
    return { mark, square, at: layout.centre(square), isWatermark: history, hasNumber };
  });
}

/**
 * Links between the halves of each quantum mark, those of the pending loop on top. Most links of a
 * large board are faint, at the bottom, and avoid nothing.
 */
function links(
  { entanglements, rows, cols }: Content,
  { touched = [] }: DisplayOptions,
  places: readonly Place[],
  { layout, small, large }: Drawn,
): SceneLink[] {
  const halves = new Map(small.map((half) => [half.key, half]));
  // The half of an unfinished placement moves no link.
  const placed = small.filter(({ mark }) => mark <= places.length);
  const isLarge = rows * cols > MAX_LINKED_SQUARES;
  const all = quantumMarks(places).flatMap((mark) => {
    const pair = places[mark - 1] as Place;
    const [a, b] = pair.map((square) => halves.get(`${mark}@${square}`));
    if (!a || !b) return [];
    const isMany = a.role === "quantum" || a.role === "ghost";
    const isFaint = isLarge && isMany && !touched.some((square) => pair.includes(square));
    const [start, end] = playerOf(mark) === "O" ? [b, a] : [a, b];
    return { mark, role: a.role, isFaint, start, end };
  });
  const drawn = all.filter(({ isFaint }) => !isFaint);
  const routes = linkRoutes(drawn, obstaclesOf(layout, placed, large), layout);
  return all
    .map((link) => {
      const { mark, role, isFaint } = link;
      const first = entanglements.get(mark) ?? mark;
      return {
        ...{ mark, role, isFaint },
        path: curve(routes[drawn.indexOf(link)] ?? plainRoute(link)),
        color: `link${((first - 1) % LINK_COLORS) + 1}`,
        dash: DASHES[(first - 1) % DASHES.length] ?? "",
      };
    })
    .sort((one, two) => orderOf(one) - orderOf(two));
}

interface Drawn {
  readonly layout: Layout;
  readonly small: readonly SmallMark[];
  readonly large: readonly LargeMark[];
}

const ON_TOP: readonly Role[] = ["quantum", "ghost", "stem", "loop", "closing"];

function orderOf({ isFaint, role }: SceneLink): number {
  return isFaint ? -1 : ON_TOP.indexOf(role);
}

/**
 * Bands below lines, wider for those of the earlier line's player; of krists the longest are wider,
 * and on large boards the only ones.
 */
function bands({ rows, cols, lines, areKrists }: Content, layout: Layout): Band[] {
  const longest = Math.max(...lines.map(({ squares }) => squares.length));
  const first = lines.reduce<Line | null>((a, b) => (a && a.time <= b.time ? a : b), null);
  const [wide = 0, narrow = 0, thin = 0] = BANDS;
  const width = ({ player, squares }: Line): number => {
    if (!areKrists) return player === first?.player ? wide : narrow;
    return squares.length === longest ? narrow * layout.lineScale : thin;
  };
  const isLarge = rows * cols > MAX_LINKED_SQUARES;
  return lines
    .filter(({ squares }) => !areKrists || !isLarge || squares.length === longest)
    .map((line) => ({
      path: band(layout.centre(line.squares[0] ?? 0), layout.centre(line.squares.at(-1) ?? 0)),
      width: width(line),
    }));
}
