/**
 * Lessons as data: what to show, do and answer. Correct answers are computed from the position by
 * the kernel.
 */

import type { Player } from "../kernel/types";

/** The goal of a move. Marks count from 1; squares are names. */
export type Goal =
  /** The player has a line. */
  | { readonly goal: "line"; readonly player: Player }
  /** One half of the new mark is in that square. */
  | { readonly goal: "covers"; readonly square: string }
  /** The new mark is entangled with all of these, and closes no loop. */
  | { readonly goal: "entangles"; readonly marks: readonly number[] }
  /** The new mark closes a loop, of `size` marks if given. */
  | { readonly goal: "loop"; readonly size?: number }
  /** A mark of the player is classical in that square. */
  | { readonly goal: "takes"; readonly player: Player; readonly square: string }
  /** The new mark closes a loop, and in both collapses the player has a line. */
  | { readonly goal: "either-way"; readonly player: Player }
  /** The move is best under perfect play. */
  | { readonly goal: "best" };

/** Questions about a position, by type of answer. */
export type TaskQuestion =
  // Tap squares.
  | { readonly ask: "halves"; readonly mark: number }
  | { readonly ask: "landing"; readonly mark: number }
  | { readonly ask: "line"; readonly player: Player }
  | { readonly ask: "last" }
  // Choose marks.
  | { readonly ask: "together"; readonly mark: number }
  | { readonly ask: "loop" | "stems" | "settling" | "staying" }
  // Choose one option.
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

/** A position to show. */
interface LessonScene {
  /** Moves from the empty board in machine notation. */
  readonly after: string;
}

/** How many of the last moves are played as an animation, and what is shown with them. */
interface ReadScene extends LessonScene {
  readonly plays: number;
  readonly shows: "worlds" | null;
}

interface ActionScene extends LessonScene {
  readonly goal: Goal;
}

interface QuestionScene extends LessonScene {
  readonly question: TaskQuestion;
  /** What is shown from the start. */
  readonly shows?: "worlds";
}

export interface ReadStep<Id extends string = string> {
  readonly id: Id;
  readonly kind: "read";
  readonly variants: readonly [ReadScene];
}

export interface DoStep<Id extends string = string> {
  readonly id: Id;
  readonly kind: "do";
  /** Variants of the same task; one of them is drawn. */
  readonly variants: readonly [ActionScene, ...ActionScene[]];
}

export interface AnswerStep<Id extends string = string> {
  readonly id: Id;
  readonly kind: "answer";
  readonly variants: readonly [QuestionScene, ...QuestionScene[]];
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
  /** Explanations, in order. */
  readonly steps: Steps;
  /** Checks of understanding: unexplained positions, randomly drawn and rotated. */
  readonly checks: Checks;
}

/** The steps of a lesson followed by its checks. */
export function stepsOf({ steps, checks }: Lesson): readonly Step[] {
  return [...steps, ...checks];
}

export function isCheck({ steps }: Lesson, index: number): boolean {
  return index >= steps.length;
}

// --- builders --------------------------------------------------------------------------------

export function read<const Id extends string>(
  id: Id,
  after: string,
  { plays = 0, shows = null }: Partial<ReadScene> = {},
): ReadStep<Id> {
  return { id, kind: "read", variants: [{ after, plays, shows }] };
}

export function action<const Id extends string>(
  id: Id,
  ...variants: readonly [ActionScene, ...ActionScene[]]
): DoStep<Id> {
  return { id, kind: "do", variants };
}

export function answer<const Id extends string>(
  id: Id,
  ...variants: readonly [QuestionScene, ...QuestionScene[]]
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
