/**
 * State of the classroom screen: a game in which a measurement can be shown step by step.
 *
 *     placing ─ a loop is closed → loop → outcomes ─ it collapses → collapsed → placing
 *
 * The steps are for the eye, the rules do not know them: a collapse can be made at once, and the
 * next mark placed while what has vanished is still to be seen.
 */

import { writeLink } from "../../analysis/link";
import { openText } from "../../analysis/open";
import { type Tree, withMove, lineOf, atPly, emptyTree } from "../../analysis/tree";
import type { Kernel } from "../../kernel/client";
import { IllegalMoveError, type IllegalMoveReason } from "../../kernel/errors";
import type { Rules } from "../../kernel/rules";
import type { Move, Survey } from "../../kernel/types";
import { type Coin, type Toss, systemCoin } from "../../play/chance";
import { type PlayedLine, type Ply, positionOf } from "../../play/line";
import { ShownLine } from "../../play/shown-line.svelte";

/** The displayed step: a loop, its outcomes, or what a collapse has ruled out. */
type MeasurementStep = "placing" | "loop" | "outcomes" | "collapsed";

export class Demonstration extends ShownLine {
  /** Why the last attempt was illegal. */
  illegalReason: IllegalMoveReason | null = $state(null);
  /** The coin's result, if it decided the last collapse. */
  toss: Toss | null = $state.raw(null);
  step: MeasurementStep = $state("placing");
  private tree: Tree = $state.raw() as Tree;

  private constructor(
    private readonly kernel: Kernel,
    tree: Tree,
    private readonly coin: Coin,
  ) {
    super();
    this.tree = tree;
    this.step = this.firstStep();
  }

  /** Start with an empty board. Throws `KernelError`. */
  static async start(kernel: Kernel, rules: Rules, coin = systemCoin): Promise<Demonstration> {
    const start = await kernel.survey({ rules, places: [] });
    return new Demonstration(kernel, emptyTree(rules, start), coin);
  }

  /** Start from text. Throws as `open` does. */
  static async open(
    kernel: Kernel,
    rules: Rules,
    text: string,
    coin = systemCoin,
  ): Promise<Demonstration> {
    return new Demonstration(kernel, (await openText(kernel, text, rules)).tree, coin);
  }

  // --- state -------------------------------------------------------------------------------

  protected readonly line: PlayedLine = $derived.by(() => lineOf(this.tree));
  readonly rules: Rules = $derived.by(() => this.tree.rules);
  readonly moves: readonly Move[] = $derived.by(() => this.position.moves);
  /** The last ply; null at the start. */
  readonly ply: Ply | null = $derived.by(() => this.plies.at(-1) ?? null);
  /** The previous position, while it is needed to show what was ruled out. */
  readonly before: Survey | null = $derived.by(() => {
    if (!this.ply || (this.ply.move.kind === "collapse" && this.step === "placing")) return null;
    return positionOf({ ...this.line, at: this.line.at - 1 });
  });
  readonly link: string = $derived.by(() => writeLink(this.tree));
  readonly canUndo: boolean = $derived.by(() => this.line.at > 0);
  readonly canRedo: boolean = $derived.by(() => this.line.at < this.line.plies.length);

  // --- actions -----------------------------------------------------------------------------

  /** Play a move for the side to decide; sets `illegalReason` if it is illegal. */
  async play(move: Move, toss: Toss | null = null): Promise<void> {
    const { tree } = this;
    try {
      const after = await this.kernel.play(this.here, move);
      if (this.tree !== tree) return;
      this.show(withMove(tree, { move, after }));
      this.toss = toss;
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error;
      this.illegalReason = error.reason;
    }
  }

  /** Decide the pending loop by a coin. */
  async measure(): Promise<void> {
    const toss = this.coin();
    const collapse = this.position.collapses[toss.bit];
    if (collapse) await this.play({ kind: "collapse", square: collapse.square }, toss);
  }

  /** Go to the next step of a measurement; no-op if a decision is needed. */
  proceed(): void {
    if (this.step === "loop") this.step = "outcomes";
    else if (this.step === "collapsed") this.step = "placing";
  }

  undo(): void {
    this.show(atPly(this.tree, this.tree.at - 1));
  }

  redo(): void {
    this.show(atPly(this.tree, this.tree.at + 1));
  }

  // --- private -----------------------------------------------------------------------------

  private show(tree: Tree): void {
    this.tree = tree;
    this.illegalReason = null;
    this.toss = null;
    this.step = this.firstStep();
  }

  private firstStep(): MeasurementStep {
    if (this.position.loop) return "loop";
    return this.ply?.move.kind === "collapse" ? "collapsed" : "placing";
  }
}
