/** The class room that the pupil on this device attends: it is followed on all screens. */

import type { OnlineGame } from "../../online/game.svelte";
import type { Online } from "../../online/online.svelte";
import { FollowedRoom } from "../../school/room.svelte";
import { type Room, gameOf } from "../../school/rooms";
import { sharedOnline } from "../online/online-state";

export type ShownGame = Pick<OnlineGame, "seat" | "isOver" | "terms">;

export class Attendance {
  /** Null without a room. */
  followed: FollowedRoom | null = $state.raw(null);
  /** The game that began when the teacher called off the one before; null for none. */
  replacing: string | null = $state(null);
  /** The user's last known game in the room; undefined before the room is loaded. */
  private known: string | null | undefined;

  constructor(private readonly online: Online) {
    online.onswitched = () => this.leave();
  }

  /** Follow that room, if it is not followed already. */
  follow(code: string): FollowedRoom {
    if (this.followed?.code === code) return this.followed;
    this.leave();
    const followed = new FollowedRoom(this.online, code, (room) => {
      if (followed === this.followed) this.changed(room);
    });
    return (this.followed = followed);
  }

  /**
   * Follow the room of an own game in progress that is shown. Returns whether to show the room
   * instead: a pupil who returns to a finished game of the lesson gets its room.
   */
  attend({ seat, isOver, terms }: ShownGame, isReturn: boolean): boolean {
    if (!seat || !terms.room) return false;
    if (!isOver) this.follow(terms.room);
    return isOver && isReturn && this.followed?.code === terms.room;
  }

  /** Stop following a room, unless the user is a member of it and it is open. */
  leaveUnlessMember(followed: FollowedRoom): void {
    const { room } = followed;
    if (followed !== this.followed) return;
    const presence = room?.you && room.members[room.you - 1]?.presence;
    if (presence !== "here" || room?.stage === "over") this.leave();
  }

  leave(): void {
    this.followed?.leave();
    this.followed = null;
    this.known = undefined;
    this.replacing = null;
  }

  /** Note a new game, also if the server's notification was lost; a deleted room is left. */
  private changed(room: Room | null): void {
    const { online, known } = this;
    if (!room) {
      this.leave();
      return;
    }
    const now = room.you ? (gameOf(room, room.you)?.game ?? null) : null;
    this.known = now;
    // The announced game was called off.
    if (known && known !== now && online.begun === known) online.begun = null;
    if (!now || known === undefined || now === known) return;
    this.replacing = room.games.some(({ game, off }) => game === known && off) ? now : null;
    if (online.left?.terms.room === room.room && online.left.game !== now) online.replaceLeft(null);
    online.begun = now;
  }
}

let shared: Attendance | undefined;

export function sharedAttendance(): Attendance {
  return (shared ??= new Attendance(sharedOnline()));
}
