/** Who this browser is to the server, and the one line to it that all screens share. */

import { Link } from "./link.svelte";
import { type Account, Service, ServiceError } from "./service";
import type { Report } from "./wire";

/** `unknown` until the server has been asked; `missing` where the app is served without games. */
export type Standing = "unknown" | "there" | "missing" | "away";

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
  private version: string | null = null;
  /** Whether the last who came in was known afterwards; a browser may keep no cookies at all. */
  private isKept = true;

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
    this.forgotten = null;
    this.link.renew();
  }

  /** Leaves the account; a new guest comes in. */
  async leave(): Promise<void> {
    await this.service.leave();
    this.who = this.memory.name = null;
    await this.arrive();
    this.forgotten = null;
    this.link.renew();
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
    if (!who || !this.isKept) return;
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
