/** Preview of the position after moves that are not played yet. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Place, Survey } from "../kernel/types";

export class Preview {
  /** Where all marks would be; null without a preview. */
  places: readonly Place[] | null = $state.raw(null);
  /** The squares of the last previewed move. */
  squares: readonly number[] = $state.raw([]);
  private shown: readonly Move[] = [];

  constructor(private readonly kernel: Kernel) {}

  /** Preview the position after these moves from `survey`; without moves, clear it. */
  async show(rules: Rules, survey: Survey, moves: readonly Move[]): Promise<void> {
    this.shown = moves;
    let places: readonly Place[] = survey.places;
    for (const move of moves) ({ places } = await this.kernel.play({ rules, places }, move));
    if (this.shown !== moves) return; // outdated
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
