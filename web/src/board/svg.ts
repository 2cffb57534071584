/**
 * The board as an SVG document without identifiers, scripts or external resources; counterpart of
 * `src/qttt/notation/svg.py`.
 */

import { type Collapse, PLAYERS, type Player, playerOf } from "../kernel/types";
import { type Arrow, arrowsOf } from "./arrows";
import { type Point, range } from "./layout";
import {
  type Content,
  type LargeMark,
  type SceneLink,
  type Role,
  type Scene,
  type DisplayOptions,
  type SmallMark,
  lastPlayer,
  sceneOf,
} from "./scene";
import { cross } from "./shapes";
import {
  ARROW,
  ARROW_DASH,
  CASING,
  COLORS,
  type ColorName,
  DIGIT,
  OPACITY,
  FONT,
  GLOW_SCALE,
  LARGE,
  MARGIN,
  RADIUS,
  RING,
  SYMBOL,
  TILE,
} from "./theme";

export type Palette = Readonly<Record<ColorName, string>>;

/** A board to draw, with its accessible description. */
export interface Picture {
  readonly content: Content;
  readonly shown: DisplayOptions;
  readonly palette: Palette;
  readonly title: string;
  readonly description: string;
  /** Squares of the previous move, highlighted. */
  readonly last?: readonly number[];
  /** Both outcomes of a pending loop, if arrows replace the links. */
  readonly collapses?: readonly Collapse[];
}

