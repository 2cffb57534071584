/** Geometry of the board; counterpart of `Layout` in `src/qttt/notation/theme.py`. */

import { type Board, columnName, hasDigitNames, squareName } from "../notation/moves";
import {
  CAP,
  DIGIT,
  GAP,
  LARGE_NUMBER,
  LINK,
  MARGIN,
  MAX_READABLE_SIDE,
  MAX_RIM,
  MIN_NUMBER,
  NAME_SIZE,
  NUMBER,
  NUMBER_AT,
  PADDING,
  RIM,
  TILE,
} from "./theme";

/** Distance of the number of a large mark from the edges of its tile, in font sizes. */
const NUMBER_INSET = 0.5;

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Label extends Point {
  readonly text: string;
}

/** Where a small mark is: its middle, and the radius of its rim. */
export interface Cell {
  readonly at: Point;
  readonly radius: number;
}

/** The height of a symbol, and its number: font size, and where the baseline starts. */
export interface MarkSize {
  readonly height: number;
  readonly number: number;
  /** Relative to the middle of the symbol. */
  readonly at: Point;
}

export class Layout {
  /** Where square names are displayed, if at all. */
  readonly names: "tile" | "margin" | null;

  constructor(
    readonly board: Board,
    coordinates = true,
  ) {
    const place = hasDigitNames(board) ? "tile" : "margin";
    this.names = coordinates ? place : null;
  }

  /** Whether everything is where `other` has it. */
  equals(other: Layout): boolean {
    const { rows, cols } = other.board;
    return rows === this.board.rows && cols === this.board.cols && other.names === this.names;
  }

  /** Font size of names; in the margin it grows with the board. */
  get nameSize(): number {
    const longest = Math.max(this.board.rows, this.board.cols);
    return NAME_SIZE * (this.names === "margin" ? Math.max(1, longest / 3) : 1);
  }

  get width(): number {
    return this.board.cols * (TILE + GAP) + this.origin + MARGIN - GAP;
  }

  get height(): number {
    return this.board.rows * (TILE + GAP) + this.origin + MARGIN - GAP;
  }

  /** The upper left corner of a tile. */
  corner(square: number): Point {
    const { cols } = this.board;
    const step = TILE + GAP;
    return {
      x: this.origin + (square % cols) * step,
      y: this.origin + Math.floor(square / cols) * step,
    };
  }

  centre(square: number): Point {
    const { x, y } = this.corner(square);
    return { x: x + TILE / 2, y: y + TILE / 2 };
  }

  /** The cell of a mark, the `index`-th of `count` in its square. */
  cell(square: number, index: number, count: number): Cell {
    const cols = Math.ceil(Math.sqrt(count));
    const rows = Math.ceil(count / cols);
    const [row, col] = [Math.floor(index / cols), index % cols];
    const [width, height] = [(TILE - 2 * PADDING) / cols, (TILE - 2 * PADDING) / rows];
    const inRow = Math.min(cols, count - row * cols);
    const { x, y } = this.centre(square);
    const at = {
      x: x + (col - (inRow - 1) / 2) * width,
      y: y + (row - (rows - 1) / 2) * height,
    };
    return { at, radius: Math.min(MAX_RIM, RIM * width, RIM * height) };
  }

  /** How much wider lines are than on boards of at most 4 rows and columns. */
  get lineScale(): number {
    return Math.max(1, this.board.rows / 4, this.board.cols / 4);
  }

  /** The width of links. */
  get linkWidth(): number {
    return LINK * this.lineScale;
  }

  /**
   * The size of a small mark in its rim, with a legible number beside its foot. A number too wide for
   * that is in the lower right corner of the cell.
   */
  markSize(digits: number, radius: number): MarkSize {
    const isReadable = Math.max(this.board.rows, this.board.cols) <= MAX_READABLE_SIDE;
    const number = Math.max(NUMBER * radius, isReadable ? MIN_NUMBER * this.width : 0);
    const [room, width] = [radius / RIM / 2, DIGIT * number * digits];
    const [right = 0, down = 0] = NUMBER_AT;
    const [beside, above] = [(room - width) / right, 2 * (room - CAP * number)];
    const height = Math.min(radius, Math.max(beside, above, number / 2));
    const isBeside = beside >= height;
    const at = isBeside ? { x: right * height, y: down * height } : { x: room - width, y: room };
    return { height, number, at };
  }

  /** The lower right corner of the number of a large mark. */
  numberCorner(square: number): Point {
    const { x, y } = this.corner(square);
    const inset = TILE - NUMBER_INSET * LARGE_NUMBER;
    return { x: x + inset, y: y + inset };
  }

  /** Names of squares, or of columns and rows, with their centres. */
  labels(): Label[] {
    const { rows, cols } = this.board;
    if (this.names === null) return [];
    if (this.names === "tile") {
      return range(rows * cols).map((square) => {
        const { x, y } = this.corner(square);
        return {
          text: squareName(this.board, square),
          x: x + 0.8 * NAME_SIZE,
          y: y + 0.85 * NAME_SIZE,
        };
      });
    }
    const middle = (this.origin - GAP / 2) / 2;
    return [
      ...range(cols).map((col) => ({
        text: columnName(col),
        x: this.centre(col).x,
        y: middle,
      })),
      ...range(rows).map((row) => ({
        text: `${row + 1}`,
        x: middle,
        y: this.centre(row * cols).y,
      })),
    ];
  }

  private get origin(): number {
    return MARGIN + (this.names === "margin" ? 1.6 * this.nameSize : 0);
  }
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
