/** Play parsed texts on a board (spec/notation.md, N28, N29). */

import { KernelError } from "../kernel/errors";
import { type Rules, RulesError } from "../kernel/rules";
import { type Outcome, type Place, type Survey, sameMove } from "../kernel/types";
import {
  type ErrorDetails,
  IllegalPositionInTextError,
  NOWHERE,
  NotationError,
  type Spot,
} from "./errors";
import { type Game, type GameBranch, type GameNode, gameOf, mainLine } from "./game";
import { playGoff } from "./goff";
import { parsePosition, placesOf } from "./moves-reader";
import type { ParsedText } from "./read";
import { type GameRecord, type RecordNode, entryText, walk } from "./record";
import { type PlayedMove, type Referee, playToken } from "./resolve";
import { readRules } from "./rules";
import type { Token } from "./tokens";

/** A game read from text; without tags and with result `*` if the text was not a record. */
export interface ReplayedGame extends Game {
  readonly tags: ReadonlyMap<string, string>;
  readonly result: string;
}

/**
 * The games of a text: one unless it is a file of records. `rules` apply to texts that do not name
 * their own.
 *
 * Throws `NotationError` for false statements, `IllegalMoveInTextError` for illegal moves,
 * `IllegalPositionInTextError` for an unreachable start; all of them include the location.
 */
export async function replay(
  referee: Referee,
  reading: ParsedText,
  rules: Rules,
): Promise<readonly ReplayedGame[]> {
  if (reading.kind === "records") {
    const games: ReplayedGame[] = [];
    for (const record of reading.records) games.push(await replayRecord(referee, record, rules));
    return games;
  }
  const isPosition = reading.kind === "position";
  const places = isPosition ? placesOf(rules, reading.start) : [];
  const start = await surveyStart(referee, rules, places, isPosition ? reading.spot : NOWHERE);
  const plies =
    reading.kind === "goff"
      ? await playGoff(referee, rules, reading, start)
      : await playTokens(referee, rules, reading.moves, start);
  return [{ ...gameOf(rules, start, plies), tags: new Map(), result: "*" }];
}

/** Play moves from a position. Throws as `replay`. */
export async function playTokens(
  referee: Referee,
  rules: Rules,
  tokens: readonly Token[],
  start: Survey,
): Promise<PlayedMove[]> {
  const plies: PlayedMove[] = [];
  for (const token of tokens) {
    plies.push(await playToken(referee, rules, plies.at(-1)?.after ?? start, token));
  }
  return plies;
}

/** The survey of a start at `spot`. Throws `IllegalPositionInTextError`. */
export async function surveyStart(
  referee: Referee,
  rules: Rules,
  places: readonly Place[],
  spot: Spot,
): Promise<Survey> {
  try {
    return await referee.survey({ rules, places });
  } catch (error) {
    const isUnreachable = error instanceof KernelError && error.reason === "position";
    throw isUnreachable ? new IllegalPositionInTextError(spot) : error;
  }
}

// --- records -------------------------------------------------------------------------------

/** A node under construction. */
interface GrowingNode extends PlayedMove {
  comment: string;
  readonly branches: GrowingNode[];
}

/** The game of a record, with all variations and comments. */
async function replayRecord(
  referee: Referee,
  record: GameRecord,
  fallback: Rules,
): Promise<ReplayedGame> {
  const { rules, start } = await beginRecord(referee, record, fallback);
  const branches = await playRecord(referee, record, rules, start);
  const root: GameNode = { comment: record.comment, branches };
  const { outcome } = mainLine(root).at(-1)?.after ?? start;
  const details = contradiction(outcome, record.result, record.tags.get("Termination"));
  if (details) throw record.resultSpot.error(details);
  return { rules, start, root, tags: record.tags, result: record.result };
}

async function playRecord(
  referee: Referee,
  record: GameRecord,
  rules: Rules,
  start: Survey,
): Promise<GameBranch[]> {
  const top: GrowingNode[] = [];
  const nodes = new Map<RecordNode, GrowingNode>();
  for (const [parent, entry] of walk(record)) {
    const node = parent && nodes.get(parent);
    const [before, beside] = node ? [node.after, node.branches] : [start, top];
    const played = await playEntry(referee, rules, before, entry);
    if (beside.some(({ move }) => sameMove(move, played.move))) {
      throw entry.spot.error({ reason: "played-already", move: entryText(entry) });
    }
    const branch: GrowingNode = { ...played, comment: entry.comment, branches: [] };
    nodes.set(entry, branch);
    beside.push(branch);
  }
  return top;
}

/** Play an entry and check its number. */
function playEntry(
  referee: Referee,
  rules: Rules,
  before: Survey,
  { number, token, spot }: RecordNode,
): Promise<PlayedMove> {
  const expected = before.places.length + 1;
  if (number !== null && number !== expected) {
    throw spot.error({ reason: "wrong-number", expected, found: number });
  }
  return playToken(referee, rules, before, token);
}

async function beginRecord(
  referee: Referee,
  record: GameRecord,
  fallback: Rules,
): Promise<{ readonly rules: Rules; readonly start: Survey }> {
  const words = record.tags.get("Rules");
  const rules = words === undefined ? fallback : rulesIn(record, words);
  const places = startIn(record, rules);
  try {
    return { rules, start: await surveyStart(referee, rules, places, tagSpot(record, "Position")) };
  } catch (error) {
    const areImpossible = error instanceof KernelError && error.reason === "rules";
    if (!areImpossible || words === undefined) throw error;
    throw tagSpot(record, "Rules").error({ reason: "no-rules", found: words });
  }
}

function rulesIn(record: GameRecord, words: string): Rules {
  try {
    return readRules(words);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw tagSpot(record, "Rules").error({ reason: "no-rules", found: words });
  }
}

/** The places in the tag Position; errors are located at the start of the value. */
function startIn(record: GameRecord, rules: Rules): Place[] {
  try {
    return parsePosition(rules, record.tags.get("Position") ?? "-");
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    throw tagSpot(record, "Position").error(error.details);
  }
}

function tagSpot(record: GameRecord, tag: string): Spot {
  return record.tagSpots.get(tag) ?? record.resultSpot;
}

const ON_THE_BOARD: readonly string[] = ["line", "full", "blocked"];

/** The result of a finished game in record notation (N23). */
export function resultText({ points }: Outcome): string {
  return `${points.X}-${points.O}`;
}

/** Why a game cannot have this result; `outcome` is the board's result after the last move. */
export function contradiction(
  outcome: Outcome | null,
  result: string,
  termination: string | undefined,
): ErrorDetails | null {
  if (outcome) {
    const expected = resultText(outcome);
    if (result !== expected) return { reason: "wrong-result", expected, found: result };
    if (termination === undefined || termination === outcome.termination) return null;
    return { reason: "wrong-termination", expected: outcome.termination, found: termination };
  }
  if (termination !== undefined && ON_THE_BOARD.includes(termination)) {
    return { reason: "not-over", termination };
  }
  return result === "*" || termination !== undefined ? null : { reason: "no-termination", result };
}