export function svgOf(picture: Picture): string {
  const { content, shown, title, description, collapses = [] } = picture;
  const scene = sceneOf(content, shown);
  const { width, height } = scene.layout;
  const before = shown.preview ? sceneOf(content, { ...shown, preview: null }) : scene;
  const arrows = arrowsOf(content.places, collapses, shown.preview, before);
  const drawing = new Drawing(picture, scene, arrows);
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${number(width)} ${number(height)}`,
      role: "img",
      class: "qttt",
      "font-family": FONT,
      "font-weight": "600",
    },
    element("title", {}, escaped(title)),
    element("desc", {}, escaped(description)),
    ...drawing.layers(),
  );
}

/** A drawing with layers from tiles to arrows. */
class Drawing {
  constructor(
    private readonly picture: Picture,
    private readonly scene: Scene,
    private readonly arrows: readonly Arrow[],
  ) {}

  layers(): string[] {
    const { scene } = this;
    return [
      ...this.tiles(),
      ...this.rings(),
      this.names(),
      ...scene.links.flatMap((link) => this.link(link)),
      ...scene.largeMarks.map((mark) => this.largeMark(mark)),
      ...scene.smallMarks.flatMap((mark) => this.smallMark(mark)),
      ...this.bands(),
      ...this.arrows.map((arrow) => this.arrow(arrow)),
    ];
  }

  /** A group with that `currentColor`. */
  private pen(color: ColorName, attributes: Attributes, ...inside: string[]): string {
    const own = { class: `qttt-${color}`, color: this.picture.palette[color] };
    return element("g", { ...own, ...attributes }, ...inside);
  }

  private tint(square: number): ColorName {
    const isTinted = this.scene.landing.has(square) || this.picture.shown.half === square;
    return isTinted ? "preview" : "tile";
  }

  private tiles(): string[] {
    const { layout } = this.scene;
    const { rows, cols } = this.picture.content;
    const { width, height } = layout;
    const fill = { fill: "currentColor" };
    const tile = (square: number): string => {
      return element("rect", { ...layout.corner(square), width: TILE, height: TILE, rx: RADIUS });
    };
    const squares = range(rows * cols);
    const plain = squares.filter((square) => this.tint(square) === "tile");
    const tinted = squares.filter((square) => this.tint(square) !== "tile");
    return [
      this.pen("background", fill, element("rect", { width, height, rx: RADIUS + MARGIN / 2 })),
      this.pen("tile", fill, ...plain.map(tile)),
      ...tinted.map((square) => this.pen(this.tint(square), fill, tile(square))),
    ];
  }

  /** A ring inside the tiles of the last move. */
  private rings(): string[] {
    const { content, shown, last = [] } = this.picture;
    const side = TILE - RING;
    return [...new Set(last)].map((square) => {
      const { x, y } = this.scene.layout.corner(square);
      const at = { x: x + RING / 2, y: y + RING / 2, width: side, height: side };
      const line = { fill: "none", stroke: "currentColor", "stroke-width": RING };
      const ring = element("rect", { ...at, rx: RADIUS - RING / 2, ...line });
      return this.pen(colorOf(lastPlayer(shown.preview ?? content.places, square)), {}, ring);
    });
  }

  private names(): string {
    const size = this.scene.layout.nameSize;
    const labels = this.scene.layout
      .labels()
      .map(({ text, x, y }) => element("text", { x, y: y + 0.36 * size }, text));
    const attributes = { "font-size": size, fill: "currentColor", "text-anchor": "middle" };
    return this.pen("name", attributes, ...labels);
  }

  /** Bands over the lines of both players; their outlines are below all bands. */
  private bands(): string[] {
    const drawn = (player: Player, wider: number): string[] =>
      this.scene.bands
        .filter((band) => band.player === player)
        .map(({ path, width }) => stroke(path, width + wider, { "stroke-linecap": "round" }));
    return [
      this.pen("tile", {}, ...PLAYERS.flatMap((player) => drawn(player, CASING))),
      ...PLAYERS.map((player) => this.pen(colorOf(player), {}, ...drawn(player, 0))),
    ];
  }

  private link({ mark, path, color, dash, role }: SceneLink): string[] {
    const width = this.scene.layout.linkWidth;
    const round = { fill: "none", "stroke-linecap": "round" };
    const dashes: Attributes = dash ? { "stroke-dasharray": dash } : {};
    const glow = this.pen("glow", { ...round, opacity: 0.5 }, stroke(path, GLOW_SCALE * width));
    const link = this.pen(
      COLORS[COLORS.indexOf("link1") + color - 1] ?? "link1",
      { ...round, opacity: opacityOf(role) },
      stroke(path, width, dashes),
    );
    const isOnItsWay = this.arrows.some((arrow) => arrow.mark === mark);
    return [...(glows(role) ? [glow] : []), ...(isOnItsWay ? [] : [link])];
  }

  private largeMark({ mark, at, isWatermark }: LargeMark): string {
    const middle = { x: at.x - 0.04 * LARGE, y: at.y - 0.02 * LARGE };
    const edge = { x: at.x + 0.74 * LARGE, y: at.y + 0.71 * LARGE };
    return this.pen(
      colorOf(playerOf(mark)),
      { opacity: isWatermark ? OPACITY.watermark : 1 },
      symbol(mark, middle, LARGE, 0.19 * LARGE),
      subscript(mark, edge, 0.32 * LARGE, { "text-anchor": "end" }),
    );
  }

  private smallMark({ mark, role, at, square, radius, size }: SmallMark): string[] {
    const { height, number } = size;
    const left = at.x - (SYMBOL * height + DIGIT * number * `${mark}`.length) / 2;
    const middle = { x: left + 0.45 * height, y: at.y - 0.05 * height };
    const corner = { x: left + 0.96 * height, y: at.y + 0.68 * height };
    return [
      this.pen(this.tint(square), {}, disc(at, 0.87 * radius, 0.75)),
      ...(glows(role) ? [this.pen("glow", {}, ...glow(at, radius))] : []),
      this.pen(
        colorOf(playerOf(mark)),
        { opacity: opacityOf(role) },
        symbol(mark, middle, height, 0.15 * height),
        subscript(mark, corner, number),
        ...added(role, at, radius),
      ),
    ];
  }

  private arrow({ sense, shaft, head }: Arrow): string {
    const dash = ARROW_DASH.map((length) => number(length * this.scene.layout.linkWidth)).join(" ");
    const dashes: Attributes = sense === "second" ? { "stroke-dasharray": dash } : {};
    return this.pen(
      "arrow",
      { opacity: sense === "both" ? OPACITY.both : 1 },
      stroke(shaft, ARROW * this.scene.layout.linkWidth, { fill: "none", ...dashes }),
      element("path", { d: head, fill: "currentColor" }),
    );
  }
}

// --- strokes -------------------------------------------------------------------------------

/** An X or an O around a point. */
function symbol(mark: number, at: Point, height: number, weight: number): string {
  if (playerOf(mark) === "O") return ring(at, (height - weight) / 2, weight);
  const line = { d: cross(at, height, weight), fill: "none", stroke: "currentColor" };
  return element("path", { ...line, "stroke-width": weight, "stroke-linecap": "round" });
}

function subscript(mark: number, { x, y }: Point, size: number, more: Attributes = {}): string {
  return element("text", { x, y, "font-size": size, fill: "currentColor", ...more }, `${mark}`);
}

/** Rings that mark a role independently of colour. */
function added(role: Role, at: Point, radius: number): string[] {
  const dashes = (dash: number, gap: number): Attributes => {
    return { "stroke-dasharray": `${number(dash)} ${number(gap)}` };
  };
  switch (role) {
    case "closing":
      return [ring(at, radius, 0.08 * radius)];
    case "stem":
      return [ring(at, 0.91 * radius, 0.09 * radius, dashes(0.1, 0.25 * radius))];
    case "classical":
      return [ring(at, 0.91 * radius, 0.09 * radius)];
    case "half":
      return [ring(at, 0.91 * radius, 0.09 * radius, dashes(0.3 * radius, 0.3 * radius))];
    default:
      return [];
  }
}

/** Glow around a mark as rings: a gradient would need an identifier. */
function glow(at: Point, radius: number): string[] {
  const shades = [
    [1, 0.16],
    [0.87, 0.2],
    [0.75, 0.24],
  ] as const;
  return [
    ...shades.map(([share, opacity]) => disc(at, radius * share, opacity)),
    ring(at, 0.91 * radius, 0.08 * radius),
  ];
}

function disc({ x, y }: Point, r: number, opacity: number): string {
  return element("circle", { cx: x, cy: y, r, fill: "currentColor", opacity });
}

function ring({ x, y }: Point, r: number, weight: number, more: Attributes = {}): string {
  const line = { fill: "none", stroke: "currentColor", "stroke-width": weight };
  return element("circle", { cx: x, cy: y, r, ...line, "stroke-linecap": "round", ...more });
}

function stroke(path: string, width: number, more: Attributes = {}): string {
  return element("path", { d: path, stroke: "currentColor", "stroke-width": width, ...more });
}

// --- colours -------------------------------------------------------------------------------

function colorOf(player: Player): ColorName {
  return player === "X" ? "x" : "o";
}

function glows(role: Role): boolean {
  return role === "loop" || role === "closing";
}

function opacityOf(role: Role): number {
  return role === "ghost" || role === "stem" || role === "vanished" ? OPACITY[role] : 1;
}

// --- elements ------------------------------------------------------------------------------

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...inside: string[]): string {
  const pairs = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}="${typeof value === "number" ? number(value) : escaped(value)}"`;
  });
  const start = `<${name}${pairs.join("")}`;
  return inside.length ? `${start}>${inside.join("")}</${name}>` : `${start} />`;
}

function number(value: number): string {
  return String(Number(value.toFixed(2)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
