/** Where everything is on a board; the twin of `Layout` in `src/qttt/notation/theme.py`. */

import { type Board, columnName, hasDigitNames, squareName } from "../notation/moves";
import { GAP, MARGIN, MOST_SLOTS, NAME_SIZE, SLOTS, SMALL, TILE, markWidth } from "./theme";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Label extends Point {
  readonly text: string;
}

export class Layout {
  /** Whether each mark has a slot of its own, in every square. */
  readonly isFixed: boolean;
  /** The number of slots along a tile. */
  private readonly side: number;
  private readonly inTile: boolean;

  /** `mostMarks` are in the fullest square. */
  constructor(
    readonly board: Board,
    mostMarks: number,
  ) {
    const size = board.rows * board.cols;
    this.isFixed = size <= MOST_SLOTS;
    this.side = Math.ceil(Math.sqrt(this.isFixed ? size : Math.max(4, mostMarks)));
    this.inTile = hasDigitNames(board);
  }

  /** The size of names, which in the margin grow with the board. */
  get nameSize(): number {
    const longest = Math.max(this.board.rows, this.board.cols);
    return NAME_SIZE * (this.inTile ? 1 : Math.max(1, longest / 6));
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

  /** The middle of a slot; they are numbered from 0, in reading order. */
  slot(square: number, number: number): Point {
    const { x, y } = this.corner(square);
    const { width, height } = this.slotSize;
    return {
      x: x + SLOTS[0] + ((number % this.side) + 0.5) * width,
      y: y + SLOTS[1] + (Math.floor(number / this.side) + 0.5) * height,
    };
  }

  /** The height of small marks whose subscripts have at most so many digits. */
  small(digits: number): number {
    const { width, height } = this.slotSize;
    return Math.min(SMALL * height, (0.94 * width) / markWidth(digits));
  }

  /** The names of squares, or of columns and rows, and the middle of each. */
  labels(): Label[] {
    const { rows, cols } = this.board;
    if (this.inTile) {
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

  private get origin(): number {
    return MARGIN + (this.inTile ? 0 : 1.6 * this.nameSize);
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
