/** The account of this browser, and the connection shared by all screens. */

import { Connection } from "./connection.svelte";
import type { OnlineGame } from "./game.svelte";
import { Service, ServiceError, clearBadge, isLive } from "./service";
import type { Account } from "./accounts";
import type { ServerMessage } from "./wire";

/**
 * `unknown` until the server has answered; `missing` if it does not offer online play; `ended`
 * while a signed-out user has not chosen how to continue.
 */
type ServerState = "unknown" | "there" | "missing" | "away" | "ended";

/**
 * Delays in milliseconds while another tab may be logging in, before this one shows as signed out.
 */
const SESSION_RETRY_MS = [0, 500, 1_000, 2_000];

/** Data about the account last used on this device. */
export interface LastAccount {
  /** Its name; null if there was none, or after logout. */
  name: string | null;
}

export class Online {
  /** Null before the first login. */
  who: Account | null = $state.raw(null);
  standing: ServerState = $state("unknown");
  /** Name of the account that the server has forgotten; null if there is nothing to report. */
  forgotten: string | null = $state(null);
  /** Whether the server version has changed since this page was loaded. */
  isNewer = $state(false);
  /** Whether a game is in progress that must not be interrupted. */
  isPlaying = $state(false);
  /** ID of an own game that has begun, until it is shown. */
  begun: string | null = $state(null);
  /** An own game that awaits the user while other screens are open. */
  left: OnlineGame | null = $state.raw(null);
  /** The open class room whose teacher the user is. */
  taught: { readonly code: string } | null = $state.raw(null);
  /** Codes of class rooms that the user has deleted: Back passes over their screens. */
  deletedRooms: readonly string[] = $state.raw([]);
  /** The search for an opponent of a live game. */
  seek: PendingSeek | null = $state.raw(null);
  /** Name of the account that was signed out. */
  ended: string | null = $state(null);
  /** Called when what belonged to the former user is dropped. */
  onswitched: () => void = () => undefined;
  /** ID of the user whose games are kept; `who` is null during a change of the account. */
  private user: string | null = null;
  private version: string | null = null;
  /** Whether the session survived the last login; some browsers store no cookies. */
  private isKept = true;
  /** Running lookups and changes of the session; meanwhile no guest account is created. */
  private changes = 0;
  /** Logins and logouts on this page: an answer to a question from before the last is outdated. */
  private switches = 0;

  constructor(
    readonly service: Service = new Service(),
    readonly connection: Connection = new Connection(),
    private readonly memory: LastAccount = { name: null },
  ) {
    service.onforgotten = () => void this.enterAgain();
  }

  /** Restore the session, or create a guest account. */
  async arrive(): Promise<void> {
    const { switches } = this;
    try {
      const { service } = this;
      const who = (await service.session()) ?? (await service.resume()) ?? (await service.enter());
      if (switches !== this.switches) return;
      this.recognise(who);
      this.standing = "there";
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (switches !== this.switches) return;
      this.standing = error.code === "not-found" ? "missing" : "away";
    }
  }

  /** Whether the last user has left, and no other is logged in yet: requests would be rejected. */
  get hasNoUser(): boolean {
    return this.who === null && (this.standing === "there" || this.standing === "ended");
  }

  /**
   * The account last used on this device, if it is logged in; null without one. Rejects with
   * `ServiceError` if the server cannot be reached.
   */
  async ownAccount(): Promise<Account | null> {
    if (!this.who && this.memory.name) {
      await this.arrive();
      if (this.standing === "away") throw new ServiceError("away", "");
    }
    return this.who?.guest === false ? this.who : null;
  }

  /** Search for an opponent; the game that begins is in `begun`. */
  search(seek: string): void {
    this.seek?.cancel();
    const pending = new PendingSeek(this.service, this.connection, seek, (game) => {
      if (this.seek !== pending) return;
      this.seek = null;
      this.begun = game ?? this.begun;
    });
    this.seek = pending;
  }

  /** Listen to the server for this account; returns a function that stops. */
  attend(): () => void {
    return this.connection.listen({
      received: (report) => {
        this.onGreeting(report);
        if (report.t === "started") this.begun = report.game;
      },
      ended: () => void this.signedOut(),
    });
  }

  /** Follow a game after its screen was closed, if it may await the user; otherwise leave it. */
  keep(game: OnlineGame): void {
    game.isEndSeen = game.isOver;
    const awaitsUser = game.seat && (isLive(game.terms) || game.isOurs);
    const awaitsRematch = game.isRematchOpen && !game.isOpponentAway;
    if (game.isOver ? !awaitsRematch : !awaitsUser) game.leave();
    else this.replaceLeft(game);
  }

  /** Return the game if it was kept, for its screen. */
  take(game: string): OnlineGame | null {
    const { left } = this;
    if (left?.game !== game) return null;
    this.left = null;
    return left;
  }

  /** Leave the kept game, and keep another one or none. */
  replaceLeft(game: OnlineGame | null): void {
    this.left?.leave();
    this.left = game;
  }

