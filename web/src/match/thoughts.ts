/** What a computer had found out when it moved, in words. */

import type { Messages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Move, Statistics } from "../kernel/types";
import { moveName } from "../notation/moves";
import type { Thoughts } from "./levels";
import { pointsText } from "./words";

/** A number with its name. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Whether the text may need a whole row. */
  readonly isLong?: true;
}

/** All of it in a few words. */
export function thoughtsSummary(m: Messages, thoughts: Thoughts | null): string {
  if (!thoughts) return m.statistics.none;
  if (thoughts.kind === "estimate") {
    const { simulations, value, proven } = thoughts;
    const told = valueText(m, value, proven);
    return simulations > 0 ? `${m.statistics.simulated(simulations)}, ${told}` : told;
  }
  const nodes = m.statistics.positions(thoughts.nodes);
  if (thoughts.kind === "statistics") return `${nodes}, ${secondsText(m, thoughts.seconds)}`;
  return `${nodes}, ${valueText(m, thoughts.value, true)}`;
}

/** All of it, number by number. */
export function thoughtsFacts(m: Messages, rules: Rules, thoughts: Thoughts): readonly Fact[] {
  if (thoughts.kind === "statistics") return statisticsFacts(m, thoughts);
  const said = m.statistics;
  const facts = [
    { name: said.nodes, text: said.number(thoughts.nodes) },
    {
      name: said.value,
      text: valueText(m, thoughts.value, thoughts.kind === "analysis" || thoughts.proven),
    },
    { name: said.line, text: lineText(rules, thoughts.line), isLong: true as const },
  ];
  if (thoughts.kind === "analysis") return facts;
  return [{ name: said.simulations, text: said.number(thoughts.simulations) }, ...facts];
}

/** A value as a lead of one player: exact if it is proven, else about so much. */
export function valueText(m: Messages, value: number, proven: boolean): string {
  const said = m.statistics;
  const points = Math.abs(value);
  const isEven = points < (proven ? Number.EPSILON : LEAST);
  const text = proven && points % 0.5 === 0 ? pointsText(points) : said.number(points, 2);
  const lead = isEven ? said.even : said.lead(value > 0 ? "X" : "O", text);
  return proven ? said.exactly(lead) : said.about(lead);
}

/** What would be written as 0.00. */
const LEAST = 0.005;

function statisticsFacts(m: Messages, statistics: Statistics): readonly Fact[] {
  const { nodes, depth, maxCutoffs, minCutoffs, cutOff, seconds } = statistics;
  const said = m.statistics;
  return [
    { name: said.nodes, text: said.number(nodes) },
    { name: said.depth, text: said.plies(depth) },
    { name: said.maxCutoffs, text: said.number(maxCutoffs) },
    { name: said.minCutoffs, text: said.number(minCutoffs) },
    { name: said.timeCutoff, text: cutOff ? said.struck : said.notStruck },
    { name: said.time, text: secondsText(m, seconds) },
  ];
}

function secondsText(m: Messages, seconds: number): string {
  return m.statistics.seconds(m.statistics.number(seconds, seconds < 0.1 ? 4 : 1));
}

/** The first moves of a line, as records write them. */
function lineText(rules: Rules, line: readonly Move[]): string {
  const words = line.slice(0, MOST_MOVES).map((move) => moveName(rules, move));
  return [...words, ...(line.length > MOST_MOVES ? ["…"] : [])].join(" ") || "–";
}

const MOST_MOVES = 8;
