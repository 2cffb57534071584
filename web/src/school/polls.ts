/** Polls of class rooms: API, and the exact answers that the kernel knows. */

import type { AnswerCount, PollOut as Poll, PollStepIn } from "../generated/http";
import type { Kernel } from "../kernel/client";
import { type Rules, isSolved, parseRules, sizeOf } from "../kernel/rules";
import type { Survey } from "../kernel/types";
import { moveName, squareName } from "../notation/moves";
import { parseMove, parsePosition } from "../notation/moves-reader";
import { FIXED_ANSWERS, MARKS_ASKED } from "../generated/messages";

export type { AnswerCount, Poll };

export type PollKind = Poll["kind"];
export type PollStage = Poll["stage"];
export type PollStep = PollStepIn["step"];

/** What a poll asks, and the rules, position and marks that it is about. */
export type PollQuestion = Pick<Poll, "kind" | "text" | "options" | "rules" | "position" | "marks">;

/** The position that a poll shows. */
export interface PollPosition {
  readonly rules: Rules;
  readonly survey: Survey;
}

export async function pollPosition(
  kernel: Kernel,
  { rules: text, position }: Pick<PollQuestion, "rules" | "position">,
): Promise<PollPosition> {
  const rules = parseRules(text);
  return { rules, survey: await kernel.survey({ rules, places: parsePosition(rules, position) }) };
}

/** The exact answer of a poll: all correct answers, and what decides between moves. */
export interface ExactAnswer {
  readonly answers: readonly string[];
  /** Points of X minus points of O under perfect play; null if it does not matter. */
  readonly value: number | null;
  /** Points that the other moves lose; null if there are none, or if it does not matter. */
  readonly losses: { readonly least: number; readonly most: number } | null;
}

/** Null if the board is too large, or if a coin decides. */
export async function exactAnswer(
  kernel: Kernel,
  { kind, marks }: Pick<PollQuestion, "kind" | "marks">,
  { rules, survey }: PollPosition,
  signal: AbortSignal,
): Promise<ExactAnswer | null> {
  const at = { rules, places: survey.places };
  switch (kind) {
    case "choice":
    case "slide":
      return null;
    case "worlds":
      return known(`${(await kernel.ensemble(at, 0, 0)).count}`);
    case "where":
      return known(await shareOnFirst(kernel, at, markNumber(marks[0])));
    case "entangled":
      return known(areEntangled(survey, marks) ? "yes" : "no");
  }
  if (!isSolved(rules)) return null;
  if (kind === "ahead") {
    const { value } = await kernel.solve(at, "value", { signal });
    return known(value > 0 ? "X" : value < 0 ? "O" : "even", value);
  }
  if (survey.decider === "chance") return null;
  const { value, moves } = await kernel.solve(at, "values", { signal });
  const best = moves.filter((move) => move.value === value);
  const losses = moves.map((move) => Math.abs(move.value - value)).filter((loss) => loss > 0);
  return {
    answers: best.map(({ move }) => moveName(rules, move)),
    value,
    losses: losses.length > 0 ? { least: Math.min(...losses), most: Math.max(...losses) } : null,
  };
}

function known(answer: string, value: number | null = null): ExactAnswer {
  return { answers: [answer], value, losses: null };
}

/** The share of the worlds in which a mark is on the first of its squares, as in `3/4`. */
async function shareOnFirst(
  kernel: Kernel,
  at: { readonly rules: Rules; readonly places: Survey["places"] },
  mark: number,
): Promise<string> {
  const { odds } = await kernel.ensemble(at, 0, 0);
  const first = odds[mark - 1]?.find(({ square }) => square === at.places[mark - 1]?.[0]);
  return first ? `${first.numerator}/${first.denominator}` : "0/1";
}

/** The number of marks that a question is about. */
export function marksAsked(kind: PollKind): number {
  return kind === "entangled" || kind === "where" ? MARKS_ASKED[kind] : 0;
}

