/** Polls of class rooms: API, and the exact answers that the kernel knows. */

import type { Kernel } from "../kernel/client";
import { type Rules, isSolved, parseRules } from "../kernel/rules";
import type { Survey } from "../kernel/types";
import { markName, moveName, squareName } from "../notation/moves";
import { parsePosition } from "../notation/positions";

export const POLL_KINDS = ["choice", "move", "collapse", "ahead", "worlds", "entangled"] as const;
export type PollKind = (typeof POLL_KINDS)[number];
export type PollStage = "asking" | "shown" | "explained" | "over";
export type PollStep = "show" | "again" | "explain" | "end";

export interface Question {
  readonly kind: PollKind;
  readonly text: string;
  /** The answers of a choice. */
  readonly options: readonly string[];
  readonly rules: string;
  /** Empty for none. */
  readonly position: string;
  /** The two marks that `entangled` asks about. */
  readonly marks: readonly string[];
}

export interface AnswerCount {
  readonly answer: string;
  readonly count: number;
}

export interface Poll extends Question {
  readonly number: number;
  readonly stage: PollStage;
  readonly round: number;
  /** Number of answers in this round. */
  readonly answers: number;
  readonly yours: string | null;
  /** The answers of each round that was shown; null except for the teacher. */
  readonly results: readonly (readonly AnswerCount[])[] | null;
}

/** The position that a poll shows. */
export interface PollPosition {
  readonly rules: Rules;
  readonly survey: Survey;
}

export async function pollPosition(
  kernel: Kernel,
  { rules: text, position }: Pick<Question, "rules" | "position">,
): Promise<PollPosition> {
  const rules = parseRules(text);
  return { rules, survey: await kernel.survey({ rules, places: parsePosition(rules, position) }) };
}

/** The exact answer of a poll: all correct answers, and the value that decides between moves. */
export interface ExactAnswer {
  readonly answers: readonly string[];
  /** Points of X minus points of O under perfect play; null if it does not matter. */
  readonly value: number | null;
}

/** Null if the board is too large, or if a coin decides. */
export async function exactAnswer(
  kernel: Kernel,
  { kind, marks }: Pick<Question, "kind" | "marks">,
  { rules, survey }: PollPosition,
  signal: AbortSignal,
): Promise<ExactAnswer | null> {
  const at = { rules, places: survey.places };
  switch (kind) {
    case "choice":
      return null;
    case "worlds":
      return { answers: [`${(await kernel.ensemble(at, 0, 0)).count}`], value: null };
    case "entangled":
      return { answers: [areEntangled(survey, marks) ? "yes" : "no"], value: null };
  }
  if (!isSolved(rules)) return null;
  if (kind === "ahead") {
    const { value } = await kernel.solve(at, "value", { signal });
    return { answers: [value > 0 ? "X" : value < 0 ? "O" : "even"], value };
  }
  if (survey.decider === "chance") return null;
  const { value, moves } = await kernel.solve(at, "values", { signal });
  const best = moves.filter((each) => each.value === value);
  return { answers: best.map(({ move }) => moveName(rules, move)), value };
}

function areEntangled(survey: Survey, marks: readonly string[]): boolean {
  const groups = marks.map((name) =>
    survey.entanglements.get(survey.places.findIndex((_, i) => markName(i + 1) === name) + 1),
  );
  return groups[0] === groups[1];
}

/** The answers to choose from, in order; null if members place a mark or enter a number. */
export function fixedAnswers({ kind, options, rules, position }: Question): string[] | null {
  switch (kind) {
    case "choice":
      return options.map((_, i) => `${i + 1}`);
    case "collapse": {
      const board = parseRules(rules);
      const closing = parsePosition(board, position).at(-1) ?? [];
      return closing.map((square) => `@${squareName(board, square)}`);
    }
    case "ahead":
      return ["X", "even", "O"];
    case "entangled":
      return ["yes", "no"];
    default:
      return null;
  }
}

/** The answers to display, fixed ones first in their order, with their counts in each round. */
export function tallies(poll: Poll): { answer: string; counts: number[] }[] {
  const results = poll.results ?? [];
  const given = results.flatMap((counts) => counts.map(({ answer }) => answer));
  const answers = fixedAnswers(poll) ?? [...new Set(given)];
  return answers.map((answer) => ({
    answer,
    counts: results.map((counts) => counts.find((each) => each.answer === answer)?.count ?? 0),
  }));
}
