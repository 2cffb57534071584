/** The analysis screen and its address follow each other. */

import { untrack } from "svelte";

import type { AnalysisBoard } from "../../analysis/analysis.svelte";
import type { App } from "../app.svelte";

export class AnalysisAddress {
  /** Why the link could not be followed. */
  rejected: unknown = $state.raw(null);

  /** Create it during component initialization. */
  constructor(
    private readonly app: App,
    private readonly analysis: AnalysisBoard,
  ) {
    $effect(() => {
      const { screen, rest } = app.address;
      if (screen === "analysis") untrack(() => void this.follow(rest));
    });
    $effect(() => {
      void analysis.link;
      untrack(() => this.update());
    });
  }

  /** Go to the position of a link; an invalid one changes nothing. */
  private async follow(rest: string): Promise<void> {
    try {
      if (rest && rest !== this.analysis.link) {
        await this.analysis.follow(rest);
        this.rejected = null;
      }
    } catch (error) {
      this.rejected = error;
    }
    this.update();
  }

  private update(): void {
    const { address } = this.app;
    const rest = this.analysis.link;
    if (address.screen !== "analysis" || address.rest === rest) return;
    this.app.replace({ screen: "analysis", rest });
  }
}
