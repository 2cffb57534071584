/** A reviewed game in words: moves, verdicts, players and the moment that decided it. */

import { amountText, moveVerdictText, scoreText } from "../../analysis/words";
import type { Features, Messages } from "../../i18n/languages";
import type { Move, Player } from "../../kernel/types";
import { peopleOf } from "../../match/setup";
import { seatName } from "../../match/words";
import { markName, recordName, unbroken } from "../../notation/moves";
import type { Review, ReviewStep, SideSummary } from "../../study/review";
import type { ReviewSession } from "../../study/review-session.svelte";

const MAX_BETTER_MOVES = 4;

export class ReviewWords {
  private readonly people: readonly Player[];

  constructor(
    private readonly m: Messages,
    private readonly words: Pick<Features, "review" | "analysis">,
    private readonly reviewing: ReviewSession,
    private readonly review: Review,
  ) {
    this.people = peopleOf(reviewing.setup);
  }

  /** `You`, `Easy`, or `X` if two people played at one device. */
  player(player: Player): string {
    const { people, reviewing } = this;
    return people.length === 2
      ? player
      : seatName(this.m, { setup: reviewing.setup, people }, player);
  }

  move({ ply }: ReviewStep): string {
    const closes = ply.after.collapses.length > 0;
    const name = unbroken(recordName(this.reviewing.rules, ply.move, closes));
    return ply.move.kind === "placement" ? `${markName(ply.after.places.length)} ${name}` : name;
  }

  /** For example `You: X1 1-2`; a coin has no name. */
  title(step: ReviewStep): string {
    const { by } = step.ply;
    return by === "chance" ? this.move(step) : `${this.player(by)}: ${this.move(step)}`;
  }

  verdict(step: ReviewStep): string {
    if (step.verdict === "luck") return this.luck(step);
    return moveVerdictText(this.words.analysis, step, step.margin === 0);
  }

  /** The value after a number of plies. */
  score(at: number): string {
    const { start, steps } = this.review;
    const { value, margin } = steps[at - 1]?.after ?? start;
    return scoreText(this.words.analysis, value, margin === 0);
  }

  /** Accessible label of a point of the graph. */
  point(at: number): string {
    const step = this.review.steps[at - 1];
    const move = step ? `${this.title(step)}, ${this.verdict(step)}` : this.words.review.start;
    return this.words.review.point({ number: at, move, value: this.score(at) });
  }

  /** The better moves; empty if there are none. */
  better(step: ReviewStep): string {
    const names = betterMoves(step)
      .slice(0, MAX_BETTER_MOVES)
      .map((move) => unbroken(recordName(this.reviewing.rules, move, false)));
    return names.length > 0 ? this.words.review.better({ moves: names.join(" ") }) : "";
  }

  side({ accuracy, lost, isExact }: SideSummary, language: string): string {
    const { review, analysis } = this.words;
    if (accuracy === null) return review.noStake;
    const percent = new Intl.NumberFormat(language, { style: "percent" });
    const given =
      lost > 0 ? review.lost({ lost: amountText(analysis, lost, isExact) }) : review.lostNothing;
    return `${percent.format(accuracy)}, ${given}`;
  }

  /** The turning point; only the loser reads that it lost the game, and a draw has no loser. */
  turning(): string {
    const { review, words, people } = this;
    const { value, margin } = review.steps.at(-1)?.after ?? review.start;
    if (Math.abs(value) <= margin) return words.review.leadLost;
    const loser = value > 0 ? "O" : "X";
    const isOwn = people.length === 1 && people[0] === loser && review.turning?.ply.by === loser;
    return isOwn ? words.review.lostIt : words.review.turning;
  }

  private luck({ luck, margin }: ReviewStep): string {
    const { review, analysis } = this.words;
    if (Math.abs(luck) <= margin) return review.noLuck;
    const amount = amountText(analysis, Math.abs(luck), margin === 0);
    return review.luck({ amount, player: this.player(luck > 0 ? "X" : "O") });
  }
}

/** The best moves, if the played one was worse. */
export function betterMoves({ verdict, before }: ReviewStep): Move[] {
  if (!["slower", "sooner", "loses"].includes(verdict)) return [];
  return before.moves.filter((each) => each.verdict === "best").map(({ move }) => move);
}
