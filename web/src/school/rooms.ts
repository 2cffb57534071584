/** API of class rooms. */

import type {
  MemberOut as Member,
  RoomGameOut as RoomGame,
  RoomIn,
  RoomOut as Room,
  RoomResultsOut as RoomResults,
  RoomsOut as OwnRooms,
  StandingsRow as RoomStanding,
} from "../generated/http";
import { MAX_TITLE_LENGTH } from "../generated/messages";
import type { Poll, PollStep, PollQuestion } from "./polls";
import { type Ask, IDEMPOTENT } from "../online/wire";

export type { Member, RoomGame, RoomStanding, Room, RoomResults, OwnRooms };

export type RoomKind = Room["kind"];
export type RoomStage = Room["stage"];

export type RoomOptions = Required<RoomIn>;

/** An action on a room, which returns how it changed. */
export type RoomAction = (service: RoomService, code: string) => Promise<Room>;

export class RoomService {
  constructor(private readonly ask: Ask) {}

  open(options: RoomOptions): Promise<Room> {
    return this.ask("POST", "rooms", options);
  }

  /** Open a room with a title, such as that of its lesson, and the usual options. */
  async openOne(title: string, language: RoomOptions["language"]): Promise<Room> {
    const { keep } = await this.own();
    const usual = { kind: "round-robin", rules: "goff", clock: "none" } as const;
    return this.open({ ...usual, title: title.slice(0, MAX_TITLE_LENGTH), keep, language });
  }

  own(): Promise<OwnRooms> {
    return this.ask("GET", "rooms");
  }

  room(code: string): Promise<Room> {
    return this.ask("GET", path(code));
  }

  /** Join; returning members keep their nickname. */
  join(code: string, nickname = ""): Promise<Room> {
    return this.ask("POST", path(code, "join"), { nickname }, IDEMPOTENT);
  }

  leave(code: string): Promise<Room> {
    return this.ask("POST", path(code, "leave"), {}, IDEMPOTENT);
  }

  rename(code: string, member: number, nickname: string): Promise<Room> {
    return this.ask("PATCH", path(code, `members/${member}`), { nickname });
  }

  remove(code: string, member: number): Promise<Room> {
    return this.ask("DELETE", path(code, `members/${member}`));
  }

  /** Remove all who came for the first time after that member. */
  removeAfter(code: string, member: number): Promise<Room> {
    return this.ask("POST", path(code, "remove"), { after: member });
  }

  /** Lock or unlock the room. */
  lock(code: string, locked: boolean): Promise<Room> {
    return this.ask("POST", path(code, "lock"), { locked }, IDEMPOTENT);
  }

  start(code: string): Promise<Room> {
    return this.ask("POST", path(code, "start"), {});
  }

  /** Start the round after that one; `off` cancels games still in progress. */
  next(code: string, round: number, off: boolean): Promise<Room> {
    return this.ask("POST", path(code, "next"), { round, off }, IDEMPOTENT);
  }

  pause(code: string, paused: boolean): Promise<Room> {
    return this.ask("POST", path(code, "pause"), { paused }, IDEMPOTENT);
  }

  end(code: string): Promise<Room> {
    return this.ask("POST", path(code, "end"), {}, IDEMPOTENT);
  }

  /** Change for how many days after its opening a room is kept. */
  keep(code: string, keep: number): Promise<Room> {
    return this.ask("PATCH", path(code), { keep });
  }

  /** For the teacher. */
  results(code: string): Promise<RoomResults> {
    return this.ask("GET", path(code, "results"));
  }

  /** Delete a room that is over. */
  delete(code: string): Promise<void> {
    return this.ask("DELETE", path(code));
  }

  /** Start a poll, which ends the earlier one. */
  poll(code: string, question: PollQuestion): Promise<Room> {
    return this.ask("POST", path(code, "polls"), question);
  }

  pollStep(code: string, poll: number, step: PollStep): Promise<Room> {
    return this.ask("PATCH", path(code, `polls/${poll}`), { step });
  }

  /** Answer a poll, or replace the answer. */
  answer(code: string, { number, round }: Poll, answer: string): Promise<Room> {
    return this.ask("PUT", path(code, `polls/${number}/answer`), { round, answer });
  }
}

function path(code: string, action?: string): string {
  const room = `rooms/${encodeURIComponent(code)}`;
  return action ? `${room}/${action}` : room;
}

// --- derived from a room -------------------------------------------------------------------------

/** Whether the players are still busy with the game. */
export function isInProgress(game: RoomGame): boolean {
  return game.result === null && !game.off;
}

/** A member's game in progress; null if there is none. */
export function gameOf(room: Room, member: number): RoomGame | null {
  return room.games.find((game) => isInProgress(game) && has(game, member)) ?? null;
}

/** The games to display: those of the current round, or in an arena the latest of both players. */
export function boardsOf(room: Room): readonly RoomGame[] {
  if (room.kind === "round-robin") return room.games.filter(({ round }) => round === room.round);
  return room.games.filter((game, at) => {
    const later = room.games.slice(at + 1);
    return !game.off && !later.some((other) => has(other, game.x) || has(other, game.o));
  });
}

/** Members without an opponent in this round. */
export function idleIn(room: Room): readonly Member[] {
  const boards = boardsOf(room);
  return room.members.filter(
    ({ number, presence }) => presence === "here" && !boards.some((game) => has(game, number)),
  );
}

export function nameOf(room: Room, number: number): string {
  return room.members[number - 1]?.name ?? "";
}

/** Whether all rounds are played; a room that has not started has none. */
export function isRoundRobinOver({ kind, round, rounds, games }: Room): boolean {
  return kind === "round-robin" && round > 0 && round === rounds && !games.some(isInProgress);
}

function has(game: RoomGame, member: number): boolean {
  return game.x === member || game.o === member;
}

/** The names of the pupils in the teacher's newest open room. */
export async function membersOfOpenRoom(service: RoomService): Promise<readonly string[]> {
  const members = (await service.own()).rooms[0]?.members ?? [];
  return members.filter(({ presence }) => presence !== "removed").map(({ name }) => name);
}

/** The length of the codes of class rooms, of homework, and of its pupils. */
export const CODE_LENGTH = 6;

/** A typed code in capitals, without its groups. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[ -]/g, "");
}

/** A room code in two groups, for reading it aloud. */
export function codeText(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
