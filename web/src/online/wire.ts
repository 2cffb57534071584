/**
 * What goes to and fro between the app and its server (spec/protocol.md), as types. The server is
 * the one that sent this app, so that its messages are read and not checked again; what is unknown
 * here is left alone, as a newer server may say more.
 */

import type { Player } from "../kernel/types";

/** The version of the protocol, as the socket's subprotocol. */
export const PROTOCOL = "qttt.1";

/** Somebody who plays; `level` is null for people. */
export interface Who {
  readonly name: string;
  readonly level: string | null;
  readonly bot: boolean;
}

/** What was agreed before a game, and never changes. */
export interface Terms {
  readonly rules: string;
  readonly start: string;
  readonly x: Who;
  readonly o: Who;
  readonly clock: string;
  readonly rated: boolean;
  readonly created: number;
  readonly private: boolean;
  readonly before: string | null;
  /** The class room that it is played in. */
  readonly room: string | null;
}

export const DECISIONS = [
  "move",
  "resign",
  "offer-draw",
  "accept-draw",
  "decline-draw",
  "offer-takeback",
  "accept-takeback",
  "decline-takeback",
  "abort",
  "offer-rematch",
  "accept-rematch",
  "decline-rematch",
] as const;
/** What a player can decide. */
export type Decision = (typeof DECISIONS)[number];

/** One line of a game's log. */
export interface Entry {
  readonly v: number;
  readonly k: Decision | "toss" | "flag" | "downtime";
  /** Whose it is; empty for the server. */
  readonly s: Player | "";
  readonly b: string;
  readonly at: number;
  readonly spent: number;
  readonly id: string;
}

/** Milliseconds left to each player, and whose clock runs. */
export interface Clocks {
  readonly x: number;
  readonly o: number;
  readonly running: Player | null;
}

export type Order =
  | {
      readonly t: "watch";
      readonly game: string;
      readonly have: number;
      /** Whether this player has opened the chat. */
      readonly chat?: boolean;
    }
  | { readonly t: "leave"; readonly game: string }
  | {
      readonly t: "do";
      readonly game: string;
      readonly id: string;
      readonly at: number;
      readonly kind: Decision;
      readonly body?: string;
      /** Milliseconds of the player's time that the network took. */
      readonly lag?: number;
    }
  | { readonly t: "ping"; readonly n: number }
  | { readonly t: "phrase"; readonly game: string; readonly n: number }
  | { readonly t: "chat"; readonly game: string; readonly text: string }
  | { readonly t: "lobby" }
  | { readonly t: "leave-lobby" }
  | { readonly t: "room"; readonly room: string }
  | { readonly t: "leave-room" };

export type Report =
  | {
      readonly t: "hello";
      /** Null for somebody whom the server does not know. */
      readonly who: (Who & { readonly user: string }) | null;
      readonly now: number;
      readonly version: string;
    }
  | {
      readonly t: "game";
      readonly game: string;
      readonly terms: Terms;
      readonly seat: Player | null;
      readonly entries: readonly Entry[];
      readonly clock: Clocks | null;
      readonly now: number;
      readonly watching: number;
      readonly present: readonly Player[];
      /** Who has opened the chat, as far as one may know; null where there is none. */
      readonly chat: readonly Player[] | null;
    }
  | {
      readonly t: "entries";
      readonly game: string;
      readonly entries: readonly Entry[];
      readonly clock: Clocks | null;
      readonly now: number;
    }
  | { readonly t: "done"; readonly id: string; readonly game: string; readonly version: number }
  | {
      readonly t: "refused";
      readonly id: string | null;
      readonly game: string | null;
      readonly code: string;
      readonly message: string;
      readonly version?: number;
    }
  | {
      readonly t: "presence";
      readonly game: string;
      readonly present: readonly Player[];
      readonly watching: number;
      /** For those who have opened the chat. */
      readonly chat?: readonly Player[];
    }
  | { readonly t: "phrase"; readonly game: string; readonly seat: Player; readonly n: number }
  | { readonly t: "chat"; readonly game: string; readonly seat: Player; readonly text: string }
  | { readonly t: "pong"; readonly n: number; readonly now: number }
  | { readonly t: "lobby" }
  | { readonly t: "room"; readonly room: string }
  | { readonly t: "started"; readonly game: string }
  | { readonly t: "bye"; readonly again: number };

/** The message that a text holds; null for what is none. */
export function parseReport(text: string): Report | null {
  try {
    const data: unknown = JSON.parse(text);
    const isMessage = typeof data === "object" && data !== null && "t" in data;
    return isMessage ? (data as Report) : null;
  } catch {
    return null;
  }
}

/** A name that no other decision has, so that the server plays it once, however often it comes. */
export function decisionId(): string {
  return crypto.randomUUID();
}
