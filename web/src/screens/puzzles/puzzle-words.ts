/** Task and verdict of a puzzle, in words. */

import type { JudgedMove } from "../../analysis/judgement";
import { amountText } from "../../analysis/words";
import type { FeatureMessages } from "../../i18n/languages";
import type { Move } from "../../kernel/types";
import { markName, recordName, squareName, unbroken } from "../../notation/moves";
import type { PuzzleAttempt } from "../../study/puzzle-attempt.svelte";
import { type Puzzle, isWinInOne, lossesOf } from "../../study/puzzles";

type PuzzleMessages = FeatureMessages<"puzzles">;
type PuzzleStart = Pick<PuzzleAttempt, "puzzle" | "start">;

/** For example `You are X: win.`; a choice names no goal. */
export function taskText(words: PuzzleMessages, { puzzle, start }: PuzzleStart): string {
  const player = start.decider === "O" ? "O" : "X";
  if (start.collapses.length > 0) return words.taskChoice({ player });
  return words.task({ player, goal: words.goals[isWinInOne(puzzle) ? "win-in-one" : puzzle.goal] });
}

/** What to look at; with the second hint, also where. */
export function hintText(words: PuzzleMessages, attempt: PuzzleAttempt): string | null {
  const { puzzle, hint, hintedSquare } = attempt;
  if (hintedSquare !== null)
    return words.hintSquare({ square: squareName(puzzle.rules, hintedSquare) });
  return hint === "words" ? words.hints[hintKey(puzzle)] : null;
}

function hintKey(puzzle: Puzzle): keyof PuzzleMessages["hints"] {
  if (puzzle.isChoice) return "choice";
  if (isWinInOne(puzzle)) return "line";
  if (puzzle.closesLoop) return "loop";
  return puzzle.goal === "hold-the-draw" || puzzle.goal === "limit-the-loss" ? "defend" : "attack";
}

/** What the last try was worth; null if there was none. */
export function verdictOf(
  words: PuzzleMessages,
  analysis: FeatureMessages<"analysis">,
  attempt: PuzzleAttempt,
): { readonly heading: string; readonly text?: string } | null {
  const points = (amount: number): string => amountText(analysis, amount, true);
  const { solution, stage, judgement, wrong } = attempt;
  if (solution) {
    const { least, most } = lossesOf(judgement);
    const amount = points(least);
    const others = least === most ? words.othersSame({ amount }) : words.others({ amount });
    return {
      heading: stage === "solved" ? words.solved : words.shown,
      text: `${words.right({ move: moveText(words, attempt, solution) })} ${others}`,
    };
  }
  if (!wrong) return null;
  return { heading: lossText(words, analysis, attempt, wrong) };
}

/** What a wrong move loses. */
export function lossText(
  words: PuzzleMessages,
  analysis: FeatureMessages<"analysis">,
  at: PuzzleStart,
  { move, loss }: JudgedMove,
): string {
  return words.wrong({
    move: moveText(words, at, move),
    amount: amountText(analysis, loss, true),
  });
}

function moveText(words: PuzzleMessages, { puzzle, start }: PuzzleStart, move: Move): string {
  const marks = start.places.length;
  return move.kind === "collapse"
    ? words.landing({ mark: markName(marks), square: squareName(puzzle.rules, move.square) })
    : `${markName(marks + 1)} ${unbroken(recordName(puzzle.rules, move, false))}`;
}
