/** The current match, and the last games on this device. A game in two tabs is one game. */

import type { Kernel } from "../kernel/client";
import { KernelError } from "../kernel/errors";
import type { Rules } from "../kernel/rules";
import type { Move, Outcome, Place } from "../kernel/types";
import { device as here, tab } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";
import { systemChance } from "./chance";
import type { Level } from "./levels";
import { Match, type Next, type MatchOptions } from "./match.svelte";
import { loadReader } from "./load-reader";
import { type Saved, type SavedGame, hasMarks, isUnfinished, savedGame } from "./saved";
import { CURRENT, GAMES, NAMES, SETUP, SINGLE, type SavedGames, withGame } from "./saved-games";
import { DEFAULT, type Names, type Setup, peopleOf } from "./setup";

export class Session {
  match = $state.raw<Match | null>(null);
  /** Why a link could not be followed. */
  notice = $state<"invalidLink" | null>(null);
  private readonly saved: Store<SavedGames>;
  /** Identifies the current match among the games. */
  private id = 0;
  /** The revision of the current match. */
  private revision = 0;
  /** The last state of another tab that is or was adopted. */
  private adopted: SavedGame | null = null;
  /** The game of this tab, which is resumed when the page is loaded again. */
  private readonly current: Store<number>;
  private readonly setups: Store<Setup>;
  private readonly singles: Store<Setup | null>;
  private readonly names: Store<Names | null>;

  constructor(
    private readonly kernel: Kernel,
    device = here,
    private readonly options: MatchOptions = {},
    /** Called when a game ends by a move. */
    private readonly onended: (game: SavedGame, outcome: Outcome) => void = () => undefined,
  ) {
    this.saved = device.store(GAMES);
    this.saved.onfollow = () => this.follow();
    this.setups = device.store(SETUP);
    this.singles = device.store(SINGLE);
    this.names = device.store(NAMES);
    this.current = (device.ofTab ?? tab).store(CURRENT);
  }

  /** The last games, the one that was changed last first. */
  get games(): readonly SavedGame[] {
    return this.saved.value.games;
  }

  /** The setup of the last match. */
  get setup(): Setup {
    return this.setups.value;
  }

  /** The last setup against a level. */
  get single(): Setup {
    const { setup } = this;
    return this.singles.value ?? (peopleOf(setup).length === 1 ? setup : DEFAULT);
  }

  /** The last game that is not over. */
  readonly unfinished: SavedGame | null = $derived.by(
    () => this.games.find((game) => isUnfinished(game)) ?? null,
  );

  /** Choose the setup of the next match. */
  choose(setup: Setup): void {
    this.setups.set(() => setup);
    if (peopleOf(setup).length === 1) this.singles.set(() => setup);
  }

