/**
 * What the two players of a game say to each other: quick phrases, which all can hear, and the chat,
 * which is there if the server has one and is read by whoever has opened it. Nothing of it is kept.
 */

import type { Player } from "../kernel/types";
import type { Order, Report } from "./wire";

/** Something that was said: a quick phrase by its number, or a text. */
export interface Said {
  readonly id: number;
  readonly by: Player;
  readonly what: number | string;
}

/** So much of it can be read again. */
const MOST = 50;

export class Talk {
  said: readonly Said[] = $state.raw([]);
  /** Who has opened the chat, as far as one may know; null where there is none. */
  readers: readonly Player[] | null = $state.raw(null);
  /** What this player is about to write. */
  draft = $state.raw("");
  /** Why nobody has read it. */
  refused: { readonly code: string; readonly message: string } | null = $state.raw(null);
  /** Whether this player has opened the chat. */
  isOpen = $state.raw(false);
  /** Whether the draft is on its way. */
  private isSending = false;
  private count = 0;

  constructor(
    private readonly game: string,
    private readonly seat: Player | null,
    private readonly send: (order: Order) => boolean,
  ) {}

  /** Says one of the quick phrases; it is lost where there is no line. */
  phrase(n: number): void {
    this.send({ t: "phrase", game: this.game, n });
  }

  /** Sends the draft to the other player; it stays until it is heard. */
  write(): void {
    if (this.isSending || !this.draft.trim()) return;
    this.refused = null;
    this.isSending = this.send({ t: "chat", game: this.game, text: this.draft });
  }

  /** Opens the chat or closes it; what was written is gone then. The server has to be told. */
  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.isSending = false;
    this.refused = null;
    if (!isOpen) this.said = this.said.filter(({ what }) => typeof what === "number");
  }

  received(report: Report): void {
    if (report.t === "game") this.greeted(report.chat);
    if (report.t === "presence" && report.chat) this.readers = report.chat;
    if (report.t === "phrase") this.heard(report.seat, report.n);
    if (report.t === "chat" && this.isOpen) this.heard(report.seat, report.text);
    if (report.t === "refused" && report.id === null && this.isSending) {
      this.isSending = false;
      this.refused = report;
    }
  }

  /** This may be another line, on which nothing is on its way. */
  private greeted(readers: readonly Player[] | null): void {
    this.readers = readers;
    this.isSending = false;
  }

  private heard(by: Player, what: number | string): void {
    this.said = [...this.said, { id: (this.count += 1), by, what }].slice(-MOST);
    if (by !== this.seat || typeof what === "number" || !this.isSending) return;
    this.isSending = false;
    this.draft = "";
  }
}
