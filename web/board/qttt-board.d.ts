/** The element `<qttt-board>`; importing the module defines it. */

export type Player = "X" | "O";

/** Details of all events; texts are in the notation of the game (spec/notation.md). */
export interface MoveDetail {
  /** `12`, `a1b2`, or a collapse `@5`. */
  readonly move: string;
  readonly by: Player | "chance";
  /** All moves since the start, as in the attribute `moves`. */
  readonly moves: string;
  /** The position after the move: `12/25`. */
  readonly position: string;
}

export interface CollapseDetail extends MoveDetail {
  /** The square of each mark that has landed: `{ X1: "2", O2: "5" }`. */
  readonly landed: Readonly<Record<string, string>>;
}

export interface EndDetail {
  readonly points: Readonly<Record<Player, number>>;
  /** Null if both have the same points. */
  readonly winner: Player | null;
  readonly termination: "line" | "full" | "blocked";
  readonly moves: string;
  readonly position: string;
}

export interface StepDetail {
  /** The moves before the displayed position, and that position. */
  readonly moves: string;
  readonly position: string;
}

export interface QtttBoardEvents {
  /** A placement or a collapse was made on the board. */
  move: CustomEvent<MoveDetail>;
  /** A collapse was made; follows its `move`. */
  collapse: CustomEvent<CollapseDetail>;
  /** The game is over; follows the last `move`. */
  end: CustomEvent<EndDetail>;
  /** The reader has stepped to another position of the game. */
  step: CustomEvent<StepDetail>;
}

/** Null and undefined remove the attribute of a property. */
export declare class QtttBoard extends HTMLElement {
  /** A preset with changed switches: `krist rows=5 cols=5`. Default: `goff`. */
  get rules(): string;
  set rules(text: string | null | undefined);
  /** The position at the start: `12/25`. Default: the empty board. */
  get position(): string;
  set position(text: string | null | undefined);
  /** Moves since the start: `12 25 15 @5`; those made on the board are added. */
  get moves(): string;
  set moves(text: string | null | undefined);
  /** Whether moves can be made on the board. */
  get interactive(): boolean;
  set interactive(isOn: boolean | null | undefined);
  /** Words of `links`, `worlds`, `values` and `steps`. Default: `links`. */
  get show(): string;
  set show(text: string | null | undefined);
  /** The displayed position; empty until it is displayed, or if an attribute is invalid. */
  readonly current: string;
  /** Resolves when the attributes, or a message about them, are displayed. */
  readonly ready: Promise<void>;

  addEventListener<Name extends keyof QtttBoardEvents>(
    type: Name,
    listener: (event: QtttBoardEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "qttt-board": QtttBoard;
  }
}
