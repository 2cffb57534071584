/** The analysis screen and its address follow each other. */

import { untrack } from "svelte";

import { AnalysisBoard } from "../../analysis/analysis.svelte";
import type { App } from "../app.svelte";

export class AnalysisAddress {
  /** Why the link could not be followed. */
  rejected: unknown = $state.raw(null);

  /** Whether the screen was opened by a link. */
  readonly isLinked: boolean;

  private constructor(
    private readonly app: App,
    readonly analysis: AnalysisBoard,
  ) {
    this.isLinked = app.address.rest !== "";
  }

  /** Load the analysis of the current address, or else the saved one. */
  static async load(app: App): Promise<AnalysisAddress> {
    const loaded = new AnalysisAddress(app, await AnalysisBoard.start(app.kernel));
    await loaded.follow(app.address.rest);
    return loaded;
  }

  /** Follow each other until the component, which is being initialized, is destroyed. */
  connect(): void {
    $effect(() => {
      const { screen, rest } = this.app.address;
      if (screen === "analysis") untrack(() => void this.follow(rest));
    });
    $effect(() => {
      void this.analysis.link;
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