  /** Switch to the account or name that a request returns. */
  async become(request: Promise<Account>): Promise<void> {
    this.changes++;
    try {
      const who = await request;
      this.switches++;
      this.recognise(who);
    } finally {
      this.changes--;
    }
    this.forgotten = this.ended = null;
    this.standing = "there";
    this.connection.renew();
  }

  /** Log out; continue as a new guest. */
  async leave(): Promise<void> {
    const { who } = this;
    this.who = null; // requests for this account would be rejected from now on
    await this.service.leave().catch((error: unknown) => {
      this.who = who;
      throw error;
    });
    await this.removed();
  }

  /** The account was removed; continue as a new guest without a notice. */
  async removed(): Promise<void> {
    this.switches++;
    this.who = this.memory.name = null;
    clearBadge();
    await this.arrive();
    this.forgotten = null;
    this.connection.renew();
  }

  /**
   * The session is over: login, logout, a password change or account deletion, here or elsewhere.
   * If this browser has another session by now, continue with it.
   */
  async signedOut(): Promise<void> {
    const { who, switches } = this;
    this.changes++;
    const session = (await this.laterSession()) ?? (await this.resumed());
    this.changes--;
    if (switches !== this.switches) return;
    if (session) {
      this.recognise(session);
      this.connection.renew();
    } else if (this.who === who) {
      this.ended = who?.name ?? "";
      this.who = null;
      clearBadge();
      this.dropUser();
      this.standing = "ended";
    }
  }

  /** The session of an account whose registration or recovery got no answer; null without one. */
  private resumed(): Promise<Account | null> {
    return this.service.resume().catch(() => this.who); // as in `laterSession`
  }

  /** The session of this browser, now or after a short delay; null if there is none. */
  private async laterSession(): Promise<Account | null> {
    for (const wait of SESSION_RETRY_MS) {
      await new Promise((done) => setTimeout(done, wait));
      // If the server cannot be reached, keep the session: the connection will report its end.
      const session = await this.service.session().catch(() => this.who);
      if (session) return session;
    }
    return null;
  }

  /** Continue as a new guest without a notice after being signed out. */
  async goOn(): Promise<void> {
    this.memory.name = this.ended = null;
    this.service.forgetAttempt();
    await this.arrive();
  }

  /** Handle the server's greeting: account and version. */
  onGreeting(report: ServerMessage): void {
    if (report.t !== "hello") return;
    this.isNewer ||= this.version !== null && this.version !== report.version;
    this.version ??= report.version;
    if (report.who) this.isKept = true;
    else void this.enterAgain();
    // Another tab has logged in or out.
    if (report.who && this.who && report.who.user !== this.who.user) void this.arrive();
  }

  /** The server has forgotten this browser: continue as a new guest, with a notice. */
  private async enterAgain(): Promise<void> {
    const { who, switches } = this;
    if (!who || !this.isKept || this.changes > 0) return;
    this.isKept = false;
    this.who = null;
    await this.arrive();
    if (switches !== this.switches) return;
    // If the user is the same, only one response was wrong.
    if (this.who !== null && (this.who as Account).user !== who.user) this.forgotten = who.name;
    this.connection.renew();
  }

  /** Set the account, and report if it is not the one last used on this device. */
  private recognise(who: Account): void {
    const { name } = this.memory;
    if (!who.guest) this.service.forgetAttempt();
    if (who.guest && name) this.forgotten = name;
    this.memory.name = who.guest ? null : who.name;
    if (this.user !== who.user) this.dropUser();
    this.user = who.user;
    this.who = who;
  }

  /** Drop what belongs to the former user. */
  private dropUser(): void {
    if (this.user === null) return;
    this.user = this.begun = this.taught = null;
    this.replaceLeft(null);
    this.onswitched();
  }
}

// --- searching ------------------------------------------------------------------------------

/** Interval in milliseconds between keep-alive requests. */
const KEEP_ALIVE_MS = 10_000;

export class PendingSeek {
  /** Why the last keep-alive request failed. */
  error: unknown = $state.raw(null);
  private isOver = false;
  private readonly timer = setInterval(() => void this.renew(), KEEP_ALIVE_MS);
  private readonly stop: () => void;

  /** Call `onended` once: with the game that began, or with null after `cancel`. */
  constructor(
    private readonly service: Service,
    connection: Connection,
    private readonly seek: string,
    private readonly onended: (game: string | null) => void,
  ) {
    this.stop = connection.listen({
      received: (report) => {
        if (report.t === "started") this.end(report.game);
      },
    });
  }

  /** Withdraw the seek; if the request fails, it expires. */
  cancel(): void {
    if (this.isOver) return;
    this.service.drop(this.seek).catch(() => undefined);
    this.end(null);
  }

  private async renew(): Promise<void> {
    try {
      const { game } = await this.service.renew(this.seek);
      this.error = null;
      if (game) this.end(game);
    } catch (error) {
      this.error = error;
    }
  }

  private end(game: string | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.timer);
    // Keep the connection open until the game's listener has subscribed.
    setTimeout(this.stop);
    this.onended(game);
  }
}
