/** A class room as it stands: it is asked for again whenever the server says that it has changed. */

import type { Online } from "./online.svelte";
import type { Room } from "./rooms";
import type { Report } from "./wire";

export class FollowedRoom {
  /** Null until the server has told it. */
  room: Room | null = $state.raw(null);
  /** Why the last deed was refused; null if it was not. */
  refused: unknown = $state.raw(null);
  /** Why it cannot be asked how the room stands by now; null if it can. */
  lost: unknown = $state.raw(null);
  private asked = 0;
  private told = 0;
  private readonly stop: () => void;

  constructor(
    private readonly online: Online,
    readonly code: string,
  ) {
    this.stop = online.link.listen({
      opened: () => this.opened(),
      received: (report) => this.received(report),
    });
    this.look();
  }

  /** Does something in the room, and shows what has become of it. */
  async act(deed: (code: string) => Promise<Room>): Promise<void> {
    this.refused = null;
    await this.take(deed(this.code)).catch((error: unknown) => (this.refused = error));
  }

  leave(): void {
    this.online.link.send({ t: "leave-room" });
    this.stop();
  }

  private opened(): void {
    this.online.link.send({ t: "room", room: this.code });
    this.look();
  }

  private received(report: Report): void {
    if (report.t === "room" && report.room === this.code) this.look();
  }

  private look(): void {
    this.take(this.online.service.rooms.room(this.code)).then(
      () => (this.lost = null),
      (error: unknown) => (this.lost = error),
    );
  }

  /** Takes an answer, unless one that was asked for later has come already. */
  private async take(answer: Promise<Room>): Promise<void> {
    const turn = ++this.asked;
    const room = await answer;
    if (turn < this.told) return;
    this.told = turn;
    this.room = room;
  }
}
