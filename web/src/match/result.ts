/** Describe the result of a game. */

import type { Title } from "../i18n/en";
import type { Messages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Outcome, Player } from "../kernel/types";
import { markName, squareName } from "../notation/moves";
import { unbroken } from "../notation/unbroken";
import { kristText } from "./krists";
import type { Match } from "./match.svelte";
import { type Status, pointsText } from "./words";

const MAX_LINES = 3;

/** Heading and sentence for the result. */
export function describeResult(
  m: Messages,
  match: Pick<Match, "people" | "rules">,
  outcome: Outcome,
): Status {
  const { X, O } = outcome.points;
  const winner = X === O ? null : X > O ? "X" : "O";
  const title = m.titles[titleOf(match.rules, outcome)];
  const points = winner === "O" ? [O, X] : [X, O];
  const reasons =
    match.rules.scoring === "krist"
      ? kristText(m, outcome.lines)
      : linesText(m, match.rules, outcome);
  const blocked = outcome.termination === "blocked" ? `, ${m.result.blocked}` : "";
  const resultLine = m.result.points(title, unbroken(points.map(pointsText).join("–")));
  return {
    heading: headingOf(m, match.people, winner),
    text: `${resultLine}: ${reasons}${blocked}.`,
  };
}

/** The title of the result (R12, R13). */
export function titleOf({ scoring }: Rules, { points: { X, O }, lines }: Outcome): Title {
  if (scoring !== "goff") return X === O ? "draw" : "win";
  if (lines.length === 0) return "cat";
  if (lines.length === 1) return "complete";
  return lines.every(({ player }) => player === lines[0]?.player) ? "double" : "narrow";
}

function headingOf(m: Messages, people: readonly Player[], winner: Player | null): string {
  if (!winner) return m.result.noWinner;
  if (people.length !== 1) return m.result.wins(winner);
  return people.includes(winner) ? m.result.youWin : m.result.youLose;
}

function linesText(m: Messages, rules: Rules, { lines }: Outcome): string {
  if (lines.length === 0) return m.result.noLine;
  const sorted = [...lines].sort((one, two) => one.time - two.time);
  const lineTexts = sorted.slice(0, MAX_LINES).map(({ squares, time }, i) => {
    const path = unbroken(squares.map((square) => squareName(rules, square)).join("-"));
    if (i === 0) return m.result.firstLine(markName(time), path);
    return m.result.nextLine(markName(time), path, time > (sorted[0]?.time ?? time));
  });
  const left = lines.length - MAX_LINES;
  return [...lineTexts, ...(left > 0 ? [m.result.more(left)] : [])].join(", ");
}
