/** The match that is being played, and what stays on this device of it. */

import type { Kernel } from "../kernel/client";
import { KernelError } from "../kernel/errors";
import type { Rules } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import { Shelf } from "../settings/storage";
import { systemChance } from "./chance";
import type { Level } from "./levels";
import { Match, type Next, type Options } from "./match.svelte";
import { type Saved, loadReader, savedGame } from "./saved";
import { DEFAULT, type Setup } from "./setup";

/** What the reader has to be told about saving, or about an address that agrees on no match. */
export type Notice = "setAside" | "notSaved" | "notAgreed";

export class Session {
  match = $state.raw<Match | null>(null);
  /** The match as it was saved last. */
  saved = $state.raw<Saved | null>(null);
  /** What was agreed for the last match. */
  setup = $state.raw<Setup>(DEFAULT);
  notice = $state<Notice | null>(null);
  /** Resolves as soon as it is known what was saved; the setup is not to be used before. */
  readonly ready: Promise<void>;
  private readonly matches: Shelf<Saved>;
  private readonly setups: Shelf<Setup>;

  constructor(
    private readonly kernel: Kernel,
    storage?: Storage,
    private readonly options: Options = {},
  ) {
    this.matches = new Shelf("match", storage);
    this.setups = new Shelf("setup", storage);
    this.ready = this.restore();
  }

  /** Begins a match. Throws `KernelError`. */
  async start(setup: Setup): Promise<void> {
    this.setup = setup;
    this.setups.write(setup);
    this.take(await Match.start(this.kernel, setup, this.watched));
  }

  /** Begins a match on `start`, in which these moves have been made. Throws as `load` does. */
  startFrom(setup: Setup, start: readonly Place[], moves: readonly Move[] = []): Promise<void> {
    return this.load(savedGame(setup, start, moves));
  }

  /** Lets the kernel think about a game that a level will open; returns what ends that. */
  foresee(rules: Rules, level: Level): () => void {
    const choosing = new AbortController();
    const { signal } = choosing;
    import("./deciding")
      .then(({ foreseeOpening }) =>
        foreseeOpening({ kernel: this.kernel, rules, chance: systemChance, signal }, level),
      )
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return () => choosing.abort();
  }

  /** Goes on with a match from elsewhere. Throws if it tells no game, or nobody can tell. */
  async load(saved: Saved): Promise<void> {
    const match = await Match.resume(this.kernel, saved, this.watched);
    this.setup = saved.setup;
    this.setups.write(saved.setup);
    this.take(match);
  }

  /** Begins the next match between the same two. */
  rematch(next: Next): void {
    if (this.match) this.take(this.match.rematch(next));
  }

  /**
   * Goes on with the match that was saved; returns whether there is one now. One that tells no
   * game is set aside. Throws `KernelError` if nobody can tell.
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
