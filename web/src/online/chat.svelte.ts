/**
 * Messages between the two players: quick phrases, visible to everyone, and the chat, if the server
 * has one and the player has opened it. Nothing is stored.
 */

import type { Player } from "../kernel/types";
import type { ClientMessage, ServerMessage } from "./wire";

/** A message: a quick phrase by number, or text. */
export interface ChatMessage {
  readonly id: number;
  readonly by: Player;
  readonly what: number | string;
}

/** Maximum number of displayed messages. */
const MAX_MESSAGES = 50;

export class GameChat {
  messages: readonly ChatMessage[] = $state.raw([]);
  /** Players who have opened the chat, as far as visible; null without a chat. */
  readers: readonly Player[] | null = $state.raw(null);
  /** The message being typed. */
  draft = $state.raw("");
  /** Why the last message was rejected. */
  rejected: { readonly code: string; readonly message: string } | null = $state.raw(null);
  /** Whether the user has opened the chat. */
  isOpen = $state.raw(false);
  /** Whether the draft is being sent. */
  private isSending = false;
  private count = 0;

  constructor(
    private readonly game: string,
    private readonly seat: Player | null,
    private readonly send: (order: ClientMessage) => boolean,
  ) {}

  /** Send a quick phrase; lost if there is no connection. */
  phrase(n: number): void {
    this.send({ t: "phrase", game: this.game, n });
  }

  /** Send the draft; it is cleared when confirmed. */
  write(): void {
    if (this.isSending || !this.draft.trim()) return;
    this.rejected = null;
    this.isSending = this.send({ t: "chat", game: this.game, text: this.draft });
  }

  /**
   * Open or close the chat; closing discards the messages. The server must be notified separately.
   */
  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.isSending = false;
    this.rejected = null;
    if (!isOpen) this.messages = this.messages.filter(({ what }) => typeof what === "number");
  }

  received(report: ServerMessage): void {
    if (report.t === "game") this.greeted(report.chat);
    if (report.t === "presence" && report.chat) this.readers = report.chat;
    if (report.t === "phrase") this.append(report.seat, report.n);
    if (report.t === "chat" && this.isOpen) this.append(report.seat, report.text);
    if (report.t === "refused" && report.id === null && this.isSending) {
      this.isSending = false;
      this.rejected = report;
    }
  }

  /** After a reconnect nothing is being sent. */
  private greeted(readers: readonly Player[] | null): void {
    this.readers = readers;
    this.isSending = false;
  }

  private append(by: Player, what: number | string): void {
    this.messages = [...this.messages, { id: (this.count += 1), by, what }].slice(-MAX_MESSAGES);
    if (by !== this.seat || typeof what === "number" || !this.isSending) return;
    this.isSending = false;
    this.draft = "";
  }
}
