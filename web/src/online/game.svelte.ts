/**
 * A game on the server, as one of its players or a spectator sees it. The log is the server's;
 * what one has decided oneself is drawn at once and taken back if the server refuses it.
 *
 * At most one decision is on its way. It keeps its name until the server has answered, and is sent
 * again whenever the line is back: the server plays it once.
 */

import type { Kernel } from "../kernel/client";
import { IllegalMoveError, type KernelError, type Refusal } from "../kernel/errors";
import { type Rules, parseRules } from "../kernel/rules";
import type { Decider, Loop, Move, Place, Player, Survey } from "../kernel/types";
import {
  type Line,
  type Ply,
  lastSquares,
  pairsOf,
  played,
  positionOf,
  undoTarget,
} from "../match/line";
import { type Setup, pair } from "../match/setup";
import { moveName } from "../notation/moves";
import { leftTo } from "./clocks";
import { after, begin } from "./fold";
import type { Link, Listener } from "./link.svelte";
import { type Ending, type Offers, endingOf, isLast, offersIn, rematchIn } from "./log";
import { Talk } from "./talk.svelte";
import {
  type Clocks,
  type Decision,
  type Entry,
  type Report,
  type Terms,
  decisionId,
} from "./wire";

/** A decision that the server has not yet answered. */
export interface Pending {
  readonly id: string;
  readonly at: number;
  readonly kind: Decision;
  readonly body: string;
}

/** What the server refused: its code, and the rules' reason where a move was not legal. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly reason: Refusal | null;
}

/** Milliseconds after which a decision is said again that the server could not store. */
const AGAIN = 1_000;

export class OnlineGame implements Listener {
  readonly rules: Rules;
  readonly people: readonly Player[];
  readonly names: Readonly<Record<Player, string>>;
  readonly setup: Setup;
  /** Points are added up in ratings here. */
  readonly standing = { X: 0, O: 0, games: 0 };
  entries: readonly Entry[] = $state.raw([]);
  present: readonly Player[] = $state.raw([]);
  watching = $state(0);
  pending: Pending | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  failure: KernelError | null = $state.raw(null);
  readonly talk: Talk;
  private clocks: Clocks | null = $state.raw(null);
  private told = $state(0);
  private line: Line = $state.raw() as Line;
  /** One's own move, before the server has said that it stands. */
  private ahead: Ply | null = $state.raw(null);
  /** How many entries have come, those too that are not yet played here. */
  private come = 0;
  private reading: Promise<void> = Promise.resolve();
  private readonly stop: () => void;

  private constructor(
    private readonly kernel: Kernel,
    private readonly link: Link,
    readonly game: string,
    readonly terms: Terms,
    readonly seat: Player | null,
    line: Line,
  ) {
    this.rules = parseRules(terms.rules);
    this.people = seat ? [seat] : [];
    this.names = { X: terms.x.name, O: terms.o.name };
    this.setup = pair(terms.rules);
    this.line = line;
    this.talk = new Talk(game, seat, (order) => link.send(order));
    this.stop = link.listen(this);
  }

  /**
   * The game of that name, once the server has told it. Rejects with the code of the refusal, and
   * as `signal` says.
   */
  static async open(
    kernel: Kernel,
    link: Link,
    game: string,
    signal: AbortSignal,
  ): Promise<OnlineGame> {
    const first = await firstReport(link, game, signal);
    const { terms, seat } = first;
    const line = await begin(kernel, terms);
    signal.throwIfAborted();
    const opened = new OnlineGame(kernel, link, game, terms, seat, line);
    opened.received(first);
    await opened.reading;
    return opened;
  }

  // --- what there is to see ----------------------------------------------------------------

  private readonly shown: Line = $derived.by(() =>
    this.ahead ? played(this.line, this.ahead) : this.line,
  );
  readonly position: Survey = $derived.by(() => positionOf(this.shown));
  readonly start: Survey = $derived.by(() => this.line.start);
  readonly loop: Loop | null = $derived.by(() => this.position.loop);
  /** How it ended off the board; null if it goes on, or ended on it. */
  readonly ending: Ending | null = $derived.by(() => endingOf(this.entries));
  readonly isOver: boolean = $derived.by(
    () => this.ending !== null || (this.position.outcome !== null && this.ahead === null),
  );
  readonly decider: Decider | null = $derived.by(() =>
    this.ending ? null : this.position.decider,
  );
  readonly isOurs: boolean = $derived.by(
    () => !this.pending && this.seat !== null && this.decider === this.seat,
  );
  readonly moves: readonly Move[] = $derived.by(() => (this.isOurs ? this.position.moves : []));
  readonly plies: readonly Ply[] = $derived.by(() => this.shown.plies.slice(0, this.shown.at));
  readonly pairs: ReadonlyMap<number, Place> = $derived.by(() => pairsOf(this.shown));
  readonly last: readonly number[] = $derived.by(() => lastSquares(this.shown));
  /** What happened since one decided oneself, the latest last. */
  readonly news: readonly Ply[] = $derived.by(() => {
    const own = this.plies.findLastIndex(({ by }) => by === this.seat);
    return this.plies.slice(this.seat ? own + 1 : -1);
  });
  readonly offers: Offers = $derived.by(() => offersIn(this.entries));
  readonly rematch: string | null = $derived.by(() => rematchIn(this.entries));
  /** Whether the two play no rematch: one wanted it and the other did not. */
  readonly isLast: boolean = $derived.by(() => isLast(this.entries));

