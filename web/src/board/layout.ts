/** Geometry of the board; counterpart of `Layout` in `src/qttt/notation/theme.py`. */

import { type Board, columnName, hasDigitNames, squareName } from "../notation/moves";
import {
  GAP,
  MARGIN,
  MAX_FIXED_SQUARES,
  MAX_STEADY_SQUARES,
  NAME_SIZE,
  SLOT_ORDERS,
  SLOTS,
  SMALL,
  TILE,
  markWidth,
} from "./theme";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Label extends Point {
  readonly text: string;
}

export class Layout {
  /** Whether each mark has its own slot in every square. */
  private readonly isFixed: boolean;
  /** Number of slots along a tile. */
  private readonly side: number;
  /** Where square names are displayed, if at all. */
  private readonly names: "tile" | "margin" | null;

  /** `mostMarks` is the number of marks in the fullest square. */
  constructor(
    readonly board: Board,
    maxMarks: number,
    coordinates = true,
  ) {
    this.isFixed = this.size <= MAX_FIXED_SQUARES;
    const minSlots = this.size <= MAX_STEADY_SQUARES ? 9 : 4;
    this.side = Math.ceil(Math.sqrt(this.isFixed ? this.size : Math.max(minSlots, maxMarks)));
    const place = hasDigitNames(board) ? "tile" : "margin";
    this.names = coordinates ? place : null;
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

  /** The centre of the slot of the `arrival`-th mark in its square, from 0. */
  slot(square: number, mark: number, arrival: number): Point {
    const { x, y } = this.corner(square);
    const { width, height } = this.slotSize;
    const number = this.isFixed ? mark - 1 : (SLOT_ORDERS[this.side]?.[arrival] ?? arrival);
    return {
      x: x + SLOTS[0] + ((number % this.side) + 0.5) * width,
      y: y + SLOTS[1] + (Math.floor(number / this.side) + 0.5) * height,
    };
  }

  /**
   * The height of small marks for that many marks on the board, so that subscripts fit. Constant on
   * boards of up to `MAX_STEADY_SQUARES` squares.
   */
  small(marks: number): number {
    const maxMarks = this.size <= MAX_STEADY_SQUARES ? this.size : marks;
    const { width, height } = this.slotSize;
    return Math.min(SMALL * height, (0.94 * width) / markWidth(String(maxMarks).length));
  }

  /** Names of squares, or of columns and rows, with their centres. */
  labels(): Label[] {
    const { rows, cols } = this.board;
    if (this.names === null) return [];
    if (this.names === "tile") {
      return range(rows * cols).map((square) => {
        const { x, y } = this.corner(square);
        return { text: squareName(this.board, square), x: x + NAME_SIZE, y: y + NAME_SIZE };
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

  private get size(): number {
    return this.board.rows * this.board.cols;
  }

  private get origin(): number {
    return MARGIN + (this.names === "margin" ? 1.6 * this.nameSize : 0);
  }

  private get slotSize(): { readonly width: number; readonly height: number } {
    const [left, top, right, bottom] = SLOTS;
    return {
      width: (TILE - left - right) / this.side,
      height: (TILE - top - bottom) / this.side,
    };
  }
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
