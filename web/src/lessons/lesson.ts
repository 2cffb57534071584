/**
 * What a lesson is, as data. It says what is to be looked at, done and answered, and never what is
 * right: that comes from the position, through the kernel.
 */

import type { Player } from "../kernel/types";

/** What a move has to reach. Marks count from 1; a square is a name, as in moves. */
export type Goal =
  /** The player has a line. */
  | { readonly goal: "line"; readonly player: Player }
  /** One half of the new mark is in that square. */
  | { readonly goal: "covers"; readonly square: string }
  /** The new mark hangs together with all of these, and no loop is closed. */
  | { readonly goal: "entangles"; readonly marks: readonly number[] }
  /** The new mark closes a loop, of so many marks if that is said. */
  | { readonly goal: "loop"; readonly size?: number }
  /** A mark of the player is classical in that square. */
  | { readonly goal: "takes"; readonly player: Player; readonly square: string }
  /** The new mark closes a loop, and in both collapses the player has a line. */
  | { readonly goal: "either-way"; readonly player: Player }
  /** No move leads to more points, if both play on perfectly. */
  | { readonly goal: "best" };

/** What can be asked about a position, by the form of its answer. */
export type Question =
  // Tap squares.
  | { readonly ask: "halves"; readonly mark: number }
  | { readonly ask: "landing"; readonly mark: number }
  | { readonly ask: "line"; readonly player: Player }
  | { readonly ask: "last" }
  // Choose marks.
  | { readonly ask: "together"; readonly mark: number }
  | { readonly ask: "loop" | "stems" | "settling" | "staying" }
  // Choose one of several answers.
  | { readonly ask: "worlds"; readonly options: readonly number[] }
  | {
      readonly ask: "worlds-with";
      readonly mark: number;
      readonly square: string;
      readonly options: readonly number[];
    }
  | { readonly ask: "decider" | "first" | "winner" }
  | { readonly ask: "has-line"; readonly player: Player }
  | { readonly ask: "time"; readonly player: Player }
  | { readonly ask: "points"; readonly player: Player }
  | { readonly ask: "best"; readonly moves: readonly string[] };

/** Something to look at: the position after these moves. */
export interface Scene {
  /** From the empty board, in the machine form of moves. */
  readonly after: string;
}

/** How many of the last moves are played before the reader's eyes, and what stands beside. */
export interface Reading extends Scene {
  readonly plays: number;
  readonly shows: "worlds" | null;
}

export interface Deed extends Scene {
  readonly goal: Goal;
}

export interface Inquiry extends Scene {
  readonly question: Question;
}

export interface ReadStep<Id extends string = string> {
  readonly id: Id;
  readonly kind: "read";
  readonly variants: readonly [Reading];
}

export interface DoStep<Id extends string = string> {
  readonly id: Id;
  readonly kind: "do";
  /** The same thing to do in several positions; one of them is drawn. */
  readonly variants: readonly [Deed, ...Deed[]];
}

export interface AnswerStep<Id extends string = string> {
  readonly id: Id;
  readonly kind: "answer";
  readonly variants: readonly [Inquiry, ...Inquiry[]];
}

export type Step = ReadStep | DoStep | AnswerStep;

export interface Lesson<
  Id extends string = string,
  Steps extends readonly Step[] = readonly Step[],
  Checks extends readonly Step[] = readonly Step[],
> {
  readonly id: Id;
  /** A preset. */
  readonly rules: string;
  /** What is explained, in order. */
  readonly steps: Steps;
  /** Whether it was understood: positions that were not explained, drawn and turned by chance. */
  readonly checks: Checks;
}

/** The steps of a lesson and then its checks: that is the order in which they are met. */
export function stepsOf({ steps, checks }: Lesson): readonly Step[] {
  return [...steps, ...checks];
}

export function isCheck({ steps }: Lesson, index: number): boolean {
  return index >= steps.length;
}

// --- to write lessons down -------------------------------------------------------------------

export function read<const Id extends string>(
  id: Id,
  after: string,
  { plays = 0, shows = null }: Partial<Reading> = {},
): ReadStep<Id> {
  return { id, kind: "read", variants: [{ after, plays, shows }] };
}

export function deed<const Id extends string>(
  id: Id,
  ...variants: readonly [Deed, ...Deed[]]
): DoStep<Id> {
  return { id, kind: "do", variants };
}

export function answer<const Id extends string>(
  id: Id,
  ...variants: readonly [Inquiry, ...Inquiry[]]
): AnswerStep<Id> {
  return { id, kind: "answer", variants };
}

export function lesson<
  const Id extends string,
  const Steps extends readonly Step[],
  const Checks extends readonly Step[],
>(id: Id, rules: string, steps: Steps, checks: Checks): Lesson<Id, Steps, Checks> {
  return { id, rules, steps, checks };
}
