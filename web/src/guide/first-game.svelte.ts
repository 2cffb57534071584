/**
 * A first game on rails: the learner, as X, makes the intended moves, O replies by itself. Only the
 * collapse of the first loop is chosen freely; the rest of the game depends on it.
 */

import type { Kernel } from "../kernel/client";
import { type Move, type Place, classicalMarks } from "../kernel/types";
import { parseRules } from "../kernel/rules";
import { type PlayedLine, played, replayed } from "../play/line";
import { ShownLine } from "../play/shown-line.svelte";
import { isTutorialDone, saveTutorial, savedTutorial } from "./tutorial-progress";

export const RULES = parseRules("goff");

export const STEPS = ["place", "share", "choose", "aim", "close", "done"] as const;
type FirstStep = (typeof STEPS)[number];

/** The step before each ply; null for those of O. */
const STEP_AT = [
  "place",
  null,
  "share",
  null,
  "choose",
  "aim",
  null,
  "close",
  null,
  "done",
] as const;
/** X1, O2, X3, O4: a loop through the four corners. */
const OPENING: readonly Place[] = [
  [0, 6],
  [2, 6],
  [2, 8],
  [0, 8],
];
const [TOP, LEFT, CENTRE, BOTTOM] = [1, 3, 4, 7] as const;

export class FirstGame extends ShownLine {
  readonly rules = RULES;
  protected line: PlayedLine = $state.raw() as PlayedLine;
  private isDone: boolean;

  private constructor(
    private readonly kernel: Kernel,
    line: PlayedLine,
  ) {
    super();
    this.line = line;
    this.isDone = isTutorialDone();
  }

  /** Begin, or continue where it was left. Throws `KernelError`. */
  static async begin(kernel: Kernel): Promise<FirstGame> {
    const saved = savedTutorial();
    const game = new FirstGame(kernel, await lineOf(kernel, []));
    if (!saved || saved.moves.length >= STEP_AT.length - 1) return game;
    return lineOf(kernel, saved.moves).then(
      (line) => new FirstGame(kernel, line),
      () => game,
    );
  }

  /** Whether O is to reply. */
  readonly isReply: boolean = $derived.by(() => STEP_AT[this.line.at] === null);
  /** The current step; during a reply the one before it. */
  readonly step: FirstStep = $derived.by(
    () => STEP_AT.slice(0, this.line.at + 1).findLast((step) => step !== null) ?? "place",
  );
  /** The moves that the learner may make. */
  readonly moves: readonly Move[] = $derived.by(() => {
    if (this.isReply || this.step === "done") return [];
    return this.step === "choose" ? this.position.moves : [this.planned];
  });

  /** Make one of the intended moves; others are ignored. */
  async play(move: Move): Promise<void> {
    const { line } = this;
    const after = await this.kernel.play(this.here, move);
    if (this.line !== line) return;
    this.line = played(line, { move, by: this.position.decider ?? "X", toss: null, after });
    this.isDone ||= this.step === "done";
    this.save();
  }

  /** Let O make its move. */
  reply(): Promise<void> {
    return this.play(this.planned);
  }

  restart(): void {
    this.line = { ...this.line, plies: [], at: 0 };
    this.save();
  }

  /** The intended move. */
  private get planned(): Move {
    const { at } = this.line;
    const opening = OPENING[at];
    if (opening) return placement(...opening);
    if (this.position.loop) return this.position.moves[0] as Move;
    // X has two marks above or below, O two on the other side.
    const [own, other] = isAbove(this.position.places) ? [TOP, BOTTOM] : [BOTTOM, TOP];
    return STEP_AT[at] === null ? placement(other, LEFT) : placement(own, CENTRE);
  }

  private save(): void {
    saveTutorial({ moves: this.line.plies.map(({ move }) => move), isDone: this.isDone });
  }
}

function placement(a: number, b: number): Move {
  return { kind: "placement", squares: [Math.min(a, b), Math.max(a, b)] };
}

/** Whether X has landed in the upper corners. */
function isAbove(places: readonly Place[]): boolean {
  const mark = classicalMarks(places).get(0);
  return mark !== undefined && mark % 2 === 1;
}

async function lineOf(kernel: Kernel, moves: readonly Move[]): Promise<PlayedLine> {
  const [start, ...others] = await kernel.replay(RULES, moves);
  if (!start) throw new RangeError("a game has a first position");
  return { start, plies: replayed(moves, [start, ...others], []), at: moves.length };
}
