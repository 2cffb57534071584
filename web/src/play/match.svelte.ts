/**
 * A match: one game between two seats, with undo, redo, coins and computers. Independent of
 * screens.
 */

import type { Kernel } from "../kernel/client";
import { IllegalMoveError, type IllegalMoveReason, KernelError } from "../kernel/errors";
import type { Rules } from "../kernel/rules";
import type { Estimate, Move, Player } from "../kernel/types";
import { moveName } from "../notation/moves";
import { delaysOf } from "../settings/delays";
import { type Chance, type Coin, type Toss, systemChance, systemCoin } from "./chance";
import type { RemoteCoin } from "./server-coin";
import { type EngineInfo, searches } from "./levels";
import { type PlayedLine, type Ply, played, redoTarget, undoTarget } from "./line";
import { loadReader } from "./load-reader";
import { type Help, type Saved, startOf } from "./saved";
import { type Names, type Setup, peopleOf, rulesOf, swapped } from "./setup";
import { ShownLine } from "./shown-line.svelte";

/** Delays in milliseconds before automatic moves, so that people can follow. */
export interface Delays {
  readonly loop: number;
  readonly reply: number;
  /** After the collapse of that many marks. */
  readonly collapse: (marks: number) => number;
}

export interface MatchOptions {
  readonly chance?: Chance;
  readonly coin?: Coin | RemoteCoin;
  readonly pace?: Delays;
  /**
   * Called after every change that should be saved; false if another tab has changed the game
   * before.
   */
  readonly changed?: (match: Match) => boolean;
}

/** The next game: the same seats, sides swapped, or a new series. */
export type Next = "again" | "swapped" | "anew";

/** Points of the previous games of the series, by current seat. */
type SeriesScore = Readonly<Record<Player, number>> & { readonly games: number };

/**
 * Loaded with the first coin; if it cannot be loaded, there is no network for a server's coin
 * either.
 */
const serverCoin: RemoteCoin = (here) =>
  import("./server-coin").then((module) => module.serverCoin(here), systemCoin);

/** Module of the computer players. */
type Computers = typeof import("./decide");

/** Null if no computer plays. Throws `KernelError`. */
async function computersFor(setup: Setup): Promise<Computers | null> {
  if (peopleOf(setup).length === 2) return null;
  return import("./decide").catch((error: unknown) => {
    throw new KernelError("missing", `the computer's levels cannot be loaded: ${String(error)}`);
  });
}

const PACE: Delays = delaysOf(() => ({ speed: "normal" }));
const NOTHING: SeriesScore = { X: 0, O: 0, games: 0 };

export class Match extends ShownLine {
  /** Changes when people are named. */
  setup: Setup = $state.raw() as Setup;
  readonly rules: Rules;
  /** The players that are people. */
  readonly people: readonly Player[];
  /** Whether a computer that searches takes part. */
  readonly hasStatistics: boolean;
  /** Whether a computer is choosing a move. */
  thinking = $state(false);
  /** Whether two levels that play each other wait for `step` or `resume`. */
  paused = $state(false);
  /** Intermediate result of a search; null if none is running. */
  progress = $state.raw<Estimate | null>(null);
  /** Why the last attempt was illegal. */
  illegalReason = $state.raw<IllegalMoveReason | null>(null);
  /** Whether another tab plays: computers and coins decide there. */
  isFollowing = $state(false);
  failure = $state.raw<KernelError | null>(null);
  /** Whether the only person had help: such a game is not counted. */
  help: Help | null = $state.raw(null);
  protected line: PlayedLine = $state.raw() as PlayedLine;
  private readonly tosses = new Map<string, Toss>();
  private readonly air = new Map<string, Promise<Toss>>();
  private turn = new AbortController();
  private pondering = new AbortController();
  private enough = new AbortController();

  private constructor(
    private readonly kernel: Kernel,
    setup: Setup,
    line: PlayedLine,
    readonly before: SeriesScore,
    private readonly options: MatchOptions,
    private readonly computers: Computers | null,
  ) {
    super();
    this.setup = setup;
    this.rules = rulesOf(setup);
    this.people = peopleOf(setup);
    this.hasStatistics = Object.values(setup.seats).some(
      (kind) => kind !== "human" && searches(kind, this.rules),
    );
    this.line = line;
    line.plies.forEach(({ toss }, i) => toss && this.tosses.set(this.key(i), toss));
    void this.playAutomatic();
  }

  /** Start a match. Throws `KernelError`. */
  static async start(kernel: Kernel, setup: Setup, options: MatchOptions = {}): Promise<Match> {
    const empty = kernel.survey({ rules: rulesOf(setup), places: [] });
    const [start, computers] = await Promise.all([empty, computersFor(setup)]);
    return new Match(kernel, setup, { start, plies: [], at: 0 }, NOTHING, options, computers);
  }

  /** Resume a saved match. Throws if it is invalid, or `KernelError` if the kernel fails. */
  static async resume(kernel: Kernel, saved: Saved, options: MatchOptions = {}): Promise<Match> {
    const { replaySaved } = await loadReader();
    const game = replaySaved(kernel, saved);
    const [line, computers] = await Promise.all([game, computersFor(saved.setup)]);
    const match = new Match(kernel, saved.setup, line, saved.standing, options, computers);
    match.help = saved.help ?? null;
    return match;
  }

