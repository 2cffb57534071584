/**
 * An online game as seen by a player or a spectator. The server's log is authoritative; own moves
 * are displayed immediately and reverted if the server rejects them.
 *
 * At most one decision is pending. It keeps its ID until the server has answered and is sent
 * again after each reconnect; the server applies it once.
 */

import type { Kernel } from "../kernel/client";
import { IllegalMoveError, type IllegalMoveReason, type KernelError } from "../kernel/errors";
import { type Rules, parseRules } from "../kernel/rules";
import type { Decider, Move, Player } from "../kernel/types";
import { type PlayedLine, type Ply, played, undoTarget } from "../play/line";
import { levelNamed } from "../play/levels";
import type { Kind, Names, Setup } from "../play/setup";
import { ShownLine } from "../play/shown-line.svelte";
import { moveName } from "../notation/moves";
import { leftTo, paceOf } from "./clocks";
import type { Connection, Listener } from "./connection.svelte";
import {
  type Ending,
  type Offers,
  applyEntry,
  declinedIn,
  endingOf,
  initialLine,
  isRematchDeclined,
  offersIn,
  rematchIn,
} from "./log";
import { GameChat } from "./chat.svelte";
import { RESEND_DELAY_MS, TEMPORARY, named, subscribe } from "./subscription";
import {
  type Clocks,
  type Decision,
  type Entry,
  type PlayerInfo,
  type ServerMessage,
  type Terms,
  decisionId,
} from "./wire";

/** A decision that the server has not answered yet. */
interface PendingDecision {
  readonly id: string;
  readonly at: number;
  readonly kind: Decision;
  readonly body: string;
}

/** A rejected decision: the server's code, and the rules' reason for an illegal move. */
interface RejectedDecision {
  readonly code: string;
  readonly message: string;
  readonly reason: IllegalMoveReason | null;
}

/** A game's ID, which messengers extend by a full stop or a bracket. */
const GAME_ID = /^[0-9A-Za-z]{10}(?![0-9A-Za-z])/;

/**
 * Time in milliseconds after which a game can be claimed from a player who is away (P47). The
 * server counts from its next report of the presence, which comes within the margin.
 */
const CLAIM_DELAY_MS = 60_000;
const CLAIM_MARGIN_MS = 2_000;

/** A person also stands for a level that this app lacks. */
function kindOf({ level }: PlayerInfo): Kind {
  return levelNamed(level) ?? "human";
}

export class OnlineGame extends ShownLine implements Listener {
  readonly rules: Rules;
  readonly people: readonly Player[];
  readonly setup: Setup;
  /** Ratings replace series points in online games. */
  readonly standing = { X: 0, O: 0, games: 0 };
  entries: readonly Entry[] = $state.raw([]);
  present: readonly Player[] = $state.raw([]);
  private isPresenceKnown = $state(false);
  /**
   * Whether the opponent was seen here. Presence is reported once a second: an opponent who decides
   * something and leaves at once was here, too.
   */
  wasMet = $state(false);
  watching = $state(0);
  pending: PendingDecision | null = $state.raw(null);
  rejected: RejectedDecision | null = $state.raw(null);
  failure: KernelError | null = $state.raw(null);
  readonly chat: GameChat;
  /** Since when the opponent is away, by the server's clock; null if not. */
  private awaySince: number | null = $state(null);
  private clocks: Clocks | null = $state.raw(null);
  private reportedAt = $state(0);
  /** The line of the entries applied so far. */
  private confirmed: PlayedLine = $state.raw() as PlayedLine;
  /** The own move that the server has not confirmed yet. */
  private ahead: Ply | null = $state.raw(null);
  /** Number of received entries, including those not applied yet. */
  private come = 0;
  private reading: Promise<void> = Promise.resolve();
  /** Whether the server has confirmed the subscription. */
  private isFollowed = true;
  private again: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  private constructor(
    private readonly kernel: Kernel,
    private readonly connection: Connection,
    readonly game: string,
    readonly terms: Terms,
    readonly seat: Player | null,
    line: PlayedLine,
    private readonly nameOf: (player: PlayerInfo) => string,
  ) {
    super();
    this.rules = parseRules(terms.rules);
    this.people = seat ? [seat] : [];
    this.setup = { rules: terms.rules, seats: { X: kindOf(terms.x), O: kindOf(terms.o) } };
    this.confirmed = line;
    this.chat = new GameChat(game, seat, (order) => connection.send(order));
    let isSubscribed = connection.state === "open"; // by `subscribe`, until the next reconnect
    this.stop = connection.listen({
      opened: () => (isSubscribed ? (isSubscribed = false) : this.opened()),
      received: (report) => this.received(report),
    });
  }

