/** Rebuild the line of play from a game's log. */

import type { Kernel } from "../kernel/client";
import { type Rules, parseRules } from "../kernel/rules";
import type { Decider, Move, Player } from "../kernel/types";
import type { Toss } from "../match/chance";
import { type PlayedLine, played, positionOf, undoTarget } from "../match/line";
import { parseMove, parsePlaces } from "../notation/moves-reader";
import type { Entry, Terms } from "./wire";

/** The line before the first entry. */
export async function initialLine(
  kernel: Kernel,
  { rules: text, start }: Terms,
): Promise<PlayedLine> {
  const rules = parseRules(text);
  const survey = await kernel.survey({ rules, places: parsePlaces(rules, start || "-") });
  return { start: survey, plies: [], at: 0 };
}

/** The line after one more entry; the same object if the board did not change. */
export async function applyEntry(
  kernel: Kernel,
  rules: Rules,
  line: PlayedLine,
  { k, s, b }: Entry,
): Promise<PlayedLine> {
  const follow = async (move: Move | null, by: Decider, toss: Toss | null): Promise<PlayedLine> => {
    if (!move) throw new RangeError("the server's log holds a move that is none on this board");
    const here = { rules, places: positionOf(line).places };
    return played(line, { move, by, toss, after: await kernel.play(here, move) });
  };
  if (k === "move") return follow(parseMove(rules, b), s as Player, null);
  if (k === "toss") {
    const toss = tossOf(b);
    return follow(positionOf(line).moves[toss.bit] ?? null, "chance", toss);
  }
  if (k !== "accept-takeback" || !s) return line;
  const asker: Player = s === "X" ? "O" : "X";
  const at = undoTarget(line, [asker]) ?? line.at;
  return { ...line, plies: line.plies.slice(0, at), at };
}

/** The result of the server's coin in a log entry. */
function tossOf(body: string): Toss {
  const { bit, source, measurement } = JSON.parse(body) as {
    bit: 0 | 1;
    source: string;
    measurement: unknown;
  };
  return {
    bit,
    source: "device",
    device: source,
    ...(measurement ? { measurement: JSON.stringify(measurement) } : {}),
  };
}
