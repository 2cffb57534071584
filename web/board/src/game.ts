/** The game of an element: read from its attributes, and continued on the board. */

import type { Rules } from "../../src/kernel/rules";
import { type Move, type Survey, isClassical, winnerOf } from "../../src/kernel/types";
import { systemCoin } from "../../src/play/chance";
import { type PlayedLine, changedSquares, played, positionOf, replayed } from "../../src/play/line";
import { Spot } from "../../src/notation/errors";
import { formatPosition, lineText, markName, moveName, squareName } from "../../src/notation/moves";
import { parsePosition } from "../../src/notation/moves-reader";
import { playTokens, surveyStart } from "../../src/notation/replay";
import type { Referee } from "../../src/notation/resolve";
import { readRules } from "../../src/notation/rules";
import { readTokens } from "../../src/notation/tokens";
import type { CollapseDetail, EndDetail, MoveDetail } from "../qttt-board";

export interface ElementGame {
  readonly rules: Rules;
  readonly line: PlayedLine;
}

/** The attributes of an element. */
export interface GameAttributes {
  readonly rules: string;
  readonly position: string;
  readonly moves: string;
}

export const SHOWABLE = ["links", "worlds", "values", "steps"] as const;
export type Showable = (typeof SHOWABLE)[number];

/** An attribute has an invalid value; the cause has the reason. */
export class AttributeError extends Error {
  override readonly name = "AttributeError";
  constructor(
    readonly attribute: keyof GameAttributes | "show",
    cause: unknown,
  ) {
    super(`${attribute}: ${String(cause)}`, { cause });
  }
}

/** The word is not one that can be shown. */
export class ShowError extends Error {
  override readonly name = "ShowError";
  constructor(readonly found: string) {
    super(`"${found}" cannot be shown`);
  }
}

/** Throws `AttributeError`. */
export async function readGame(referee: Referee, source: GameAttributes): Promise<ElementGame> {
  const rules = await inAttribute("rules", async () => {
    const read = readRules(source.rules);
    await referee.survey({ rules: read, places: [] });
    return read;
  });
  const start = await inAttribute("position", () =>
    surveyStart(referee, rules, parsePosition(rules, source.position), new Spot(source.position)),
  );
  const plies = await inAttribute("moves", () =>
    playTokens(referee, rules, readTokens(source.moves), start),
  );
  const moves = plies.map(({ move }) => move);
  const positions = [start, ...plies.map(({ after }) => after)];
  const line = replayed(moves, positions, []);
  return { rules, line: { start, plies: line, at: line.length } };
}

/** Throws `AttributeError`. */
export function readShow(text: string): ReadonlySet<Showable> {
  const words = text.split(/\s+/).filter(Boolean);
  const isKnown = (word: string): word is Showable => SHOWABLE.includes(word as Showable);
  const unknown = words.find((word) => !isKnown(word));
  if (unknown !== undefined) throw new AttributeError("show", new ShowError(unknown));
  return new Set(words.filter(isKnown));
}

async function inAttribute<T>(name: keyof GameAttributes, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new AttributeError(name, error);
  }
}

/** The game after a move; where a coin decides, it chooses the collapse. Throws as the kernel. */
export async function continued(
  referee: Referee,
  game: ElementGame,
  wanted: Move,
): Promise<ElementGame> {
  const { rules, line } = game;
  const { places, decider, collapses } = positionOf(line);
  if (!decider) return game;
  const toss = decider === "chance" ? systemCoin() : null;
  const landing = toss && collapses[toss.bit];
  const move: Move = landing ? { kind: "collapse", square: landing.square } : wanted;
  const after = await referee.play({ rules, places }, move);
  return { rules, line: played(line, { move, by: decider, toss, after }) };
}

export function positionText({ rules, line }: ElementGame): string {
  return formatPosition(rules, positionOf(line).places);
}

/** The moves since the start. */
export function movesText({ rules, line }: ElementGame): string {
  return lineText(
    rules,
    [],
    line.plies.slice(0, line.at).map(({ move }) => move),
  );
}

/** The game at another of its positions: after `at` of its moves. */
export function gameAt({ rules, line }: ElementGame, at: number): ElementGame {
  return { rules, line: { ...line, at } };
}

/** Names and details of the events of the last move, in their order. */
export type BoardEvent =
  | readonly ["move", MoveDetail]
  | readonly ["collapse", CollapseDetail]
  | readonly ["end", EndDetail];

export function eventsOf(game: ElementGame): readonly BoardEvent[] {
  const { rules, line } = game;
  const ply = line.plies[line.at - 1];
  if (!ply) return [];
  const now = { moves: movesText(game), position: positionText(game) };
  const detail: MoveDetail = { move: moveName(rules, ply.move), by: ply.by, ...now };
  const events: BoardEvent[] = [["move", detail]];
  if (ply.move.kind === "collapse") {
    const before = positionOf({ ...line, at: line.at - 1 });
    const squares = changedSquares(before, ply.move, ply.after);
    events.push(["collapse", { ...detail, landed: landedOn(rules, ply.after, squares) }]);
  }
  const { outcome } = ply.after;
  if (outcome) {
    const { points, termination } = outcome;
    events.push(["end", { points, winner: winnerOf(outcome), termination, ...now }]);
  }
  return events;
}

/** The marks on these squares. */
function landedOn(
  rules: Rules,
  { places }: Survey,
  squares: readonly number[],
): Record<string, string> {
  const marks = places.flatMap((place, i) =>
    isClassical(place) && squares.includes(place[0])
      ? [[markName(i + 1), squareName(rules, place[0])] as const]
      : [],
  );
  return Object.fromEntries(marks);
}
