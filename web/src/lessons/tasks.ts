/** A step of a lesson as a concrete task: one variant, rotated. */

import type { Rules } from "../kernel/rules";
import { type Symmetry, mapMove, symmetriesOf } from "../kernel/symmetry";
import type { Move, Player, Survey } from "../kernel/types";
import { type Chance, pick } from "../play/chance";
import { markName, moveName, squareName } from "../notation/moves";
import { parseMove } from "../notation/moves-reader";
import type { Goal, TaskQuestion, Step } from "./lesson";
import type { LessonTexts, StepText } from "../i18n/lesson-texts";

/** `goal` and `question` are null if there is none. */
export interface Task {
  /** The name of the step. */
  readonly step: string;
  /** From the empty board. */
  readonly moves: readonly Move[];
  /** How many of the last moves are animated. */
  readonly plays: number;
  /** Whether the worlds are displayed. */
  readonly showsWorlds: boolean;
  readonly goal: Goal | null;
  readonly question: TaskQuestion | null;
}

/** Names for the placeholders of texts. */
export interface TaskNames {
  /** The next mark to be placed, and the last placed one. */
  readonly next: string;
  readonly closing: string;
  /** Marks named by the goal or the question. */
  readonly mark: string;
  readonly other: string;
  readonly square: string;
  /** The player named by the goal or the question; otherwise the side to decide. */
  readonly player: Player;
}

type Variant = Step["variants"][number];

/** The first variant of a step, not rotated. */
export function firstTask(rules: Rules, step: Step): Task {
  const [identity = []] = symmetriesOf(rules);
  return taskOf(rules, step, step.variants[0], identity);
}

/** A random variant of a step in a random orientation. */
export function randomTask(rules: Rules, step: Step, chance: Chance): Task {
  return taskOf(
    rules,
    step,
    pick<Variant>(chance, step.variants),
    pick(chance, symmetriesOf(rules)),
  );
}

/** Every possible task of a step. */
export function allTasks(rules: Rules, step: Step): Task[] {
  return step.variants.flatMap((variant: Variant) =>
    symmetriesOf(rules).map((symmetry) => taskOf(rules, step, variant, symmetry)),
  );
}

export function namesOf({ places, decider }: Survey, task: Task): TaskNames {
  const about = task.goal ?? task.question;
  const [mark = "", other = ""] = (about ? marksIn(about) : []).map(markName);
  return {
    next: markName(places.length + 1),
    closing: markName(places.length),
    mark,
    other,
    square: about && "square" in about ? about.square : "",
    player: about && "player" in about ? about.player : decider === "O" ? "O" : "X",
  };
}

function marksIn(about: Goal | TaskQuestion): readonly number[] {
  if ("marks" in about) return about.marks;
  return "mark" in about ? [about.mark] : [];
}

function taskOf(rules: Rules, step: Step, variant: Variant, symmetry: Symmetry): Task {
  const words = variant.after.split(" ").filter((word) => word);
  return {
    step: step.id,
    moves: words.map((word) => mapMove(symmetry, moveOf(rules, word))),
    plays: "plays" in variant ? variant.plays : 0,
    showsWorlds: "shows" in variant && variant.shows === "worlds",
    goal: "goal" in variant ? mapped(rules, variant.goal, symmetry) : null,
    question: "question" in variant ? mapped(rules, variant.question, symmetry) : null,
  };
}

/** A goal or a question with its squares and moves mapped by a symmetry. */
function mapped<T extends Goal | TaskQuestion>(rules: Rules, task: T, symmetry: Symmetry): T {
  if ("square" in task) {
    const [square] = placed(mapMove(symmetry, moveOf(rules, task.square)));
    return { ...task, square: squareName(rules, square ?? 0) };
  }
  if (!("moves" in task)) return task;
  const moves = task.moves.map((word) => moveName(rules, mapMove(symmetry, moveOf(rules, word))));
  return { ...task, moves };
}

function placed(move: Move): readonly number[] {
  return move.kind === "placement" ? move.squares : [move.square];
}

function moveOf(rules: Rules, word: string): Move {
  const move = parseMove(rules, word);
  if (!move) throw new RangeError(`"${word}" in a lesson is not a move`);
  return move;
}

/** The texts of a step; null if there is no such step. */
export function textOf(
  texts: Readonly<Record<string, LessonTexts>>,
  lesson: string,
  step: string,
): StepText | null {
  return texts[lesson]?.steps[step] ?? null;
}

/** Fill placeholders such as `{player}`. */
export function resolveText(text: string, names: TaskNames): string {
  return text.replace(/\{(\w+)\}/g, (_, name: keyof TaskNames) => names[name]);
}
