/** Test games, played by the kernel from moves in machine notation. */

import type { Kernel } from "../../src/kernel/client";
import { parseRules } from "../../src/kernel/rules";
import type { Move } from "../../src/kernel/types";
import { type PlayedLine, replayed } from "../../src/play/line";
import { parseMove } from "../../src/notation/moves-reader";

export function movesOf(rules: string, text: string): Move[] {
  const words = text.split(" ").filter(Boolean);
  return words.map((word) => {
    const move = parseMove(parseRules(rules), word);
    if (!move) throw new RangeError(`${word} is not a move`);
    return move;
  });
}

/** The line of these moves, at its end. */
export async function lineOfMoves(
  kernel: Kernel,
  rules: string,
  text: string,
): Promise<PlayedLine> {
  const moves = movesOf(rules, text);
  const [start, ...others] = await kernel.replay(parseRules(rules), moves);
  if (!start) throw new RangeError("a game has a start");
  const plies = replayed(moves, [start, ...others], []);
  return { start, plies, at: plies.length };
}
