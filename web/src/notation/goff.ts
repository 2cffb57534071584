/**
 * Read and write games in Goff's notation, checking all of its statements (spec/notation.md, N50 to
 * N55).
 */

import { type Outcome, type Player, type Survey, isClassical, quantumMarks } from "../kernel/types";
import type { Rules } from "../kernel/rules";
import { type ErrorDetails, Spot } from "./errors";
import type {
  GoffCollapse,
  GoffLanding,
  GoffPlacement,
  GoffScore,
  GoffText,
  StatedLoop,
} from "./goff-reader";
import { hasDigitNames, markName } from "./moves";
import { pairOf } from "./moves-reader";
import { type PlayedMove, type Referee, playAt, collapseNamed } from "./resolve";

/**
 * Play the game from the empty board. Throws `NotationError` if it contains a false statement or
 * the rules cannot be expressed; `IllegalMoveInTextError` for illegal moves.
 */
export async function playGoff(
  referee: Referee,
  rules: Rules,
  { steps, score }: GoffText,
  start: Survey,
): Promise<PlayedMove[]> {
  const details = inexpressible(rules);
  if (details) throw new Spot(steps[0]?.spot.text ?? "").error(details);
  const played: PlayedMove[] = [];
  let before = start;
  for (const step of steps) {
    const play = step.kind === "placement" ? playPlacement : playCollapse;
    const next = await play(step as GoffPlacement & GoffCollapse, referee, rules, before);
    played.push(next);
    before = next.after;
  }
  if (score) checkScore(score, before.outcome);
  return played;
}

function checkScore({ points, spot }: GoffScore, outcome: Outcome | null): void {
  if (!outcome) throw spot.error({ reason: "score-too-early" });
  const [expected, stated] = [scoreText(outcome.points), scoreText(points)];
  if (expected !== stated) throw spot.error({ reason: "wrong-score", expected, stated });
}

function inexpressible(rules: Rules): ErrorDetails | null {
  const { rows, cols, marks, chooser } = rules;
  if (!hasDigitNames(rules)) return { reason: "goff-board", rows, cols };
  if (marks === "classical") return { reason: "goff-classical" };
  return chooser === "chance" ? { reason: "goff-chance" } : null;
}

async function playPlacement(
  { mark, squares, loop, selfCollapse, spot }: GoffPlacement,
  referee: Referee,
  rules: Rules,
  before: Survey,
): Promise<PlayedMove> {
  const expected = markName(before.places.length + 1);
  if (mark !== expected) throw spot.error({ reason: "wrong-mark", expected, found: mark });
  const move = { kind: "placement", squares: pairOf(...squares) } as const;
  const played = await playAt(spot, referee, rules, before, move);
  if (loop) checkLoop(loop, played.after, mark);
  if (selfCollapse) checkSelfCollapse(selfCollapse, before.places.length + 1, squares[0]);
  return played;
}

function checkSelfCollapse(step: GoffCollapse, mark: number, square: number): void {
  const expected = selfCollapseText(mark, square);
  const { decider, pointed, settled, spot, end } = step;
  const found = `${decider}@${landingText(pointed.mark, pointed.square)}`;
  if (found !== expected) {
    throw spot.error({ reason: "wrong-self-collapse", mark: markName(mark), expected, found });
  }
  if (settled.length) checkSettled(settled, new Map([[mark, square]]), end);
}

function checkLoop({ text, marks, stems, spot }: StatedLoop, after: Survey, mark: string): void {
  if (!after.loop) throw spot.error({ reason: "closes-no-loop", mark, stated: text });
  const sorted = (digits: string): string => [...digits].sort().join("");
  if (sorted(marks) !== after.loop.marks.join("") || sorted(stems) !== after.loop.stems.join("")) {
    throw spot.error({ reason: "wrong-loop", expected: loopText(after), stated: text });
  }
}

async function playCollapse(
  step: GoffCollapse,
  referee: Referee,
  rules: Rules,
  before: Survey,
): Promise<PlayedMove> {
  checkDecider(step, before);
  const move = collapseNamed(rules, before, step.pointed.mark, step.pointed.square, step.spot);
  const played = await playAt(step.spot, referee, rules, before, move);
  if (step.settled.length) checkSettled(step.settled, settled(before, played.after), step.end);
  return played;
}

function checkDecider({ decider: found, spot }: GoffCollapse, { decider, loop }: Survey): void {
  if (!loop || !decider) return;
  const expected = `${decider}${loop.closing}`;
  if (found === expected) return;
  throw spot.error({
    reason: "wrong-decider",
    decider,
    mark: markName(loop.closing),
    expected,
    found,
  });
}

/** Check that every landed mark is listed once with its square, in any order. */
function checkSettled(
  listed: readonly GoffLanding[],
  missing: Map<number, number>,
  end: Spot,
): void {
  for (const { mark: number, square, spot } of listed) {
    const mark = markName(number);
    const expected = missing.get(number);
    if (expected === undefined) throw spot.error({ reason: "not-landing", mark });
    if (expected !== square) {
      const [right, found] = [`${expected + 1}`, `${square + 1}`];
      throw spot.error({ reason: "lands-elsewhere", mark, expected: right, found });
    }
    missing.delete(number);
  }
  if (!missing.size) return;
  throw end.error({ reason: "landing-missing", marks: [...missing.keys()].map(markName) });
}

/** `[23|1]`: the loop and its stems, if any; empty if no loop is pending. */
function loopText({ loop }: Survey): string {
  if (!loop) return "";
  return `[${loop.marks.join("")}${loop.stems.length ? "|" : ""}${loop.stems.join("")}]`;
}

function landingText(mark: number, square: number): string {
  return `${markName(mark)}(${square + 1})`;
}

/** `O9@X9(5)`: the site's collapse of a whole mark, by the player who did not place it. */
function selfCollapseText(mark: number, square: number): string {
  return `${mark % 2 ? "O" : "X"}${mark}@${landingText(mark, square)}`;
}

function scoreText({ X, O }: Readonly<Record<Player, number>>): string {
  return `{X=${X}, O=${O}}`;
}

/** The marks settled by a collapse, in order, with their squares. */
function settled(before: Survey, after: Survey): Map<number, number> {
  const landed = quantumMarks(before.places).flatMap((mark) => {
    const place = after.places[mark - 1];
    return place && isClassical(place) ? [[mark, place[0]] as const] : [];
  });
  return new Map(landed);
}
