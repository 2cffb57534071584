/** A reviewed game in words: moves, verdicts, players and the moment that decided it. */

import { areAlike } from "../../analysis/judgement";
import { amountText, moveVerdictText, scoreText } from "../../analysis/words";
import type { FeatureMessages, Features, Messages } from "../../i18n/languages";
import {
  type Move,
  type Outcome,
  PLAYERS,
  type Player,
  playerOf,
  winnerOf,
} from "../../kernel/types";
import { shownSetup } from "../../online/names";
import type { Setup } from "../../play/setup";
import type { Ply } from "../../play/line";
import { eventText, seatName } from "../../play/words";
import { markName, recordName, squareName, unbroken } from "../../notation/moves";
import type { Review, ReviewStep, SideSummary } from "../../study/review";
import type { ReviewSession } from "../../study/review-session.svelte";
import type { Rules } from "../../kernel/rules";
import { linesText } from "../../play/result";

export class ReviewWords {
  /** The players, as they are named in this language. */
  readonly setup: Setup;
  private readonly people: readonly Player[];

  constructor(
    private readonly m: Messages,
    private readonly words: Pick<Features, "review" | "analysis" | "puzzles" | "online">,
    private readonly reviewing: ReviewSession,
    private readonly review: Review,
  ) {
    this.setup = shownSetup(words.online, reviewing.game.setup);
    this.people = reviewing.people;
  }

  /** `You`, `Easy`, or `X` if two people without names played at one device. */
  player(player: Player): string {
    const { people, setup } = this;
    return people.length === 2
      ? setup.names?.[player] || player
      : seatName(this.m, { setup, people }, player);
  }

  /** For example `You: X1 1-2`, or `Easy: X5 on 3`; a coin has no name. */
  title(step: ReviewStep): string {
    const { by } = step.ply;
    return by === "chance" ? this.name(step) : `${this.player(by)}: ${this.name(step)}`;
  }

  /** Only the turning point is a mistake in words; `figures` has the rest. */
  verdict(step: ReviewStep): string {
    const { analysis, review } = this.words;
    if (step.verdict === "luck") return this.luck(step);
    if (step === this.review.turning) return this.turning();
    if (step.verdict === "loses") return review.inexact;
    if (step.verdict === "slower" || step.verdict === "sooner") return review.good;
    if (areAlike(step.before)) return analysis.values.alike;
    return analysis.values.verdicts[step.verdict];
  }

  /** The exact verdict and the value after it. */
  figures(at: number): string {
    const { analysis, review } = this.words;
    const step = this.review.steps[at - 1];
    if (!step || step.verdict === "luck") return review.value({ value: this.score(at) });
    const verdict = moveVerdictText(analysis, step, step.margin === 0);
    return review.judged({ verdict, value: this.score(at) });
  }

  /** What a ply leads to with best play. */
  consequence(ply: Ply, line: readonly Ply[]): string {
    return consequenceText(this.m, this.words.review, this.reviewing.rules, ply, line);
  }

  event(ply: Ply): string {
    return eventText(this.m, this.reviewing.rules, ply);
  }

  /** The value after a number of plies. */
  score(at: number): string {
    const { start, steps } = this.review;
    const { value, margin } = steps[at - 1]?.after ?? start;
    return scoreText(this.words.analysis, value, margin === 0);
  }

  /** A better move; empty if there is none. */
  better(step: ReviewStep): string {
    const move = betterMove(step);
    if (!move) return "";
    return this.words.review.better({ move: this.moveName(move, step.ply.after.places.length) });
  }

  /** The task to find a better move, for example than O4. */
  task({ ply, before }: ReviewStep): string {
    const isPlacement = ply.move.kind === "placement";
    const name = isPlacement ? markName(ply.after.places.length) : (before.decider ?? "");
    return this.words.review.task({ name });
  }

