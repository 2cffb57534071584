/** Who this browser is to the server, and the one line to it that all screens share. */

import { Link } from "./link.svelte";
import { type Account, Service, ServiceError } from "./service";
import type { Report } from "./wire";

/**
 * `unknown` until the server has been asked; `missing` where the app is served without games;
 * `ended` while somebody who was signed out has not said how to go on.
 */
export type Standing = "unknown" | "there" | "missing" | "away" | "ended";

/** So long, in milliseconds, another tab may take to come in anew before this one is signed out. */
const LATER = [0, 500, 1_000, 2_000];

/** What this device knows of an account that was used here. */
export interface Memory {
  /** Its name; null where there was none, or somebody has logged out. */
  name: string | null;
}

export class Online {
  /** Null for somebody who has not entered yet. */
  who: Account | null = $state.raw(null);
  standing: Standing = $state("unknown");
  /** Who this was until the server forgot it; null while nothing is to be said about that. */
  forgotten: string | null = $state(null);
  /** Whether the server has become another version since this page was loaded. */
  isNewer = $state(false);
  /** Whether somebody plays right now, and is not to be taken elsewhere. */
  isPlaying = $state(false);
  /** A game of this person's that has begun in the meantime. */
  begun: string | null = $state(null);
  /** Who was signed out here. */
  ended: string | null = $state(null);
  private version: string | null = null;
  /** Whether the last who came in was known afterwards; a browser may keep no cookies at all. */
  private isKept = true;
  /** Whether this is about to find out who it is, so that nobody has to come in meanwhile. */
  private isLooking = false;

  constructor(
    readonly service: Service = new Service(),
    readonly link: Link = new Link(),
    private readonly memory: Memory = { name: null },
  ) {
    service.onforgotten = () => void this.enterAgain();
  }

  /** Finds out who this is, and enters as a guest if that is nobody yet. */
  async arrive(): Promise<void> {
    try {
      this.recognise((await this.service.session()) ?? (await this.service.enter()));
      this.standing = "there";
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.standing = error.code === "not-found" ? "missing" : "away";
    }
  }

  /** This is somebody else from now on: another name, or an account that was entered. */
  become(who: Account): void {
    this.recognise(who);
    this.forgotten = this.ended = null;
    this.standing = "there";
    this.link.renew();
  }

  /** Leaves the account; a new guest comes in. */
  async leave(): Promise<void> {
    await this.service.leave();
    await this.removed();
  }

  /** The account is left, or is no more; a new guest comes in, and need not be told why. */
  async removed(): Promise<void> {
    this.who = this.memory.name = null;
    await this.arrive();
    this.forgotten = null;
    this.link.renew();
  }

  /**
   * The session is over: somebody has logged out or in, changed the password, or deleted the account,
   * here or elsewhere. Where this browser is in another by now, it goes on as who that is.
   */
  async signedOut(): Promise<void> {
    const { who } = this;
    this.isLooking = true;
    const found = await this.laterSession();
    this.isLooking = false;
    if (found) {
      this.recognise(found);
      this.link.renew();
    } else if (this.who === who) {
      this.ended = who?.name ?? "";
      this.who = null;
      this.standing = "ended";
    }
  }

  /** Whose session this browser has now or in a moment; null if it has none. */
  private async laterSession(): Promise<Account | null> {
    for (const wait of LATER) {
      await new Promise((done) => setTimeout(done, wait));
      // Where nobody answers, nobody says that it is over: the line finds out when it is back.
      const found = await this.service.session().catch(() => this.who);
      if (found) return found;
    }
    return null;
  }

  /** Whoever was signed out goes on as a new guest, and need not be told why. */
  async goOn(): Promise<void> {
    this.memory.name = this.ended = null;
    await this.arrive();
  }

  /** Hears how the server greets: who it takes this for, and which version it is. */
  heard(report: Report): void {
    if (report.t !== "hello") return;
    this.isNewer ||= this.version !== null && this.version !== report.version;
    this.version ??= report.version;
    if (report.who) this.isKept = true;
    else void this.enterAgain();
    // Another tab has entered an account, or left it.
    if (report.who && this.who && report.who.user !== this.who.user) void this.arrive();
  }

  /** The server does not know this browser any more: a new guest comes in, and is told why. */
  private async enterAgain(): Promise<void> {
    const { who } = this;
    if (!who || !this.isKept || this.isLooking) return;
    this.isKept = false;
    this.who = null;
    await this.arrive();
    // The cookie may have been there all the time, and only one answer have gone astray.
    if (this.who !== null && (this.who as Account).user !== who.user) this.forgotten = who.name;
    this.link.renew();
  }

  /** This is who it is. An account that was used here before, and is not there, is missed. */
  private recognise(who: Account): void {
    const { name } = this.memory;
    if (who.guest && name) this.forgotten = name;
    this.memory.name = who.guest ? null : who.name;
    this.who = who;
  }
}
