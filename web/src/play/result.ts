/** Describe the result of a game, with krists (R14), and how it sounds. */

import type { FeatureMessages, Messages } from "../i18n/languages";
import {
  type Line,
  type Outcome,
  type Player,
  type Survey,
  onlySquare,
  winnerOf,
} from "../kernel/types";
import type { Rules } from "../kernel/rules";
import { markName, squareName, unbroken } from "../notation/moves";
import { pointsText } from "../notation/points";
import type { Sound } from "../settings/sounds";
import type { Match } from "./match.svelte";
import type { Status } from "./words";
import type { Ply } from "./line";

const MAX_LINES = 3;

/** The result as seen by the only person on this device, if there is one. */
type Mood = "draw" | "decided" | "won" | "lost";

export function moodOf(people: readonly Player[], winner: Player | null): Mood {
  if (!winner) return "draw";
  if (people.length !== 1) return "decided";
  return people.includes(winner) ? "won" : "lost";
}

/** The sound of a ply. */
export function soundOf(
  { move, after }: Pick<Ply, "move" | "after">,
  people: readonly Player[],
): Exclude<Sound, "rejected"> {
  if (after.outcome) {
    const mood = moodOf(people, winnerOf(after.outcome));
    return mood === "draw" ? "draw" : mood === "lost" ? "loss" : "win";
  }
  if (move.kind === "collapse") return "collapse";
  return after.collapses.length > 0 ? "loop" : "place";
}

type Played = Pick<Match, "people" | "rules"> & Partial<Pick<Match, "setup">>;

/** Heading and sentence for the result; `setup` has the names of the players. */
export function describeResult(
  m: Pick<Messages, "result">,
  match: Played,
  outcome: Outcome,
): Status {
  const winner = winnerOf(outcome);
  const name = winner && nameOf(match, winner);
  const text = `${reasonText(m, match, outcome, winner)}.`;
  return { heading: headingOf(m, match.people, winner, name), text };
}

export type SentenceTexts = Pick<
  FeatureMessages<"analysis">,
  "turn" | "chooses" | "scored" | "winsNarrowly" | "winsDoubly"
>;

/** Whose turn it is, or the result, in a sentence; as `src/qttt/notation/describe.py`. */
export function positionStatus(
  m: Pick<Messages, "result">,
  t: SentenceTexts,
  rules: Rules,
  { outcome, decider, loop, places, moves, collapses }: Survey,
): string {
  if (outcome) return resultSentence(m, t, rules, outcome);
  if (!decider) return "";
  const name = (square: number): string => squareName(rules, square);
  const [one, other] = collapses;
  if (loop && one && other) {
    const mark = markName(loop.closing);
    return t.chooses({ decider, mark, one: name(one.square), other: name(other.square) });
  }
  const whole = rules.marks === "classical" ? null : onlySquare(moves);
  const square = whole === null ? "none" : name(whole);
  return t.turn({ player: decider, number: places.length + 1, square });
}

