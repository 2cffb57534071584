/** Moves that are only being considered: the position after them, to be shown on the board. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Place, Survey } from "../kernel/types";

export class Preview {
  /** Where all marks would be; null if nothing is considered. */
  places: readonly Place[] | null = $state.raw(null);
  /** The squares that the last of the moves names. */
  squares: readonly number[] = $state.raw([]);
  private shown: readonly Move[] = [];

  constructor(private readonly kernel: Kernel) {}

  /** Shows the position after these moves, made from `survey` on; with none, the position itself. */
  async show(rules: Rules, survey: Survey, moves: readonly Move[]): Promise<void> {
    this.shown = moves;
    let places: readonly Place[] = survey.places;
    for (const move of moves) ({ places } = await this.kernel.play({ rules, places }, move));
    if (this.shown !== moves) return; // something else is considered by now
    this.places = moves.length > 0 ? places : null;
    const last = moves.at(-1);
    this.squares = last ? (last.kind === "placement" ? last.squares : [last.square]) : [];
  }

  clear(): void {
    this.shown = [];
    this.places = null;
    this.squares = [];
  }
}
