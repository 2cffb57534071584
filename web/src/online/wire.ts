/**
 * Types of the messages between the app and its server (spec/protocol.md). The server also serves
 * the app, so messages are not validated in full; unknown ones are ignored, since a newer server
 * may send them.
 */

import type { Player } from "../kernel/types";
import type { Lobby } from "./lobby";

/** Protocol version, used as the WebSocket subprotocol. */
export const PROTOCOL = "qttt.1";

/** A player; `level` is null for people. */
export interface PlayerInfo {
  readonly name: string;
  readonly level: string | null;
  readonly bot: boolean;
}

/** The terms of a game, which never change. */
export interface Terms {
  readonly rules: string;
  readonly start: string;
  readonly x: PlayerInfo;
  readonly o: PlayerInfo;
  readonly clock: string;
  readonly rated: boolean;
  readonly created: number;
  readonly private: boolean;
  readonly before: string | null;
  /** The class room of the game. */
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
/** Decisions of a player. */
export type Decision = (typeof DECISIONS)[number];

/** An entry of a game's log. */
export interface Entry {
  readonly v: number;
  readonly k: Decision | "toss" | "flag" | "downtime";
  /** The player; empty for the server. */
  readonly s: Player | "";
  readonly b: string;
  readonly at: number;
  readonly spent: number;
  readonly id: string;
}

/** Remaining milliseconds of each player, and whose clock is running. */
export interface Clocks {
  readonly x: number;
  readonly o: number;
  readonly running: Player | null;
  /** The server's time at which it acts without a decision. */
  readonly deadline: number | null;
}

export type ClientMessage =
  | {
      readonly t: "watch";
      readonly game: string;
      readonly have: number;
      /** Whether the user has opened the chat. */
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
      /** Network delay to be credited, in milliseconds. */
      readonly lag?: number;
    }
  | { readonly t: "ping"; readonly n: number }
  | { readonly t: "phrase"; readonly game: string; readonly n: number }
  | { readonly t: "chat"; readonly game: string; readonly text: string }
  | { readonly t: "lobby" }
  | { readonly t: "leave-lobby" }
  | { readonly t: "room"; readonly room: string }
  | { readonly t: "leave-room" };

export type ServerMessage =
  | {
      readonly t: "hello";
      /** Null if the server does not know this browser. */
      readonly who: (PlayerInfo & { readonly user: string }) | null;
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
      /** Players who have opened the chat, as far as visible; null without a chat. */
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
      /** Only for players who have opened the chat. */
      readonly chat?: readonly Player[];
    }
  | { readonly t: "phrase"; readonly game: string; readonly seat: Player; readonly n: number }
  | { readonly t: "chat"; readonly game: string; readonly seat: Player; readonly text: string }
  | { readonly t: "pong"; readonly n: number; readonly now: number }
  | ({ readonly t: "lobby" } & Lobby)
  | ({ readonly t: "lobby-changes"; readonly removed: readonly string[] } & Lobby)
  | { readonly t: "room"; readonly room: string }
  | { readonly t: "started"; readonly game: string }
  | { readonly t: "bye"; readonly again: number };

/** Parse a message; null if it is invalid. */
export function parseServerMessage(text: string): ServerMessage | null {
  try {
    const data: unknown = JSON.parse(text);
    const isMessage = typeof data === "object" && data !== null && "t" in data;
    return isMessage ? (data as ServerMessage) : null;
  } catch {
    return null;
  }
}

/** Unique ID of a decision, so that the server applies it only once. */
export function decisionId(): string {
  return crypto.randomUUID();
}