/** The subscript of a mark such as `X3`. */
export function markNumber(mark = ""): number {
  return Number(mark.slice(1));
}

function areEntangled(survey: Survey, marks: readonly string[]): boolean {
  const groups = marks.map((name) => survey.entanglements.get(markNumber(name)));
  return groups[0] === groups[1];
}

/** The answers to choose from, in order; null if members place a mark or enter a number. */
export function fixedAnswers({ kind, options, rules, position }: PollQuestion): string[] | null {
  switch (kind) {
    case "choice":
      return options.map((_, i) => `${i + 1}`);
    case "collapse": {
      const board = parseRules(rules);
      const closing = parsePosition(board, position).at(-1) ?? [];
      return closing.map((square) => `@${squareName(board, square)}`);
    }
    case "ahead":
    case "entangled":
      return [...FIXED_ANSWERS[kind]];
    default:
      return null;
  }
}

/**
 * The share of the answers of a round by square, from 0 to 1, to display on the board: of moves and
 * collapses, those that use it; of `where`, the average chance. Null for other questions.
 */
export function heatOf(poll: Poll, { rules, survey }: PollPosition): readonly number[] | null {
  const counts = poll.results?.at(-1) ?? [];
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0 || !["move", "collapse", "where"].includes(poll.kind)) return null;
  const heat = Array<number>(sizeOf(rules)).fill(0);
  const add = (square: number, share: number): void => {
    heat[square] = (heat[square] ?? 0) + share / total;
  };
  for (const { answer, count } of counts) {
    if (poll.kind === "where") {
      const [first = 0, second = 0] = survey.places[markNumber(poll.marks[0]) - 1] ?? [];
      add(first, count * fractionOf(answer));
      add(second, count * (1 - fractionOf(answer)));
    } else {
      const move = parseMove(rules, answer);
      const squares = move?.kind === "collapse" ? [move.square] : (move?.squares ?? []);
      for (const square of new Set(squares)) add(square, count);
    }
  }
  return heat;
}

/** The value of a fraction such as `3/4`. */
export function fractionOf(text: string): number {
  const [numerator = 0, denominator = 1] = text.split("/").map(Number);
  return numerator / denominator;
}

/** The answers to display, fixed ones first in their order, with their counts in each round. */
export function tallies(poll: Poll): { answer: string; counts: number[] }[] {
  const results = poll.results ?? [];
  const given = results.flatMap((counts) => counts.map(({ answer }) => answer));
  const answers = fixedAnswers(poll) ?? [...new Set(given)];
  return answers.map((answer) => ({
    answer,
    counts: results.map((counts) => counts.find((count) => count.answer === answer)?.count ?? 0),
  }));
}

/** How many of the last vote named a right answer; null before it was shown, and without any. */
export function rightVotes(
  { results }: Poll,
  right: readonly string[],
): { right: number; all: number } | null {
  const counts = results?.at(-1);
  if (!counts || counts.length === 0 || right.length === 0) return null;
  const sum = (of: readonly AnswerCount[]): number => of.reduce((all, { count }) => all + count, 0);
  return { right: sum(counts.filter(({ answer }) => right.includes(answer))), all: sum(counts) };
}

/** Whether there is an answer in any of the rounds that were shown. */
export function isAnswered({ results }: Poll): boolean {
  return (results ?? []).some((counts) => counts.length > 0);
}

/** Polls of a lesson without repetitions: votes on the same question are rounds of one poll. */
export function mergePolls(polls: readonly Poll[]): Poll[] {
  const merged = new Map<string, Poll>();
  for (const poll of polls) {
    const { kind, text, options, rules, position, marks } = poll;
    const key = JSON.stringify([kind, text, options, rules, position, marks]);
    const first = merged.get(key);
    const rounds = [...(first?.results ?? []), ...(poll.results ?? [])];
    const results = rounds.filter((counts) => counts.length > 0);
    merged.set(key, { ...(first ?? poll), results });
  }
  return [...merged.values()];
}
