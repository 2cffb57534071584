/** Judgements and openings in words. */

import type { FeatureMessages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Player } from "../kernel/types";
import { markName } from "../notation/moves";
import { isEven, pointsText, signedText } from "../notation/points";
import type { JudgedMove, Judgement } from "./judgement";
import type { OpeningName } from "./openings";

type AnalysisMessages = FeatureMessages<"analysis">;

/** The value in words: who scores how much more with perfect play. */
export function valueText(t: AnalysisMessages, rules: Rules, judgement: Judgement): string {
  const { value, decider } = judgement;
  const byChance = rules.chooser === "chance";
  if (isEven(value, judgement.margin === 0))
    return decider ? t.values.even({ byChance }) : t.values.gotSame;
  const [ahead, behind]: [Player, Player] = value > 0 ? ["X", "O"] : ["O", "X"];
  const amount = amountText(t, Math.abs(value), judgement.margin === 0);
  return decider === null
    ? t.values.got({ ahead, behind, amount })
    : t.values.ahead({ ahead, behind, amount, byChance });
}

/** How certain the value is: proven, or estimated from N simulations by learned weights. */
export function certaintyText(
  t: AnalysisMessages,
  { simulations, evaluator }: Pick<Judgement, "simulations" | "evaluator">,
): string {
  if (simulations === null) return t.values.proven;
  return `${t.values.estimated({ simulations })}, ${t.values.judged[evaluator]}`;
}

/** `+½`; two digits for estimates. */
export function scoreText(t: AnalysisMessages, value: number, isExact: boolean): string {
  return signedText(value, isExact).replace(".", t.decimal);
}

/** The verdict on a move: `best`, `slower by 2 moves`, `loses half a point`. */
export function moveVerdictText(
  t: AnalysisMessages,
  { verdict, delay, loss }: Pick<JudgedMove, "verdict" | "delay" | "loss">,
  isExact: boolean,
): string {
  switch (verdict) {
    case "slower":
    case "sooner":
      return t.values.verdicts[verdict]({ plies: Math.abs(delay) });
    case "loses":
      return t.values.verdicts.loses({ amount: amountText(t, loss, isExact) });
    default:
      return t.values.verdicts[verdict];
  }
}

/** Points gained or lost; estimates are rounded to two digits. */
export function amountText(t: AnalysisMessages, points: number, isExact: boolean): string {
  const rounded = Math.round(100 * points) / 100;
  const shown = isExact ? points : rounded;
  const written = (isExact ? pointsText(points) : `${rounded}`).replace(".", t.decimal);
  const amount = t.amount({ halves: 2 * shown, isPart: shown < 1, written });
  return isExact ? amount : t.about({ amount });
}

/** The name of an opening's last placement. */
export function openingText(t: AnalysisMessages, name: OpeningName): string {
  const { on, free, loop, shapes } = t.openings;
  const shape = shapes[name.shape];
  const marks = name.touched.map(markName).join("+");
  const text = name.isFirst ? shape : marks ? on({ shape, marks }) : free({ shape });
  return name.isLoop ? loop({ name: text }) : text;
}
