/** A picture to share: a board with a heading, the players, and a question. */

import { PLAYERS, type Player } from "../kernel/types";
import { type Palette, type Picture, svgOf } from "./svg";
import { type ColorName, FONT } from "./theme";

export interface Card {
  readonly heading: string;
  /** Who wins, for the colour of the heading. */
  readonly winner: Player | null;
  readonly names: Readonly<Record<Player, string>> | null;
  readonly question: string;
  /** The app and its address. */
  readonly app: string;
  readonly address: string;
  readonly picture: Picture;
}

/** As high as messengers show pictures in full. */
const [WIDTH, HEIGHT] = [1080, 1350] as const;
const SIDE = 56;
/** Average width of a letter, as a share of the font size. */
const LETTER = 0.56;
const BOARD = { x: 130, y: 262, width: 820, height: 820 } as const;
/** The smallest font size; longer names are cut. */
const MIN_SIZE = 30;

export function cardSvg({ heading, winner, names, question, app, address, picture }: Card): string {
  const { palette } = picture;
  const color: ColorName = winner === null ? "glow" : winner === "X" ? "x" : "o";
  const title = { fill: palette[color], weight: 800 };
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      "font-family": FONT,
      "text-anchor": "middle",
    },
    ground(palette),
    line(heading, { y: names ? 124 : 168, size: 88, ...title }),
    names ? players(names, palette) : "",
    board(picture),
    line(question, { y: 1182, size: 58, fill: palette.name, weight: 700 }),
    line(`${app} · ${address}`, { y: 1282, size: 36, fill: palette.name, weight: 500 }),
  );
}

/** The colour of the board's ground, with a glow behind the board. */
function ground({ background, glow }: Palette): string {
  const middle = { cx: WIDTH / 2, cy: BOARD.y + BOARD.height / 2 };
  const rings = [680, 610, 540].map((r) =>
    element("circle", { ...middle, r, fill: glow, opacity: 0.035 }),
  );
  const filled = element("rect", { width: WIDTH, height: HEIGHT, fill: background });
  return [filled, ...rings].join("");
}

/** `X Me – O Medium`, each in its colour. */
function players(names: Readonly<Record<Player, string>>, palette: Palette): string {
  const texts = PLAYERS.map((player) => `${player} ${names[player]}`);
  const size = sizeOf(texts.join("   "), 46);
  const [X = "", O = ""] = texts.map((text) => cut(text, size, WIDTH / 2 - SIDE));
  return element(
    "text",
    { x: WIDTH / 2, y: 208, "font-size": size, "font-weight": 700, fill: palette.name },
    element("tspan", { fill: palette.x }, escaped(X)),
    element("tspan", { dx: size / 2 }, "–"),
    element("tspan", { dx: size / 2, fill: palette.o }, escaped(O)),
  );
}

function board(picture: Picture): string {
  const { x, y, width, height } = BOARD;
  const size = `<svg x="${x}" y="${y}" width="${width}" height="${height}" text-anchor="start" `;
  return svgOf(picture).replace("<svg ", size);
}

interface Style {
  readonly y: number;
  /** The largest font size. */
  readonly size: number;
  readonly fill: string;
  readonly weight: number;
}

function line(text: string, { y, size: max, fill, weight }: Style): string {
  const size = sizeOf(text, max);
  const style = { x: WIDTH / 2, y, "font-size": size, "font-weight": weight, fill };
  return element("text", style, escaped(cut(text, size, WIDTH - 2 * SIDE)));
}

/** The font size with which the text fits between the sides. */
function sizeOf(text: string, max: number): number {
  return Math.max(MIN_SIZE, Math.min(max, (WIDTH - 2 * SIDE) / (LETTER * text.length)));
}

function cut(text: string, size: number, width: number): string {
  const length = Math.floor(width / (LETTER * size));
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

// --- elements ------------------------------------------------------------------------------

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, ...inside: string[]): string {
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

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
