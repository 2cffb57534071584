/** Describe the findings of a computer about its move. */

import type { FeatureMessages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Move, Player, Statistics } from "../kernel/types";
import { moveName } from "../notation/moves";
import type { Thoughts } from "./levels";
import type { Ply } from "./line";
import { pointsText } from "./words";

type Words = FeatureMessages<"statistics">;

/** A labelled value. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Whether the text may need a whole row. */
  readonly isLong?: true;
}

/** Text for a computer without findings, or without a move yet. */
export function noThoughtsText(
  t: Words,
  plies: readonly Pick<Ply, "by">[],
  people: readonly Player[],
): string {
  const hasDecided = plies.some(({ by }) => by !== "chance" && !people.includes(by));
  return hasDecided ? t.none : t.early;
}

/** Short summary. */
export function thoughtsSummary(t: Words, thoughts: Thoughts): string {
  if (thoughts.kind === "estimate") {
    const { simulations, value, proven } = thoughts;
    const told = valueText(t, value, proven);
    return simulations > 0 ? `${t.simulated(simulations)}, ${told}` : told;
  }
  const nodes = t.positions(thoughts.nodes);
  if (thoughts.kind === "statistics") return `${nodes}, ${secondsText(t, thoughts.seconds)}`;
  return `${nodes}, ${valueText(t, thoughts.value, true)}`;
}

/** All values. */
export function thoughtsFacts(t: Words, rules: Rules, thoughts: Thoughts): readonly Fact[] {
  if (thoughts.kind === "statistics") return statisticsFacts(t, thoughts);
  const facts = [
    { name: t.nodes, text: t.number(thoughts.nodes) },
    {
      name: t.value,
      text: valueText(t, thoughts.value, thoughts.kind === "analysis" || thoughts.proven),
    },
    { name: t.line, text: lineText(rules, thoughts.line), isLong: true as const },
  ];
  if (thoughts.kind === "analysis") return facts;
  return [{ name: t.simulations, text: t.number(thoughts.simulations) }, ...facts];
}

/** A value as a player's lead: exact if proven, otherwise approximate. */
export function valueText(t: Words, value: number, proven: boolean): string {
  const points = Math.abs(value);
  const isEven = points < (proven ? Number.EPSILON : LEAST);
  const text = proven && points % 0.5 === 0 ? pointsText(points) : t.number(points, 2);
  const lead = isEven ? t.even : t.lead(value > 0 ? "X" : "O", text);
  return proven ? t.exactly(lead) : t.about(lead);
}

/** Smaller values are displayed as 0.00. */
const LEAST = 0.005;

function statisticsFacts(t: Words, statistics: Statistics): readonly Fact[] {
  const { nodes, depth, maxCutoffs, minCutoffs, cutOff, seconds } = statistics;
  return [
    { name: t.nodes, text: t.number(nodes) },
    { name: t.depth, text: t.plies(depth) },
    { name: t.maxCutoffs, text: t.number(maxCutoffs) },
    { name: t.minCutoffs, text: t.number(minCutoffs) },
    { name: t.timeCutoff, text: cutOff ? t.struck : t.notStruck },
    { name: t.time, text: secondsText(t, seconds) },
  ];
}

function secondsText(t: Words, seconds: number): string {
  return t.seconds(t.number(seconds, seconds < 0.1 ? 4 : 1));
}

/** The first moves of a line in record notation. */
function lineText(rules: Rules, line: readonly Move[]): string {
  const words = line.slice(0, MOST_MOVES).map((move) => moveName(rules, move));
  return [...words, ...(line.length > MOST_MOVES ? ["…"] : [])].join(" ") || "–";
}

const MOST_MOVES = 8;