  side({ accuracy, lost, isExact }: SideSummary, language: string): string {
    const { review, analysis } = this.words;
    if (accuracy === null) return review.noStake;
    const percent = new Intl.NumberFormat(language, { style: "percent" });
    const given =
      lost > 0 ? review.lost({ lost: amountText(analysis, lost, isExact) }) : review.lostNothing;
    return `${percent.format(accuracy)}, ${given}`;
  }

  /** The name of the move of a step: `X1 1-2`, or `X5 on 3`. */
  name({ ply: { move, after } }: ReviewStep): string {
    const name = this.moveName(move, after.places.length);
    return move.kind === "placement" ? `${markName(after.places.length)} ${name}` : name;
  }

  /** The name of a move, which is that of the reader if the other player was somebody else. */
  ownName(step: ReviewStep): string {
    const move = this.name(step);
    return this.people.length === 1 ? this.words.review.yours({ move }) : move;
  }

  /** The move that kept the most, of the reader, or of both if the reader is not one of them. */
  get wellPlayed(): ReviewStep | null {
    return greatest(this.ownSteps, ({ loss, stake }) => (loss > 0 ? 0 : stake));
  }

  /** The biggest mistake of the same players. */
  get toLearnFrom(): ReviewStep | null {
    return greatest(this.ownSteps, ({ loss }) => loss);
  }

  private get ownSteps(): readonly ReviewStep[] {
    const people = this.people.length === 1 ? this.people : PLAYERS;
    return this.review.steps.filter(({ before }) => people.some((own) => own === before.decider));
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

  /** `1-2`, or `X5 on 3` if the closing mark `marks` lands there. */
  private moveName(move: Move, marks: number): string {
    const { rules } = this.reviewing;
    return move.kind === "placement"
      ? unbroken(recordName(rules, move, false))
      : this.words.puzzles.landing({
          mark: markName(marks),
          square: squareName(rules, move.square),
        });
  }

  private luck({ luck, margin }: ReviewStep): string {
    const { review, analysis } = this.words;
    if (Math.abs(luck) <= margin) return review.noLuck;
    const amount = amountText(analysis, Math.abs(luck), margin === 0);
    return review.luck({ amount, player: this.player(luck > 0 ? "X" : "O") });
  }
}

/** The first step with the greatest amount; null if all are 0. */
function greatest(
  steps: readonly ReviewStep[],
  amount: (step: ReviewStep) => number,
): ReviewStep | null {
  const most = Math.max(0, ...steps.map(amount));
  return most > 0 ? (steps.find((step) => amount(step) === most) ?? null) : null;
}

/** A best move, if the played one lost something. */
export function betterMove({ verdict, before }: ReviewStep): Move | null {
  const best = before.moves.find((move) => move.verdict === "best");
  return verdict === "loses" && best ? best.move : null;
}

// --- what a move leads to -------------------------------------------------------------------

/** `line` is best play after the ply; empty if that is not known, and the ply ends nothing. */
export function consequenceText(
  m: Pick<Messages, "result">,
  t: FeatureMessages<"review">,
  rules: Rules,
  { by, after }: Ply,
  line: readonly Ply[],
): string {
  const { decider, loop } = after;
  const isLetOff = loop !== null && decider !== null && decider !== "chance" && decider !== by;
  const closes = isLetOff ? t.closes({ player: decider }) : "";
  const { outcome } = line.at(-1)?.after ?? after;
  const end = outcome ? endText(m, t, rules, outcome, line) : "";
  return [closes, end].filter(Boolean).join(" ");
}

function endText(
  m: Pick<Messages, "result">,
  t: FeatureMessages<"review">,
  rules: Rules,
  outcome: Outcome,
  line: readonly Ply[],
): string {
  const player = winnerOf(outcome);
  if (!player) return t.even;
  if (outcome.lines.some((full) => full.player !== player)) return t.narrow({ player });
  const marks = line.filter(({ move }) => move.kind === "placement");
  const count = marks.filter(({ after }) => playerOf(after.places.length) === player).length;
  return t.forced({ player, count, lines: linesText(m, rules, outcome.lines) });
}
