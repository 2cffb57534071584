/** State of a review: progress, result, the displayed ply, and a line that departs from the game. */

import type { JudgedMove } from "../analysis/judgement";
import type { Evaluation } from "../analysis/evaluation.svelte";
import type { Kernel } from "../kernel/client";
import type { LinkedGame } from "../analysis/open";
import type { Rules } from "../kernel/rules";
import { type Move, type Player, sameMove } from "../kernel/types";
import type { PlayedLine, Ply } from "../play/line";
import { peopleOf, rulesOf } from "../play/setup";
import { ShownLine } from "../play/shown-line.svelte";
import { type Review, type ReviewStep, playedOut, review } from "./review";

/** A line instead of the game's. */
interface Branch {
  /** Number of plies of the game before it. */
  readonly from: number;
  readonly plies: readonly Ply[];
  /** Whether the reader looks for a better move. */
  readonly isTrial: boolean;
  /** The move that the reader tried, then followed by best play. */
  readonly tried: JudgedMove | null;
}

export class ReviewSession extends ShownLine {
  /** Number of judged positions. */
  judged = $state(0);
  review: Review | null = $state.raw(null);
  /** Number of plies before the displayed position. */
  at = $state(0);
  branch: Branch | null = $state.raw(null);
  /** The plies whose better moves are shown. */
  private revealed: readonly number[] = $state.raw([]);
  /** Whether what follows is shown ply by ply, until the reader steps. */
  isPlaying = $state(false);
  readonly rules: Rules;
  /** Whose moves the reader has played: their own, or those of people at one device. */
  readonly people: readonly Player[];
  /** Best play after each move that lost something, by the number of its ply. */
  private followed: ReadonlyMap<number, readonly Ply[]> = new Map();
  private signal = new AbortController().signal;

  constructor(
    private readonly kernel: Kernel,
    private readonly evaluation: Evaluation,
    readonly game: LinkedGame,
  ) {
    super();
    this.at = game.plies.length;
    this.rules = rulesOf(game.setup);
    this.people = game.me ? [game.me] : peopleOf(game.setup);
  }

  /** The plies that can be stepped through. */
  readonly shown: readonly Ply[] = $derived.by(() => {
    const { branch } = this;
    const { plies } = this.game;
    return branch ? [...plies.slice(0, branch.from), ...branch.plies] : plies;
  });
  protected readonly line: PlayedLine = $derived.by(() => ({
    start: this.game.start,
    plies: this.shown,
    at: this.at,
  }));
  /** Number of the ply of the game that is displayed, or from which the branch departs. */
  readonly number: number = $derived.by(() =>
    this.branch ? this.branch.from + Number(this.branch.isTrial) : this.at,
  );
  /** That ply; null at the start. */
  readonly step: ReviewStep | null = $derived.by(() => this.review?.steps[this.number - 1] ?? null);
  /** Best play after it, if it lost something. */
  readonly follows: readonly Ply[] = $derived.by(() => this.followed.get(this.number) ?? []);
  /** The moves that can be tried. */
  readonly moves: readonly Move[] = $derived.by(() =>
    this.branch?.isTrial && this.at === this.branch.from ? this.position.moves : [],
  );

  /** Whether the displayed ply is a mistake of these people. */
  readonly isOwnMistake: boolean = $derived.by(
    () => (this.step?.loss ?? 0) > 0 && this.people.some((by) => by === this.step?.ply.by),
  );
  /** Whether the better move is not shown: the reader has neither tried nor asked. */
  readonly hidesBetter: boolean = $derived.by(
    () => this.isOwnMistake && !this.revealed.includes(this.number),
  );

  /** Judge every position. Throws `KernelError`, and `AbortError` if cancelled. */
  async run(signal: AbortSignal): Promise<void> {
    const { kernel, rules } = this;
    this.signal = signal;
    const reviewed = await review(
      this.game.start,
      this.game.plies,
      (survey) => this.evaluation.ask(rules, survey, signal),
      (survey, move) => kernel.play({ rules, places: survey.places }, move),
      (judged) => (this.judged = judged),
    );
    const lost = reviewed.steps.filter(({ loss }) => loss > 0);
    const lines = lost.map(({ ply, after }) => playedOut(kernel, rules, ply.after, after.line));
    const played = await Promise.all(lines);
    signal.throwIfAborted();
    this.followed = new Map(lost.map(({ number }, i) => [number, played[i] ?? []]));
    this.review = reviewed;
    this.at = reviewed.turning?.number ?? this.game.plies.length;
  }

  /** Display the position after `at` plies; before the first one of a branch, leave it. */
  goTo(at: number): void {
    const { branch } = this;
    if (branch && at <= branch.from) {
      const tries = branch.isTrial && at === branch.from;
      this.branch = tries ? { ...branch, plies: [], tried: null } : null;
    }
    this.at = Math.max(0, Math.min(this.shown.length, at));
    this.isPlaying = false;
  }

  /** Start to show what follows with best play. */
  follow(): void {
    this.branch = { from: this.at, plies: this.follows, isTrial: false, tried: null };
    this.advance();
  }

  /** Show the next ply. */
  advance(): void {
    this.goTo(this.at + 1);
    this.isPlaying = this.at < this.shown.length;
  }

  /** Let the reader look for a better move than the displayed one. */
  tryBetter(): void {
    this.branch = { from: this.at - 1, plies: [], isTrial: true, tried: null };
    this.at -= 1;
  }

  /** Show the better move of the displayed ply. */
  reveal(): void {
    this.revealed = [...this.revealed, this.number];
  }

  /** Judge a move instead of the one of the game. Throws `KernelError`, `AbortError`. */
  async play(move: Move): Promise<void> {
    const { branch, position, kernel, rules } = this;
    const tried = this.step?.before.moves.find((judged) => sameMove(judged.move, move)) ?? null;
    const [ply] = await playedOut(kernel, rules, position, [move]);
    if (!branch || !ply) return;
    const { line } = await this.evaluation.ask(rules, ply.after, this.signal);
    const plies = [ply, ...(await playedOut(kernel, rules, ply.after, line))];
    if (this.branch !== branch) return;
    this.reveal();
    this.branch = { ...branch, plies, tried };
    this.at += 1;
  }

  /** Return from a branch to the game. */
  leave(): void {
    const { number } = this;
    this.branch = null;
    this.at = number;
    this.isPlaying = false;
  }
}