  /** Start a match; `once` does not change the setup of the next one. Throws `KernelError`. */
  async start(setup: Setup, once = false): Promise<void> {
    if (!once) this.choose(setup);
    const names = this.names.value;
    const named = names && peopleOf(setup).length === 2 ? { names } : {};
    this.take(await Match.start(this.kernel, { ...setup, ...named }, this.watched));
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

  /** Start a match from a record. Throws if it is invalid, or if the kernel fails. */
  async load(saved: Saved): Promise<void> {
    this.take(await Match.resume(this.kernel, saved, this.watched));
  }

  /** Start the next game of the series. */
  rematch(next: Next): void {
    if (this.match) this.take(this.match.rematch(next));
  }

  /**
   * Resume a game, by default that of this tab or the last one; returns whether there is one. An
   * invalid one is set aside. Throws `KernelError` if the kernel fails.
   */
  async resume(id?: number): Promise<boolean> {
    if (this.match && (id ?? this.id) === this.id) return true;
    const wanted = id ?? this.current.value;
    const game = wanted === 0 ? this.games[0] : this.find(wanted);
    if (!game) return false;
    try {
      this.take(await Match.resume(this.kernel, game.saved, this.watched), game);
      return true;
    } catch (error) {
      if (error instanceof KernelError && !["rules", "position"].includes(error.reason))
        throw error;
      this.saved.setAside(game, (saved) => without(saved, game.id));
      return false;
    }
  }

  /** Name the two people of the match, and of later ones. */
  rename(names: Names): void {
    this.names.set(() => names);
    this.match?.rename(names);
  }

  /** Remove a game; returns a function that puts it back. */
  remove(game: SavedGame): () => void {
    if (game.id === this.id) this.leave();
    this.saved.set((saved) => without(saved, game.id));
    return () => void this.saved.add((saved) => ({ ...saved, games: withGame(saved.games, game) }));
  }

  /** Let the computers and coins of a game go on in this tab, which another tab has played. */
  takeOver(): void {
    this.match?.takeOver();
  }

  /** Let another tab go on: this page is closed. */
  handOver(): void {
    const { match } = this;
    if (match?.thinking && !match.isFollowing) this.keep(match, { isLeft: true });
  }

  private find(id: number): SavedGame | undefined {
    return this.games.find((game) => game.id === id);
  }

  private leave(): void {
    this.match?.leave();
    this.match = null;
    this.current.clear();
  }

  private take(match: Match, resumed?: SavedGame): void {
    this.match?.leave();
    this.match = match;
    this.id = resumed?.id ?? newId();
    this.revision = resumed?.revision ?? 0;
    this.current.set(() => this.id);
    this.keep(match, resumed && { changed: resumed.changed });
  }

  private get watched(): MatchOptions {
    return { ...this.options, changed: (match) => this.moved(match) };
  }

  /** Returns false if another tab has changed the game before. */
  private moved(match: Match): boolean {
    if (!this.keep(match)) return false;
    const game = this.find(this.id);
    if (game && match.position.outcome) this.onended(game, match.position.outcome);
    return true;
  }

  /** Save the match, unless another tab has saved a later revision, which is followed then. */
  private keep(match: Match, changed: Partial<SavedGame> = {}): boolean {
    const { id } = this;
    const revision = this.revision + 1;
    const { saved, position } = match;
    const isOver = position.outcome !== null;
    const game = {
      changed: Date.now(),
      isLeft: undefined,
      ...changed,
      id,
      isOver,
      revision,
      saved,
    };
    let isLate = false;
    this.saved.add((all, isRepeated) => {
      const before = all.games.find((stored) => stored.id === id);
      const isKnown = before !== undefined && before.revision >= revision;
      isLate ||= isKnown && !isRepeated;
      if (isKnown || (isRepeated && !hasMarks(game))) return all;
      const whole = { ...before, ...game, saved: { ...before?.saved, ...saved } };
      return { ...all, games: withGame(all.games, whole) };
    });
    if (isLate) this.follow();
    else {
      this.revision = revision;
      this.adopted = null; // an earlier game that is still being replayed
    }
    return !isLate;
  }

  /** Follow another tab that plays the same game, or has deleted everything. */
  private follow(): void {
    const { match } = this;
    const game = this.find(this.id);
    if (!match) return;
    if (this.saved.value === GAMES.none) this.leave();
    else if (game && isLater(game, this.revision, match.saved)) void this.adopt(match, game);
    else if (game?.isLeft) match.takeOver();
  }

  private async adopt(match: Match, game: SavedGame): Promise<void> {
    this.adopted = game;
    if (isSame(game.saved, match.saved)) match.follow(game.saved);
    else {
      const { replaySaved } = await loadReader();
      const line = await replaySaved(this.kernel, game.saved);
      if (this.match !== match || this.adopted !== game) return;
      match.follow(game.saved, line);
    }
    this.revision = game.revision;
    if (game.isLeft) match.takeOver();
  }
}

/** Unique among the games of all tabs. */
function newId(): number {
  return Date.now() * 1000 + systemChance.below(1000);
}

function without(saved: SavedGames, id: number): SavedGames {
  return { ...saved, games: saved.games.filter((game) => game.id !== id) };
}

/** Whether the game is not the one of this tab; of two with one revision the stored one stands. */
function isLater({ revision, saved }: SavedGame, own: number, ours: Saved): boolean {
  return revision > own || (revision === own && !isSame(saved, ours));
}

/** Whether they differ in no field that both have. */
function isSame(one: Saved, other: Saved): boolean {
  const known = { ...one, ...other };
  return JSON.stringify({ ...known, ...one }) === JSON.stringify(known);
}
