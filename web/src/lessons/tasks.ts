/** What a step asks for in one position: a step of a lesson, drawn and turned. */

import type { Rules } from "../kernel/rules";
import type { Move, Player, Survey } from "../kernel/types";
import type { Chance } from "../match/chance";
import { pick } from "../match/drawing";
import { markName, moveName, squareName } from "../notation/moves";
import { parseMove } from "../notation/moves-reader";
import type { Goal, Question, Step } from "./lesson";
import { type Turning, UNTURNED, turnedMove, turningsOf } from "./turning";

/** `goal` and `question` are null where there is nothing to do, or nothing to answer. */
export interface Task {
  /** The name of the step. */
  readonly step: string;
  /** From the empty board. */
  readonly moves: readonly Move[];
  /** How many of the last of them are played before the reader's eyes. */
  readonly plays: number;
  /** Whether its worlds are shown too. */
  readonly showsWorlds: boolean;
  readonly goal: Goal | null;
  readonly question: Question | null;
}

/** What texts can speak of. */
export interface Names {
  /** The mark that is placed next, and the last one that was. */
  readonly next: string;
  readonly closing: string;
  /** What the goal or the question names; nothing if it names none. */
  readonly marks: readonly string[];
  readonly square: string;
  /** Whom the goal or the question is about; else who decides now. */
  readonly player: Player;
}

type Variant = Step["variants"][number];

/** The first position of a step, as it is written down. */
export function explained(rules: Rules, step: Step): Task {
  return taskOf(rules, step, step.variants[0], UNTURNED);
}

/** One of the positions of a step, seen from one of the sides of the board. */
export function drawn(rules: Rules, step: Step, chance: Chance): Task {
  return taskOf(rules, step, pick<Variant>(chance, step.variants), pick(chance, turningsOf(rules)));
}

/** Every task that can be drawn. */
export function tasksOf(rules: Rules, step: Step): Task[] {
  return step.variants.flatMap((variant: Variant) =>
    turningsOf(rules).map((turning) => taskOf(rules, step, variant, turning)),
  );
}

export function namesOf({ places, decider }: Survey, task: Task): Names {
  const about = task.goal ?? task.question;
  return {
    next: markName(places.length + 1),
    closing: markName(places.length),
    marks: (about ? marksIn(about) : []).map(markName),
    square: about && "square" in about ? about.square : "",
    player: about && "player" in about ? about.player : decider === "O" ? "O" : "X",
  };
}

function marksIn(about: Goal | Question): readonly number[] {
  if ("marks" in about) return about.marks;
  return "mark" in about ? [about.mark] : [];
}

function taskOf(rules: Rules, step: Step, variant: Variant, turning: Turning): Task {
  const words = variant.after.split(" ").filter((word) => word);
  return {
    step: step.id,
    moves: words.map((word) => turnedMove(turning, moveOf(rules, word))),
    plays: "plays" in variant ? variant.plays : 0,
    showsWorlds: "shows" in variant && variant.shows === "worlds",
    goal: "goal" in variant ? turned(rules, variant.goal, turning) : null,
    question: "question" in variant ? turned(rules, variant.question, turning) : null,
  };
}

/** A goal or a question with the squares and moves that it names turned as the board is. */
function turned<T extends Goal | Question>(rules: Rules, task: T, turning: Turning): T {
  if ("square" in task) {
    const [square] = placed(turnedMove(turning, moveOf(rules, task.square)));
    return { ...task, square: squareName(rules, square ?? 0) };
  }
  if (!("moves" in task)) return task;
  const moves = task.moves.map((word) => moveName(rules, turnedMove(turning, moveOf(rules, word))));
  return { ...task, moves };
}

function placed(move: Move): readonly number[] {
  return move.kind === "placement" ? move.squares : [move.square];
}

function moveOf(rules: Rules, word: string): Move {
  const move = parseMove(rules, word);
  if (!move) throw new RangeError(`"${word}" in a lesson is no move`);
  return move;
}
