/** A line of play on a board: what games, lessons, puzzles and reviews have in common. */

import type { Here } from "../kernel/protocol";
import type { Rules } from "../kernel/rules";
import type { Decider, Loop, Move, Place, Survey } from "../kernel/types";
import { type PlayedLine, type Ply, lastSquares, pairsOf, positionOf } from "./line";

/** A position as a board shows it. */
export interface ShownPosition {
  readonly rules: Rules;
  readonly position: Survey;
  /** The pair on which each mark was placed; by default where it is. */
  readonly pairs?: ReadonlyMap<number, Place>;
  /** The squares changed by the last ply, highlighted. */
  readonly last?: readonly number[];
  /** Moves available by tapping squares; by default none. */
  readonly moves?: readonly Move[];
}

/** A line's position without moves. */
export function shownPosition(rules: Rules, line: PlayedLine) {
  return { rules, position: positionOf(line), pairs: pairsOf(line), last: lastSquares(line) };
}

export abstract class ShownLine implements ShownPosition {
  abstract readonly rules: Rules;
  abstract readonly moves: readonly Move[];
  /** The line at the displayed position. */
  protected abstract readonly line: PlayedLine;
  readonly position: Survey = $derived.by(() => positionOf(this.line));
  readonly start: Survey = $derived.by(() => this.line.start);
  readonly loop: Loop | null = $derived.by(() => this.position.loop);
  readonly decider: Decider | null = $derived.by(() => this.position.decider);
  /** The plies before the displayed position. */
  readonly plies: readonly Ply[] = $derived.by(() => this.line.plies.slice(0, this.line.at));
  /** The pair on which each mark was placed. */
  readonly pairs: ReadonlyMap<number, Place> = $derived.by(() => pairsOf(this.line));
  /** The squares changed by the last ply. */
  readonly last: readonly number[] = $derived.by(() => lastSquares(this.line));

  /** The displayed position, as the kernel takes it. */
  protected get here(): Here {
    return { rules: this.rules, places: this.position.places };
  }
}
