/**
 * Types of the messages between the app and its server (spec/protocol.md). The server also serves
 * the app, so messages are not validated in full; unknown ones are ignored, since a newer server
 * may send them.
 */

import type {
  ClientMessage,
  ClockTimes as Clocks,
  EntryInfo as Entry,
  ListedGame as LobbyGame,
  ListedSeek as Seek,
  LobbySnapshot,
  PlayerInfo,
  ServerMessage,
  SubmitCommand,
  TermsInfo as Terms,
} from "../generated/messages";

export type { ClientMessage, Clocks, Entry, LobbyGame, Seek, PlayerInfo, ServerMessage, Terms };

/** Decisions of a player. */
export type Decision = SubmitCommand["kind"];

/** Protocol version, used as the WebSocket subprotocol. */
export const PROTOCOL = "qttt.1";

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

/** ID of a decision, unique in its game, so that the server applies it only once. */
export function decisionId(): string {
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(6)));
  return btoa(random).replaceAll("+", "-").replaceAll("/", "_");
}

/** Send an HTTP request and return the parsed response. Rejects with `ServiceError`. */
export type Ask = <T>(
  method: string,
  path: string,
  body?: unknown,
  options?: AskOptions,
) => Promise<T>;

export interface AskOptions {
  /** Whether repeating the request is harmless; by default not that of a `POST`. */
  readonly isIdempotent?: boolean;
  readonly timeoutMs?: number;
}

/** Options of a `POST` that sets a state, or is counted once. */
export const IDEMPOTENT: AskOptions = { isIdempotent: true };

// --- the lobby ------------------------------------------------------------------------------

export type Lobby = Omit<LobbySnapshot, "t">;

/** The lobby after a message; the same object if it is about something else. */
export function updatedLobby(lobby: Lobby | null, report: ServerMessage): Lobby | null {
  if (report.t === "lobby") return report;
  if (report.t !== "lobby-changes" || !lobby) return lobby;
  const { online } = report;
  const changed = [...report.seeks.map(seekId), ...report.games.map(gameId)];
  const gone = new Set([...report.removed, ...changed]);
  const seeks = [...lobby.seeks.filter((seek) => !gone.has(seek.seek)), ...report.seeks];
  const games = [...lobby.games.filter((game) => !gone.has(game.game)), ...report.games];
  return { seeks: seeks.sort(bySeekOrder), games: games.sort(byStart), online };
}

const seekId = ({ seek }: Seek): string => seek;
const gameId = ({ game }: LobbyGame): string => game;

/** Seeks that stay are last; otherwise the oldest is first. */
function bySeekOrder(a: Seek, b: Seek): number {
  return Number(a.stays) - Number(b.stays) || a.created - b.created;
}

/** The latest is first. */
function byStart(a: LobbyGame, b: LobbyGame): number {
  return b.created - a.created;
}
