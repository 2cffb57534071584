/** The lobby, from the server's messages: the whole at first, then changes. */

import type { LobbyGame, Seek, ServerMessage } from "./wire";

export interface Lobby {
  readonly seeks: readonly Seek[];
  readonly games: readonly LobbyGame[];
  /** Number of connected clients. */
  readonly online: number;
}

/** The lobby after a message; the same object if it is about something else. */
export function updatedLobby(lobby: Lobby | null, report: ServerMessage): Lobby | null {
  if (report.t === "lobby") return report;
  if (report.t !== "lobby-changes" || !lobby) return lobby;
  const { online } = report;
  const changed = [...report.seeks.map(seekId), ...report.games.map(gameId)];
  const gone = new Set([...report.removed, ...changed]);
  const seeks = [...lobby.seeks.filter((each) => !gone.has(each.seek)), ...report.seeks];
  const games = [...lobby.games.filter((each) => !gone.has(each.game)), ...report.games];
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