  /**
   * Load the game with the ID at the start of `address`. Rejects with the server's error code, or if
   * `signal` is aborted. Errors after which the request is repeated are reported to `ondelay`.
   */
  static async open(
    kernel: Kernel,
    connection: Connection,
    address: string,
    signal: AbortSignal,
    nameOf = ({ name }: PlayerInfo): string => name,
    ondelay?: (code: string) => void,
  ): Promise<OnlineGame> {
    const game = GAME_ID.exec(address)?.[0];
    if (!game) throw named("Rejected", "no-such-game");
    const { first, reports, stop } = await subscribe(connection, game, signal, ondelay);
    try {
      const { terms, seat } = first;
      const line = await initialLine(kernel, terms);
      signal.throwIfAborted();
      const opened = new OnlineGame(kernel, connection, game, terms, seat, line, nameOf);
      for (const report of reports) opened.received(report);
      await opened.reading;
      // The screen that cancelled it may have subscribed to the same game.
      if (signal.aborted) opened.stop();
      signal.throwIfAborted();
      return opened;
    } finally {
      stop();
    }
  }

  // --- state -------------------------------------------------------------------------------

  protected readonly line: PlayedLine = $derived.by(() =>
    this.ahead ? played(this.confirmed, this.ahead) : this.confirmed,
  );
  /** How the game ended other than on the board; null if it did not. */
  readonly ending: Ending | null = $derived.by(() => endingOf(this.entries));
  readonly isOver: boolean = $derived.by(
    () => this.ending !== null || (this.position.outcome !== null && this.ahead === null),
  );
  override readonly decider: Decider | null = $derived.by(() =>
    this.ending ? null : this.position.decider,
  );
  /** Whether the connection is lost during the game, so that nothing can be done. */
  readonly isPaused: boolean = $derived.by(() => this.connection.state !== "open" && !this.isOver);
  readonly isOurs: boolean = $derived.by(
    () => !this.pending && !this.isPaused && this.seat !== null && this.decider === this.seat,
  );
  readonly moves: readonly Move[] = $derived.by(() => (this.isOurs ? this.position.moves : []));
  /** Plies since one's own last decision. */
  readonly recentPlies: readonly Ply[] = $derived.by(() => {
    const own = this.plies.findLastIndex(({ by }) => by === this.seat);
    return this.plies.slice(this.seat ? own + 1 : -1);
  });
  readonly offers: Offers = $derived.by(() => offersIn(this.entries));
  readonly declinedOffer = $derived.by(() => declinedIn(this.entries));
  readonly rematch: string | null = $derived.by(() => rematchIn(this.entries));
  /** Whether a rematch was declined. */
  readonly isLast: boolean = $derived.by(() => isRematchDeclined(this.entries));

  /** Whether the user has a move to take back. */
  readonly canTakeBack: boolean = $derived.by(
    () => this.seat !== null && undoTarget(this.line, [this.seat]) !== null,
  );
  /** Whether the opponent, a person, is not here after the end; false before this is known. */
  readonly isOpponentAway: boolean = $derived.by(() => {
    const isHere = !this.isPresenceKnown || this.present.includes(this.opponent);
    return this.isOver && this.seat !== null && this.isPerson(this.opponent) && !isHere;
  });
  /** Whether an opponent who was here while this device showed the game has left after its end. */
  readonly hasOpponentLeft: boolean = $derived.by(() => this.isOpponentAway && this.wasMet);

