/** The current match and its saved copy. */

import type { Kernel } from "../kernel/client";
import { KernelError } from "../kernel/errors";
import type { Rules } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import { StoredValue } from "../settings/storage";
import { systemChance } from "./chance";
import type { Level } from "./levels";
import { Match, type Next, type Options } from "./match.svelte";
import { type Saved, loadReader, savedGame } from "./saved";
import { DEFAULT, type Setup } from "./setup";

/** Problems with saving, or an invalid match link. */
export type SessionNotice = "setAside" | "notSaved" | "invalidLink";

export class Session {
  match = $state.raw<Match | null>(null);
  /** The last saved state. */
  saved = $state.raw<Saved | null>(null);
  /** The setup of the last match. */
  setup = $state.raw<Setup>(DEFAULT);
  notice = $state<SessionNotice | null>(null);
  /** Resolves when the saved data is loaded; `setup` is not valid before. */
  readonly ready: Promise<void>;
  private readonly matches: StoredValue<Saved>;
  private readonly setups: StoredValue<Setup>;

  constructor(
    private readonly kernel: Kernel,
    storage?: Storage,
    private readonly options: Options = {},
  ) {
    this.matches = new StoredValue("match", storage);
    this.setups = new StoredValue("setup", storage);
    this.ready = this.restore();
  }

  /** Start a match. Throws `KernelError`. */
  async start(setup: Setup): Promise<void> {
    this.setup = setup;
    this.setups.write(setup);
    this.take(await Match.start(this.kernel, setup, this.watched));
  }

  /** Start a match from `start` with these moves made. Throws as `load` does. */
  startFrom(setup: Setup, start: readonly Place[], moves: readonly Move[] = []): Promise<void> {
    return this.load(savedGame(setup, start, moves));
  }

  /** Ponder a game that a level will open; returns a function that stops it. */
  ponder(rules: Rules, level: Level): () => void {
    const choosing = new AbortController();
    const { signal } = choosing;
    import("./decide")
      .then(({ ponderOpening }) =>
        ponderOpening({ kernel: this.kernel, rules, chance: systemChance, signal }, level),
      )
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return () => choosing.abort();
  }

  /** Resume a match. Throws if it is invalid, or if the kernel fails. */
  async load(saved: Saved): Promise<void> {
    const match = await Match.resume(this.kernel, saved, this.watched);
    this.setup = saved.setup;
    this.setups.write(saved.setup);
    this.take(match);
  }

  /** Start the next game of the series. */
  rematch(next: Next): void {
    if (this.match) this.take(this.match.rematch(next));
  }

  /**
   * Resume the saved match; returns whether there is one. An invalid one is set aside. Throws
   * `KernelError` if the kernel fails.
   */
  async resume(): Promise<boolean> {
    await this.ready;
    if (this.match) return true;
    if (!this.saved) return false;
    try {
      this.take(await Match.resume(this.kernel, this.saved, this.watched));
      return true;
    } catch (error) {
      if (error instanceof KernelError && !["rules", "position"].includes(error.reason))
        throw error;
      this.matches.setAside();
      this.saved = null;
      this.notice = "setAside";
      return false;
    }
  }

  private async restore(): Promise<void> {
    if (this.matches.isEmpty && this.setups.isEmpty) return;
    const { parseSaved, parseSetup } = await loadReader();
    const broken = (): void => void (this.notice = "setAside");
    this.saved = this.matches.read(parseSaved, broken);
    this.setup = this.setups.read(parseSetup, broken) ?? DEFAULT;
  }

  private take(match: Match): void {
    this.match?.leave();
    this.match = match;
    this.keep(match);
  }

  private get watched(): Options {
    return { ...this.options, changed: (match) => this.keep(match) };
  }

  private keep(match: Match): void {
    this.saved = match.saved;
    if (!this.matches.write(this.saved)) this.notice = "notSaved";
  }
}
