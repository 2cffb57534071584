/** Who this browser is to the server, and the one line to it that all screens share. */

import { Link } from "./link.svelte";
import { type Account, Service, ServiceError } from "./service";

/** `unknown` until the server has been asked; `missing` where the app is served without games. */
export type Standing = "unknown" | "there" | "missing" | "away";

export class Online {
  /** Null for somebody who has not entered yet. */
  who: Account | null = $state.raw(null);
  standing: Standing = $state("unknown");

  constructor(
    readonly service: Service = new Service(),
    readonly link: Link = new Link(),
  ) {}

  /** Finds out who this is, and enters as a guest if that is nobody yet. */
  async arrive(): Promise<void> {
    try {
      this.who = (await this.service.session()) ?? (await this.service.enter());
      this.standing = "there";
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.standing = error.code === "not-found" ? "missing" : "away";
    }
  }

  /** This is somebody else from now on: another name, or an account that was entered. */
  become(who: Account): void {
    this.who = who;
    this.link.renew();
  }

  /** Leaves the account; a new guest comes in. */
  async leave(): Promise<void> {
    await this.service.leave();
    this.who = null;
    await this.arrive();
    this.link.renew();
  }
}