  // --- state -------------------------------------------------------------------------------

  /** Whether a person at this device decides now. */
  readonly isOurs: boolean = $derived.by(
    () => this.decider !== null && this.people.includes(this.decider as Player),
  );
  /** Moves available by tapping squares. */
  readonly moves: readonly Move[] = $derived.by(() => (this.isOurs ? this.position.moves : []));
  /** Plies since the last decision of a person; the last one if none plays. */
  readonly recentPlies: readonly Ply[] = $derived.by(() => {
    if (this.people.length === 0) return this.plies.slice(-1);
    const own = this.plies.findLastIndex(({ by }) => this.people.includes(by as Player));
    return this.plies.slice(own + 1);
  });
  /** Findings of the computer about its last move; null if there are none. */
  readonly engineInfo: EngineInfo | null = $derived.by(() => {
    const last = this.plies.findLast(({ by }) => by !== "chance" && !this.people.includes(by));
    return last?.engineInfo ?? null;
  });
  readonly canUndo: boolean = $derived.by(() => undoTarget(this.line, this.undoers) !== null);
  readonly canRedo: boolean = $derived.by(() => redoTarget(this.line, this.undoers) !== null);
  /** Points of all games, including this one if it is over. */
  readonly standing: SeriesScore = $derived.by(() => {
    const points = this.position.outcome?.points;
    if (!points) return this.before;
    const { X, O, games } = this.before;
    return { X: X + points.X, O: O + points.O, games: games + 1 };
  });

  /** Data to resume the match from. */
  get saved(): Saved {
    return {
      version: 1,
      setup: this.setup,
      ...startOf(this.rules, this.start.places),
      moves: this.line.plies.map(({ move }) => moveName(this.rules, move)),
      tosses: this.line.plies.map(({ toss }) => toss),
      at: this.line.at,
      standing: this.before,
      ...(this.help && { help: this.help }),
    };
  }

  // --- actions -----------------------------------------------------------------------------

  /** Play a move for the person to decide; sets `illegalReason` if it is illegal. */
  async play(move: Move): Promise<void> {
    const { line, decider } = this;
    if (!this.isOurs || decider === null) return;
    this.stopPondering();
    try {
      const after = await this.kernel.play(this.here, move);
      if (this.line !== line) return;
      this.enter(played(line, { move, by: decider, toss: null, after }));
    } catch (error) {
      this.caught(error);
    }
  }

  /** Stop pondering. */
  stopPondering(): void {
    this.pondering.abort();
  }

  /** Undo the last decision of a person and everything after it. */
  undo(): void {
    this.goTo(undoTarget(this.line, this.undoers));
  }

  redo(): void {
    this.goTo(redoTarget(this.line, this.undoers));
  }

  /** Undo to the start; `redo` restores the moves. */
  reset(): void {
    this.goTo(0);
  }

  /** From now on the game does not count, if one person plays. */
  getHelp(help: Help): void {
    if (this.help || this.people.length !== 1) return;
    this.help = help;
    this.options.changed?.(this);
  }

  rename(names: Names): void {
    this.setup = { ...this.setup, names };
    this.options.changed?.(this);
  }

  /** Make the searching computer play its best move so far. */
  moveNow(): void {
    this.enough.abort();
  }

  /**
   * The next game from the same start. If this game is over, its points are added to the series by
   * seat.
   */
  rematch(next: Next): Match {
    this.leave();
    const swaps = next === "swapped" || (next === "anew" && this.drawsSides());
    const setup = swaps ? swapped(this.setup) : this.setup;
    const { X: x, O: o, games } = next === "anew" ? NOTHING : this.standing;
    const standing = swaps ? { X: o, O: x, games } : { X: x, O: o, games };
    const line = { start: this.start, plies: [], at: 0 };
    return new Match(this.kernel, setup, line, standing, this.options, this.computers);
  }

  /** Show what another tab has played. */
  follow(saved: Saved, line = this.line): void {
    this.leave();
    this.isFollowing = true;
    this.setup = saved.setup;
    this.help = saved.help ?? null;
    line.plies.forEach(({ toss }, i) => toss && this.tosses.set(keyOf(this.rules, line, i), toss));
    this.line = line;
    [this.illegalReason, this.progress] = [null, null];
    this.thinking = this.decider !== null && !this.isOurs && !this.paused;
  }

  /** Let computers and coins decide in this tab. */
  takeOver(): void {
    if (!this.isFollowing) return;
    this.isFollowing = false;
    void this.playAutomatic();
  }

  /** Stop all activity of this match. */
  leave(): void {
    this.turn.abort();
    this.stopPondering();
  }

  /** Stop a game between two levels; others wait for people anyway. */
  pause(): void {
    if (this.people.length > 0 || this.paused) return;
    this.paused = true;
    void this.playAutomatic();
  }

  /** Let two levels play on. */
  resume(): void {
    this.paused = false;
    void this.playAutomatic();
  }