  /** Whether there is a decision of one's own that the other player could give back. */
  readonly canTakeBack: boolean = $derived.by(
    () => this.seat !== null && undoTarget(this.shown, [this.seat]) !== null,
  );
  /** Whose clock runs. */
  get running(): Player | null {
    return this.clocks?.running ?? null;
  }

  /** Whether a person sits there, or a program of somebody's. */
  isPerson(player: Player): boolean {
    return (player === "X" ? this.terms.x : this.terms.o).level === null;
  }

  get version(): number {
    return this.entries.length;
  }

  /** Milliseconds that a player has left by now; null without a clock. */
  left(player: Player): number | null {
    return leftTo(player, this.clocks, this.link.now() - this.told);
  }

  // --- what can be done --------------------------------------------------------------------

  /** Plays a move, which is drawn at once; `refused` says why it does not stand. */
  async play(move: Move): Promise<void> {
    if (!this.isOurs) return;
    const pending = this.intent("move", moveName(this.rules, move));
    this.pending = pending;
    this.refused = null;
    try {
      const here = { rules: this.rules, places: this.position.places };
      const after = await this.kernel.play(here, move);
      if (this.pending !== pending) return;
      this.ahead = { move, by: this.seat as Player, toss: null, after };
      this.say();
    } catch (error) {
      this.pending = null;
      this.caught(error);
    }
  }

  /** Resigns, offers, answers, aborts. Does nothing while another decision is on its way. */
  decide(kind: Decision): void {
    if (this.pending || !this.seat) return;
    this.pending = this.intent(kind, "");
    this.refused = null;
    this.say();
  }

  /** Opens the chat with the other player, or closes it. */
  openChat(isOpen: boolean): void {
    if (isOpen === this.talk.isOpen) return;
    this.talk.open(isOpen);
    this.watch();
  }

  /** Nothing of this game is heard any more. */
  leave(): void {
    this.link.send({ t: "leave", game: this.game });
    this.stop();
  }

  // --- what the server says ----------------------------------------------------------------

  opened(): void {
    this.watch();
    this.say();
  }

  received(report: Report): void {
    if (!("game" in report) || report.game !== this.game) return;
    if (report.t === "game" || report.t === "entries") this.learn(report);
    if (report.t === "game" || report.t === "presence") {
      this.present = report.present;
      this.watching = report.watching;
    }
    this.talk.received(report);
    if (report.t === "done") this.answered(report.id);
    if (report.t === "refused") this.declined(report.id, report);
  }

  // --- inside ------------------------------------------------------------------------------

  private watch(): void {
    this.link.send({ t: "watch", game: this.game, have: this.come, chat: this.talk.isOpen });
  }

  private intent(kind: Decision, body: string): Pending {
    return { id: decisionId(), at: this.version, kind, body };
  }

  private say(): void {
    if (!this.pending) return;
    const lag = Math.round(this.link.delay ?? 0);
    this.link.send({ t: "do", game: this.game, lag, ...this.pending });
  }

  /** Adds what is new; asks again if something in between is missing. */
  private learn(report: { entries: readonly Entry[]; clock: Clocks | null; now: number }): void {
    const fresh = report.entries.filter(({ v }) => v > this.come);
    if (fresh.length > 0 && fresh[0]?.v !== this.come + 1) {
      this.watch();
      return;
    }
    this.clocks = report.clock;
    this.told = report.now;
    this.come += fresh.length;
    this.reading = this.reading.then(() => this.follow(fresh)).catch((error) => this.caught(error));
  }

  /** Plays what the log says, in its order. */
  private async follow(fresh: readonly Entry[]): Promise<void> {
    for (const entry of fresh) {
      const line = await after(this.kernel, this.rules, this.line, entry);
      // What was drawn ahead is now in the log, or what happened before it has undone it.
      if (line !== this.line) this.ahead = null;
      this.line = line;
      this.entries = [...this.entries, entry];
      if (entry.id && entry.id === this.pending?.id) this.pending = null;
    }
  }

  private answered(id: string): void {
    if (id === this.pending?.id && this.pending.kind !== "move") this.pending = null;
  }

  private declined(id: string | null, why: { code: string; message: string }): void {
    if (id === null || id !== this.pending?.id) return;
    // Nothing has happened: the same decision is said again when the line is renewed, or now.
    if (why.code === "unavailable") {
      setTimeout(() => this.say(), AGAIN);
      return;
    }
    this.pending = null;
    this.ahead = null;
    this.refused = { code: why.code, message: why.message, reason: null };
  }

  private caught(error: unknown): void {
    if (error instanceof IllegalMoveError)
      this.refused = { code: "illegal-move", message: error.message, reason: error.reason };
    else if (error instanceof Error && error.name === "KernelError")
      this.failure = error as KernelError;
    else throw error;
  }
}

/** What the server answers to the wish to watch a game. */
function firstReport(
  link: Link,
  game: string,
  signal: AbortSignal,
): Promise<Extract<Report, { t: "game" }>> {
  return new Promise((resolve, reject) => {
    const stop = link.listen({
      opened: () => link.send({ t: "watch", game, have: 0 }),
      received: (report) => {
        if (report.t === "game" && report.game === game) end(() => resolve(report));
        if (report.t === "refused" && report.game === game && report.id === null) {
          end(() => reject(named("Refused", report.code)));
        }
      },
    });
    const abort = (): void => end(() => reject(signal.reason as Error));
    signal.addEventListener("abort", abort);
    function end(act: () => void): void {
      signal.removeEventListener("abort", abort);
      act();
      // The next listener is there before the line would be closed.
      setTimeout(stop);
    }
  });
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