  /** Whether the players, two people, can still agree on a rematch. */
  readonly isRematchOpen: boolean = $derived.by(() => {
    const isWithPerson = this.seat !== null && this.isPerson(this.opponent);
    const canBegin = this.isOver && isWithPerson && !this.terms.room;
    return canBegin && !this.rematch && !this.isLast;
  });
  /** Whether the opponent offers a rematch. */
  readonly isOfferedRematch: boolean = $derived.by(
    () => this.isRematchOpen && this.offers.rematch !== null && this.offers.rematch !== this.seat,
  );
  /** Whether the user has seen the end. */
  isEndSeen = $state(false);

  /** Names in the language of the app. */
  get names(): Names {
    const { x, o } = this.terms;
    return { X: this.nameOf(x), O: this.nameOf(o) };
  }

  /** Names in no language, for links. */
  get serverNames(): Names {
    const { x, o } = this.terms;
    return { X: x.name, O: o.name };
  }

  /** The other player; X for a spectator. */
  private get opponent(): Player {
    return this.seat === "X" ? "O" : "X";
  }

  /** The player whose clock is running. */
  get running(): Player | null {
    return this.clocks?.running ?? null;
  }

  /** Whether the player is a person, not a bot. */
  isPerson(player: Player): boolean {
    return (player === "X" ? this.terms.x : this.terms.o).level === null;
  }

  get version(): number {
    return this.entries.length;
  }

  /** A player's remaining time in milliseconds; null without a clock. */
  left(player: Player): number | null {
    return leftTo(player, this.clocks, this.connection.now() - this.reportedAt);
  }

  /** Milliseconds for the next decision before both have decided; null afterwards (P45). */
  leftToBegin(): number | null {
    const { clocks } = this;
    const isBeginning = clocks && !clocks.running && clocks.deadline !== null;
    if (!isBeginning || !this.decider || this.decider === "chance") return null;
    return Math.max(0, clocks.deadline - this.connection.now());
  }

  /** Milliseconds until the game can be claimed; null unless the opponent is to move and away. */
  leftToClaim(): number | null {
    const { seat, running, awaySince } = this;
    if (!seat || !running || running === seat || awaySince === null) return null;
    if (this.isOver || this.isPaused) return null;
    if (paceOf(this.terms.clock) !== "live" || !this.isPerson(running)) return null;
    return Math.max(0, awaySince + CLAIM_DELAY_MS + CLAIM_MARGIN_MS - this.connection.now());
  }

  // --- actions -----------------------------------------------------------------------------

  /** Play a move and display it immediately; sets `rejected` if the server rejects it. */
  async play(move: Move): Promise<void> {
    if (!this.isOurs) return;
    const pending = this.intent("move", moveName(this.rules, move));
    this.pending = pending;
    this.rejected = null;
    try {
      const after = await this.kernel.play(this.here, move);
      if (this.pending !== pending) return;
      this.ahead = { move, by: this.seat as Player, toss: null, after };
      this.submit();
    } catch (error) {
      this.pending = null;
      this.caught(error);
    }
  }

  /** Resign, offer, answer or abort. No-op while another decision is pending. */
  decide(kind: Decision): void {
    if (this.pending || !this.seat) return;
    this.pending = this.intent(kind, "");
    this.rejected = null;
    this.submit();
  }

  /** Subscribe to the chat with the opponent, or unsubscribe. */
  openChat(isOpen: boolean): void {
    if (isOpen === this.chat.isOpen) return;
    this.chat.open(isOpen);
    this.watch();
  }

  /** Unsubscribe from this game. */
  leave(): void {
    clearTimeout(this.again);
    this.connection.send({ t: "leave", game: this.game });
    this.stop();
  }