  /** Pause, and make one move: the one taken back, or that of the level to decide. */
  step(): void {
    this.pause();
    if (this.line.at < this.line.plies.length) this.goTo(this.line.at + 1);
    else if (!this.thinking) void this.playAutomatic(true);
  }

  // --- private -----------------------------------------------------------------------------

  /** The players whose decisions `undo` returns to: people, or both if there are none. */
  private get undoers(): readonly Player[] {
    return this.people.length > 0 ? this.people : ["X", "O"];
  }

  /** Whether sides are drawn at random for this game. */
  private drawsSides(): boolean {
    return this.setup.lot === true && (this.options.chance ?? systemChance).below(2) === 1;
  }

  private goTo(at: number | null): void {
    if (at === null || at === this.line.at) return;
    this.pause();
    if (this.position.outcome) this.getHelp("undo");
    this.enter({ ...this.line, at });
  }

  private enter(line: PlayedLine): void {
    const before = this.line;
    this.line = line;
    this.illegalReason = null;
    if (this.options.changed?.(this) === false) {
      this.line = before;
      return;
    }
    this.isFollowing = false;
    void this.playAutomatic();
  }

  /**
   * Make the decisions of coins and computers until a person decides or the game is over; in a
   * paused game only one, as a `single` step.
   */
  private async playAutomatic(single = false): Promise<void> {
    this.turn.abort();
    this.stopPondering();
    this.turn = new AbortController();
    this.enough = new AbortController();
    this.progress = null;
    const { signal } = this.turn;
    const { decider } = this;
    this.thinking = decider !== null && !this.isOurs && (single || !this.paused);
    if (!this.thinking) return this.ponder();
    try {
      const ply = decider === "chance" ? await this.coinPly(signal) : await this.chosen(signal);
      if (!signal.aborted) this.enter(played(this.line, ply));
    } catch (error) {
      if (signal.aborted) return;
      this.thinking = false;
      this.caught(error);
    }
  }

  /** Ponder while a person thinks. */
  private async ponder(): Promise<void> {
    const level = Object.values(this.setup.seats).find((kind) => kind !== "human");
    if (!this.isOurs || !level || !this.computers) return;
    this.pondering = new AbortController();
    const { kernel, rules, position } = this;
    const { signal } = this.pondering;
    try {
      await this.computers.ponder({ kernel, rules, chance: systemChance, signal }, position, level);
    } catch (error) {
      if (!signal.aborted) this.caught(error);
    }
  }

  /** The coin's decision; a position reached again after undo gets the same result. */
  private async coinPly(signal: AbortSignal): Promise<Ply> {
    await this.wait(signal);
    const key = this.key(this.line.at);
    const toss = this.tosses.get(key) ?? (await this.tossFor(key));
    signal.throwIfAborted();
    const move = this.position.moves[toss.bit] as Move;
    const after = await this.kernel.play(this.here, move);
    return { move, by: "chance", toss, after };
  }

  /** Toss the coin for a position, once even with concurrent requests. */
  private tossFor(key: string): Promise<Toss> {
    const pendingTosses = this.air.get(key);
    if (pendingTosses) return pendingTosses;
    const coin = this.options.coin ?? serverCoin;
    const pendingToss = Promise.resolve(coin(this.here)).then((toss) => {
      this.tosses.set(key, toss);
      return toss;
    });
    this.air.set(key, pendingToss);
    return pendingToss;
  }

  private async chosen(signal: AbortSignal): Promise<Ply> {
    const by = this.decider as Player;
    const level = this.setup.seats[by];
    if (level === "human" || !this.computers) throw new RangeError(`${by} is a person`);
    const { kernel, rules, position } = this;
    const chance = this.options.chance ?? systemChance;
    const progress = (partial: Estimate): void => void (this.progress = partial);
    const asked = { kernel, rules, chance, signal, enough: this.enough.signal, progress };
    // Start the kernel first: it computes during the pause.
    const decision = this.computers.decide(asked, position, level);
    const [{ move, engineInfo }] = await Promise.all([decision, this.wait(signal)]);
    return { move, by, toss: null, engineInfo, after: await kernel.play(this.here, move) };
  }

  /** Wait, to show a loop, a collapse, or the last mark before the next move. */
  private async wait(signal: AbortSignal): Promise<void> {
    const { loop, collapse, reply } = this.options.pace ?? PACE;
    const last = this.plies.at(-1);
    const after = last?.move.kind === "collapse" ? collapse(this.last.length) : last ? reply : 0;
    const time = this.loop ? loop : after;
    if (time > 0) await new Promise((resolve) => setTimeout(resolve, time));
    signal.throwIfAborted();
  }

  private caught(error: unknown): void {
    if (error instanceof IllegalMoveError) this.illegalReason = error.reason;
    else if (error instanceof KernelError) this.failure = error;
    else throw error;
  }

  private key(at: number): string {
    return keyOf(this.rules, this.line, at);
  }
}

/** The moves up to a ply as text. */
function keyOf(rules: Rules, { plies }: PlayedLine, at: number): string {
  return plies
    .slice(0, at)
    .map(({ move }) => moveName(rules, move))
    .join(" ");
}
