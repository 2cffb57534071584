/** The current match, and the last games on this device. */

import type { Kernel } from "../kernel/client";
import { KernelError } from "../kernel/errors";
import type { Rules } from "../kernel/rules";
import type { Move, Outcome, Place } from "../kernel/types";
import { StoredValue } from "../settings/storage";
import { systemChance } from "./chance";
import type { Level } from "./levels";
import { Match, type Next, type Options } from "./match.svelte";
import { type Saved, type SavedGame, isUnfinished, loadReader, savedGame, withGame } from "./saved";
import { DEFAULT, type Names, type Setup, peopleOf } from "./setup";

/** Problems with saving, or an invalid match link. */
type SessionNotice = "setAside" | "notSaved" | "invalidLink";

export class Session {
  match = $state.raw<Match | null>(null);
  /** The last games, the current one first. */
  games = $state.raw<readonly SavedGame[]>([]);
  /** The setup of the last match. */
  setup = $state.raw<Setup>(DEFAULT);
  notice = $state<SessionNotice | null>(null);
  /** Resolves when the saved data is loaded; `setup` is not valid before. */
  readonly ready: Promise<void>;
  private readonly stored: StoredValue<readonly SavedGame[]>;
  /** Identifies the current match among the games. */
  private id = 0;
  /** The last setup against a level. */
  single = $state.raw<Setup>(DEFAULT);
  /** Names of two people at this device. */
  private names: Names | null = null;
  private readonly setups: StoredValue<Setup>;
  private readonly singles: StoredValue<Setup>;
  private readonly storedNames: StoredValue<Names>;

  constructor(
    private readonly kernel: Kernel,
    storage?: Storage,
    private readonly options: Options = {},
    /** Called when a game ends by a move. */
    private readonly onended: (game: SavedGame, outcome: Outcome) => void = () => undefined,
  ) {
    this.stored = new StoredValue("games", storage);
    this.setups = new StoredValue("setup", storage);
    this.singles = new StoredValue("single", storage);
    this.storedNames = new StoredValue("names", storage);
    this.ready = this.restore();
  }

  /** The last game that is not over. */
  readonly unfinished: SavedGame | null = $derived.by(
    () => this.games.find((game) => isUnfinished(game)) ?? null,
  );

  /** Choose the setup of the next match. */
  choose(setup: Setup): void {
    this.setup = setup;
    this.setups.write(setup);
    if (peopleOf(setup).length !== 1) return;
    this.single = setup;
    this.singles.write(setup);
  }

  /** Start a match; `once` does not change the setup of the next one. Throws `KernelError`. */
  async start(setup: Setup, once = false): Promise<void> {
    if (!once) this.choose(setup);
    const named = this.names && peopleOf(setup).length === 2 ? { names: this.names } : {};
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
   * Resume a game, the last one by default; returns whether there is one. An invalid one is set
   * aside. Throws `KernelError` if the kernel fails.
   */
  async resume(id?: number): Promise<boolean> {
    await this.ready;
    if (this.match && (id ?? this.id) === this.id) return true;
    const game = id === undefined ? this.games[0] : this.games.find((each) => each.id === id);
    if (!game) return false;
    try {
      this.take(await Match.resume(this.kernel, game.saved, this.watched), game);
      return true;
    } catch (error) {
      if (error instanceof KernelError && !["rules", "position"].includes(error.reason))
        throw error;
      this.stored.setAside();
      this.write(this.games.filter((each) => each !== game));
      this.notice = "setAside";
      return false;
    }
  }

  /** Name the two people of the match, and of later ones. */
  rename(names: Names): void {
    this.names = names;
    if (!this.storedNames.write(names)) this.notice = "notSaved";
    this.match?.rename(names);
  }

  /** Remove a game; returns a function that puts it back. */
  remove(game: SavedGame): () => void {
    const { games } = this;
    if (game.id === this.id) {
      this.match?.leave();
      this.match = null;
    }
    this.write(games.filter((each) => each !== game));
    return () => this.write(games);
  }

  /** Load the saved games, which another tab may have changed. */
  async restore(): Promise<void> {
    if (this.stored.isEmpty && this.setups.isEmpty) return;
    const { parseGames, parseNames, parseSetup } = await loadReader();
    const broken = (): void => void (this.notice = "setAside");
    this.games = this.stored.read(parseGames, broken) ?? [];
    this.setup = this.setups.read(parseSetup, broken) ?? DEFAULT;
    const single = peopleOf(this.setup).length === 1 ? this.setup : DEFAULT;
    this.single = this.singles.read(parseSetup, broken) ?? single;
    this.names = this.storedNames.read(parseNames, broken);
  }

  private take(match: Match, resumed?: SavedGame): void {
    this.match?.leave();
    this.match = match;
    this.id = resumed?.id ?? Math.max(Date.now(), this.id + 1);
    this.keep(match, resumed?.changed);
  }

  private get watched(): Options {
    return { ...this.options, changed: (match) => this.moved(match) };
  }

  private moved(match: Match): void {
    this.keep(match);
    const [game] = this.games;
    if (game && match.position.outcome) this.onended(game, match.position.outcome);
  }

  private keep({ saved, position }: Match, changed = Date.now()): void {
    const isOver = position.outcome !== null;
    this.write(withGame(this.games, { id: this.id, changed, isOver, saved }));
  }

  private write(games: readonly SavedGame[]): void {
    this.games = games;
    if (!this.stored.write(games)) this.notice = "notSaved";
  }
}