  // --- messages from the server ------------------------------------------------------------

  opened(): void {
    this.watch();
    this.sendPending();
  }

  received(report: ServerMessage): void {
    if (!("game" in report) || report.game !== this.game) return;
    if (report.t === "game") this.isFollowed = true;
    if (report.t === "game" || report.t === "entries") this.learn(report);
    if (report.t === "entries" && report.entries.some(({ s, id }) => id && s === this.opponent))
      this.wasMet = true;
    if (report.t === "game" || report.t === "presence") {
      this.present = report.present;
      this.isPresenceKnown = true;
      if (this.present.includes(this.opponent)) this.wasMet = true;
      this.watching = report.watching;
      this.noteAbsence(report.t === "game");
    }
    this.chat.received(report);
    if (report.t === "done") this.answered(report.id);
    if (report.t === "refused") this.declined(report.id, report);
  }

  // --- private -----------------------------------------------------------------------------

  private watch(): void {
    this.isFollowed = false;
    this.connection.send({ t: "watch", game: this.game, have: this.come, chat: this.chat.isOpen });
  }

  /** Note since when the opponent is away: since now after a reconnect. */
  private noteAbsence(isAgain: boolean): void {
    if (this.present.includes(this.opponent)) this.awaySince = null;
    else if (isAgain || this.awaySince === null) this.awaySince = this.connection.now();
  }

  private intent(kind: Decision, body: string): PendingDecision {
    return { id: decisionId(), at: this.version, kind, body };
  }

  /** Send a new decision, and notice soon if the connection is lost. */
  private submit(): void {
    this.sendPending();
    this.connection.probe();
  }

  private sendPending(): void {
    if (!this.pending) return;
    const lag = Math.round(this.connection.delay ?? 0);
    this.connection.send({ t: "do", game: this.game, lag, ...this.pending });
  }

  /** Send again what the server has not accepted. */
  private resend(): void {
    if (!this.isFollowed) this.watch();
    this.sendPending();
  }

  /** Append new entries; request missing ones. */
  private learn(report: { entries: readonly Entry[]; clock: Clocks | null; now: number }): void {
    const fresh = report.entries.filter(({ v }) => v > this.come);
    if (fresh.length > 0 && fresh[0]?.v !== this.come + 1) {
      this.watch();
      return;
    }
    this.clocks = report.clock;
    this.reportedAt = report.now;
    this.come += fresh.length;
    this.reading = this.reading.then(() => this.follow(fresh)).catch((error) => this.caught(error));
  }

  /** Apply the log in order. */
  private async follow(fresh: readonly Entry[]): Promise<void> {
    for (const entry of fresh) {
      const line = await applyEntry(this.kernel, this.rules, this.confirmed, entry);
      // The optimistic move is now in the log, or has become invalid.
      if (line !== this.confirmed) this.ahead = null;
      this.confirmed = line;
      this.entries = [...this.entries, entry];
      this.rejected = null;
      if (entry.id && entry.id === this.pending?.id) this.pending = null;
    }
  }

  private answered(id: string): void {
    if (id === this.pending?.id && this.pending.kind !== "move") this.pending = null;
  }

  private declined(id: string | null, why: { code: string; message: string }): void {
    const isWatch = id === null && !this.isFollowed;
    if (TEMPORARY.has(why.code) && (isWatch || id === this.pending?.id)) {
      clearTimeout(this.again);
      this.again = setTimeout(() => this.resend(), RESEND_DELAY_MS);
      return;
    }
    if (id === null || id !== this.pending?.id) return;
    this.pending = null;
    this.ahead = null;
    this.rejected = { code: why.code, message: why.message, reason: null };
  }

  private caught(error: unknown): void {
    if (error instanceof IllegalMoveError)
      this.rejected = { code: "illegal-move", message: error.message, reason: error.reason };
    else if (error instanceof Error && error.name === "KernelError")
      this.failure = error as KernelError;
    else throw error;
  }
}
