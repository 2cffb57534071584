/** Compute the right answer to a question from the position. */

import type { Kernel } from "../kernel/client";
import {
  type Line,
  type Outcome,
  type Player,
  type Survey,
  classicalMarks,
  quantumMarks,
} from "../kernel/types";
import { type Rules, sizeOf } from "../kernel/rules";
import { markName, moveName, squareName } from "../notation/moves";
import { hasLine } from "./goals";
import type { TaskQuestion } from "./lesson";

/** Squares and marks are selected as a set; other questions have exactly one right option. */
export interface AnswerKey {
  readonly form: "squares" | "marks" | "choice";
  /** Names of squares, marks, moves or players, numbers, `yes`, `no`, `nobody`. */
  readonly options: readonly string[];
  readonly right: readonly string[];
}

/** How the selected set differs from the right one. */
export type WrongAnswer = "too-few" | "too-many" | "others";

/** How the selected options differ from the right ones; null if they do not. */
export function wrongOf({ right }: AnswerKey, chosen: readonly string[]): WrongAnswer | null {
  const missing = right.some((option) => !chosen.includes(option));
  const extra = chosen.some((option) => !right.includes(option));
  if (missing && extra) return "others";
  if (missing) return "too-few";
  return extra ? "too-many" : null;
}

/** The answer. Throws `RangeError` if the question has none in this position. */
export async function answerOf(
  kernel: Kernel,
  rules: Rules,
  survey: Survey,
  question: TaskQuestion,
): Promise<AnswerKey> {
  switch (question.ask) {
    case "halves":
    case "landing":
    case "line":
    case "last":
      return squares(rules, squaresFor(survey, question));
    case "together":
    case "loop":
    case "stems":
    case "settling":
    case "staying":
      return marks(survey, marksFor(survey, question));
    case "worlds":
    case "worlds-with":
      return choice(question.options, await worldsFor(kernel, rules, survey, question));
    case "best":
      return choice(question.moves, await bestOf(kernel, rules, survey, question.moves));
    case "has-line":
      return choice(["yes", "no"], hasLine(survey, question.player) ? "yes" : "no");
    case "time":
      return timeOf(lineOf(survey, question.player), survey);
    case "points":
      return choice(["0", "0.5", "1", "1.5", "2"], outcomeOf(survey).points[question.player]);
    case "decider":
      return choice(["X", "O"], survey.decider ?? "nobody");
    case "first":
      return choice(["X", "O"], earliest(outcomeOf(survey).lines).player);
    case "winner":
      return choice(["X", "O", "nobody"], winnerOf(outcomeOf(survey)));
  }
}

function squaresFor(
  survey: Survey,
  question: TaskQuestion & { ask: "halves" | "landing" | "line" | "last" },
): readonly number[] {
  switch (question.ask) {
    case "halves":
      return survey.places[question.mark - 1] ?? nothing("no such mark");
    case "landing":
      return [landing(survey, question.mark)];
    case "line":
      return lineOf(survey, question.player).squares;
    case "last":
      return lastSquare(survey);
  }
}

function marksFor(
  survey: Survey,
  question: TaskQuestion & { ask: "together" | "loop" | "stems" | "settling" | "staying" },
): readonly number[] {
  const { entanglements } = survey;
  if (question.ask === "together") {
    const first = entanglements.get(question.mark);
    return [...entanglements.keys()].filter((mark) => entanglements.get(mark) === first);
  }
  const { marks, stems } = survey.loop ?? nothing("no loop is pending");
  switch (question.ask) {
    case "loop":
      return marks;
    case "stems":
      return stems;
    case "settling":
      return [...marks, ...stems];
    case "staying":
      return quantumMarks(survey.places).filter((mark) => ![...marks, ...stems].includes(mark));
  }
}

/** Number of realities, or of those with a mark on a given square. */
async function worldsFor(
  kernel: Kernel,
  rules: Rules,
  { places }: Survey,
  question: TaskQuestion & { ask: "worlds" | "worlds-with" },
): Promise<number> {
  const { count, odds } = await kernel.ensemble({ rules, places }, 0, 0);
  if (question.ask === "worlds") return count;
  const { mark, square } = question;
  const there = odds[mark - 1]?.find((odd) => squareName(rules, odd.square) === square);
  return there ? (count * there.numerator) / there.denominator : 0;
}

/** The square where a mark lands in both collapses. */
function landing({ collapses }: Survey, mark: number): number {
  const [one, two] = collapses.map(({ places }) => places[mark - 1]?.[0]);
  return one !== undefined && one === two ? one : nothing("the mark can land in two squares");
}

function lastSquare({ moves }: Survey): readonly number[] {
  const [only] = moves;
  if (moves.length !== 1 || only?.kind !== "placement") return nothing("several squares are open");
  return [only.squares[0]];
}

function timeOf(line: Line, { places }: Survey): AnswerKey {
  const landed = classicalMarks(places);
  const names = line.squares.map((square) => landed.get(square) ?? 0).sort((a, b) => a - b);
  return choice(names.map(markName), markName(line.time));
}

async function bestOf(
  kernel: Kernel,
  rules: Rules,
  { places }: Survey,
  names: readonly string[],
): Promise<string> {
  const { value, moves } = await kernel.solve({ rules, places }, "values");
  const best = moves
    .filter((move) => move.value === value)
    .map(({ move }) => moveName(rules, move));
  const [only, ...others] = names.filter((name) => best.includes(name));
  return only && others.length === 0 ? only : nothing("not one of the moves is best");
}

function winnerOf({ points: { X, O } }: Outcome): Player | "nobody" {
  if (X === O) return "nobody";
  return X > O ? "X" : "O";
}

function lineOf(survey: Survey, player: Player): Line {
  const lines = outcomeOf(survey).lines.filter((line) => line.player === player);
  return lines.length === 1 ? (lines[0] as Line) : nothing("the player has not one line");
}

function earliest(lines: readonly Line[]): Line {
  const [first] = [...lines].sort((one, other) => one.time - other.time);
  return first ?? nothing("there is no line");
}

function outcomeOf({ outcome }: Survey): Outcome {
  return outcome ?? nothing("the game is not over");
}

function squares(rules: Rules, right: readonly number[]): AnswerKey {
  const name = (square: number): string => squareName(rules, square);
  const all = Array.from({ length: sizeOf(rules) }, (_, square) => name(square));
  return { form: "squares", options: all, right: right.map(name) };
}

function marks({ places }: Survey, right: readonly number[]): AnswerKey {
  const sorted = [...right].sort((a, b) => a - b);
  return {
    form: "marks",
    options: quantumMarks(places).map(markName),
    right: sorted.map(markName),
  };
}

function choice(options: readonly (string | number)[], right: string | number): AnswerKey {
  const names = options.map(String);
  if (!names.includes(String(right))) return nothing(`${right} is none of the options`);
  return { form: "choice", options: names, right: [String(right)] };
}

function nothing(why: string): never {
  throw new RangeError(`the question has no answer here: ${why}`);
}
