/** Describe the result of a game. */

import type { Messages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Line, Outcome, Player } from "../kernel/types";
import { squareName } from "../notation/moves";
import { unbroken } from "../notation/unbroken";
import { kristText } from "./krists";
import type { Match } from "./match.svelte";
import { type Status, pointsText } from "./words";

const MAX_LINES = 3;

/** The result as seen by the only person on this device, if there is one. */
export type Mood = "draw" | "decided" | "won" | "lost";

export function moodOf(people: readonly Player[], winner: Player | null): Mood {
  if (!winner) return "draw";
  if (people.length !== 1) return "decided";
  return people.includes(winner) ? "won" : "lost";
}

export function winnerOf({ points: { X, O } }: Outcome): Player | null {
  return X === O ? null : X > O ? "X" : "O";
}

/** Heading and sentence for the result. */
export function describeResult(
  m: Messages,
  match: Pick<Match, "people" | "rules">,
  outcome: Outcome,
): Status {
  const winner = winnerOf(outcome);
  const reason =
    match.rules.scoring === "krist"
      ? kristText(m, outcome.lines)
      : linesText(m, match, outcome, winner);
  const blocked = outcome.termination === "blocked" ? `, ${m.result.blocked}` : "";
  return { heading: headingOf(m, match.people, winner), text: `${reason}${blocked}.` };
}

export function headingOf(m: Messages, people: readonly Player[], winner: Player | null): string {
  const mood = moodOf(people, winner);
  return mood === "decided" && winner ? m.result.wins({ player: winner }) : m.result.moods[mood];
}

function linesText(
  m: Messages,
  { people, rules }: Pick<Match, "people" | "rules">,
  outcome: Outcome,
  winner: Player | null,
): string {
  const { points } = outcome;
  const lines = [...outcome.lines].sort((one, other) => one.time - other.time);
  const [first] = lines;
  if (!first) return m.result.noLine;
  const isOurs = people.length === 1 && people.includes(first.player);
  if (lines.some(({ player }) => player !== first.player)) {
    if (!winner) return m.result.bothDraw;
    const [more, less] = winner === "X" ? [points.X, points.O] : [points.O, points.X];
    const score = unbroken(`${pointsText(more)}–${pointsText(less)}`);
    return isOurs
      ? m.result.yoursFirst({ points: score })
      : m.result.olderFirst({ player: winner, points: score });
  }
  const paths = pathsText(m, rules, lines);
  return isOurs
    ? m.result.youCompleted({ lines: paths })
    : m.result.completed({ player: first.player, lines: paths });
}

/** `1-4-7 and 3-6-9`; lines that share a square count together. */
function pathsText(m: Messages, rules: Rules, lines: readonly Line[]): string {
  const paths = lines
    .slice(0, MAX_LINES)
    .map(({ squares }) => unbroken(squares.map((each) => squareName(rules, each)).join("-")));
  const left = lines.length - MAX_LINES;
  const parts = left > 0 ? [...paths, m.result.more({ count: left })] : paths;
  return parts.reduce((one, other) => m.result.listed({ one, other }));
}
