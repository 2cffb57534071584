/** Describe the findings of a computer about its move. */

import type { FeatureMessages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Move, Player, ClassicalStatistics } from "../kernel/types";
import { moveName } from "../notation/moves";
import { isEven, pointsText } from "../notation/points";
import type { EngineInfo } from "./levels";
import type { Ply } from "./line";

type StatisticsMessages = FeatureMessages<"statistics">;

/** A labelled value. */
interface LabelledValue {
  readonly name: string;
  readonly text: string;
  /** Whether the text may need a whole row. */
  readonly isLong?: true;
}

/** Text for a computer without findings, or without a move yet. */
export function noEngineInfoText(
  t: StatisticsMessages,
  plies: readonly Pick<Ply, "by">[],
  people: readonly Player[],
): string {
  const hasDecided = plies.some(({ by }) => by !== "chance" && !people.includes(by));
  return hasDecided ? t.none : t.early;
}

/** Short summary. */
export function engineInfoSummary(t: StatisticsMessages, engineInfo: EngineInfo): string {
  if (engineInfo.kind === "estimate") {
    const { simulations, value, proven } = engineInfo;
    const text = valueText(t, value, proven);
    return simulations > 0 ? `${t.simulated({ count: simulations })}, ${text}` : text;
  }
  const nodes = t.positions({ count: engineInfo.nodes });
  if (engineInfo.kind === "statistics") return `${nodes}, ${secondsText(t, engineInfo.seconds)}`;
  return `${nodes}, ${valueText(t, engineInfo.value, true)}`;
}

/** All values. */
export function engineInfoValues(
  t: StatisticsMessages,
  rules: Rules,
  engineInfo: EngineInfo,
): readonly LabelledValue[] {
  if (engineInfo.kind === "statistics") return statisticsFacts(t, engineInfo);
  const facts = [
    { name: t.nodes, text: t.number({ count: engineInfo.nodes }) },
    {
      name: t.value,
      text: valueText(t, engineInfo.value, engineInfo.kind === "analysis" || engineInfo.proven),
    },
    { name: t.line, text: lineText(rules, engineInfo.line), isLong: true as const },
  ];
  if (engineInfo.kind === "analysis") return facts;
  const { simulations, evaluator } = engineInfo;
  return [
    { name: t.simulations, text: t.number({ count: simulations }) },
    ...facts,
    ...(simulations > 1
      ? [{ name: t.judge, text: t.judges[evaluator], isLong: true as const }]
      : []),
  ];
}

/** A value as a player's lead: exact if proven, otherwise approximate. */
export function valueText(t: StatisticsMessages, value: number, proven: boolean): string {
  const points = Math.abs(value);
  const text = proven ? pointsText(points) : t.number({ count: Number(points.toFixed(2)) });
  const lead = isEven(value, proven)
    ? t.even
    : t.lead({ player: value > 0 ? "X" : "O", points: text });
  return proven ? t.exactly({ value: lead }) : t.about({ value: lead });
}

function statisticsFacts(
  t: StatisticsMessages,
  statistics: ClassicalStatistics,
): readonly LabelledValue[] {
  const { nodes, depth, maxCutoffs, minCutoffs, cutOff, seconds } = statistics;
  return [
    { name: t.nodes, text: t.number({ count: nodes }) },
    { name: t.depth, text: t.plies({ count: depth }) },
    { name: t.maxCutoffs, text: t.number({ count: maxCutoffs }) },
    { name: t.minCutoffs, text: t.number({ count: minCutoffs }) },
    { name: t.timeCutoff, text: cutOff ? t.yes : t.no },
    { name: t.time, text: secondsText(t, seconds) },
  ];
}

function secondsText(t: StatisticsMessages, seconds: number): string {
  const count = Number(seconds.toFixed(seconds < 0.1 ? 4 : 1));
  return t.seconds({ text: t.number({ count }) });
}

/** The first moves of a line in record notation. */
function lineText(rules: Rules, line: readonly Move[]): string {
  const words = line.slice(0, MAX_MOVES).map((move) => moveName(rules, move));
  return [...words, ...(line.length > MAX_MOVES ? ["…"] : [])].join(" ") || "–";
}

const MAX_MOVES = 8;