function resultSentence(
  m: Pick<Messages, "result">,
  t: SentenceTexts,
  rules: Rules,
  outcome: Outcome,
): string {
  const winner = winnerOf(outcome);
  const wins = rules.scoring === "goff" ? winsText(m, t, outcome) : m.result.wins;
  const result = winner ? wins({ player: winner }) : m.result.moods.draw;
  const reason = reasonText(m, { people: [], rules }, outcome, winner);
  const scored = t.scored({ result, points: scoreText(outcome, winner) });
  return `${scored}. ${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
}

/** The message about a win under Goff's scoring, by its margin. */
function winsText(
  m: Pick<Messages, "result">,
  t: SentenceTexts,
  { lines }: Outcome,
): SentenceTexts["winsNarrowly"] {
  if (lines.length < 2) return m.result.wins;
  const isNarrow = new Set(lines.map(({ player }) => player)).size > 1;
  return isNarrow ? t.winsNarrowly : t.winsDoubly;
}

/** The winner's points first. */
function scoreText({ points }: Outcome, winner: Player | null): string {
  const [first, second] = winner === "O" ? [points.O, points.X] : [points.X, points.O];
  return unbroken(`${pointsText(first)}–${pointsText(second)}`);
}

export function headingOf(
  m: Pick<Messages, "result">,
  people: readonly Player[],
  winner: Player | null,
  name: string | null = winner,
): string {
  const mood = moodOf(people, winner);
  return mood === "decided" && name ? m.result.wins({ player: name }) : m.result.moods[mood];
}

/** The name of a player, or their mark. */
function nameOf({ setup }: Played, player: Player): string {
  return setup?.names?.[player] || player;
}

/** Why the game ended so. */
function reasonText(
  m: Pick<Messages, "result">,
  match: Played,
  outcome: Outcome,
  winner: Player | null,
): string {
  const isKrist = match.rules.scoring === "krist";
  const reason = isKrist ? kristText(m, outcome.lines) : lineReason(m, match, outcome, winner);
  return outcome.termination === "blocked" ? `${reason}, ${m.result.blocked}` : reason;
}

function lineReason(
  m: Pick<Messages, "result">,
  match: Played,
  outcome: Outcome,
  winner: Player | null,
): string {
  const { people, rules } = match;
  const { points } = outcome;
  const lines = [...outcome.lines].sort((one, other) => one.time - other.time);
  const [first] = lines;
  if (!first) return m.result.noLine;
  const isOurs = people.length === 1 && people.includes(first.player);
  const second = lines.find(({ player }) => player !== first.player);
  if (second) {
    if (!winner) return m.result.bothDraw;
    const score = scoreText(outcome, winner);
    const marks = { older: markName(first.time), newer: markName(second.time) };
    return isOurs
      ? m.result.yoursFirst({ ...marks, points: score })
      : m.result.olderFirst({ ...marks, player: nameOf(match, winner), points: score });
  }
  const paths = linesText(m, rules, lines);
  const completed = isOurs
    ? m.result.youCompleted({ lines: paths })
    : m.result.completed({ player: nameOf(match, first.player), lines: paths });
  const isDouble = rules.scoring === "goff" && lines.length > 1;
  return isDouble
    ? m.result.counted({ completed, points: pointsText(points[first.player]) })
    : completed;
}

/** `1-4-7 and 3-6-9`; lines that share a square count together. */
export function linesText(
  m: Pick<Messages, "result">,
  rules: Rules,
  lines: readonly Line[],
): string {
  const paths = lines
    .slice(0, MAX_LINES)
    .map(({ squares }) => unbroken(squares.map((square) => squareName(rules, square)).join("-")));
  const left = lines.length - MAX_LINES;
  const parts = left > 0 ? [...paths, m.result.more({ count: left })] : paths;
  return parts.reduce((one, other) => m.result.listed({ one, other }));
}

/** Number of krists of one length. */
interface Krists {
  readonly length: number;
  readonly X: number;
  readonly O: number;
}

/** The number of krists by length, longest first. */
export function kristCounts(lines: readonly Line[]): readonly Krists[] {
  const lengths = [...new Set(lines.map(({ squares }) => squares.length))].sort((a, b) => b - a);
  const count = (length: number, player: Player): number =>
    lines.filter((line) => line.squares.length === length && line.player === player).length;
  return lengths.map((length) => ({ length, X: count(length, "X"), O: count(length, "O") }));
}

/** Both players' counts from the longest krists down to the deciding length. */
export function kristText(m: Pick<Messages, "result">, lines: readonly Line[]): string {
  const counts = kristCounts(lines);
  if (counts.length === 0) return m.result.noKrist;
  const deciding = counts.findIndex(({ X, O }) => X !== O);
  const parts = deciding < 0 ? counts : counts.slice(0, deciding + 1);
  return parts.map((krists) => comparison(m, krists)).join(", ");
}

/** The krists of one player, longest first. */
export function kristTally(m: Messages, lines: readonly Line[], player: Player): string {
  const own = kristCounts(lines).filter((krists) => krists[player] > 0);
  const parts = own.map(({ length, ...count }) => m.game.krists({ count: count[player], length }));
  return parts.join(", ") || m.game.noRow;
}

function comparison(m: Pick<Messages, "result">, { length, X, O }: Krists): string {
  if (X === O) return m.result.kristsEach({ count: X, length });
  return m.result.krists({ count: Math.max(X, O), length, others: Math.min(X, O) });
}

/**
 * Number of plies before the position to show: the loop that the winner collapsed to win, otherwise
 * the end of the game.
 */
export function criticalPly(plies: readonly Ply[], winner: Player | null): number {
  const last = plies.at(-1);
  const decides = winner !== null && last?.move.kind === "collapse" && last.by === winner;
  return decides ? plies.length - 1 : plies.length;
}
