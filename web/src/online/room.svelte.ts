/** The state of a class room, reloaded whenever the server reports a change. */

import type { Online } from "./online.svelte";
import type { Room } from "./rooms";
import type { PollProgress } from "./messages";
import type { ServerMessage } from "./wire";

export class FollowedRoom {
  /** Null until loaded. */
  room: Room | null = $state.raw(null);
  /** Error of the last action; null if it succeeded. */
  rejected: unknown = $state.raw(null);
  /** Error of the last reload; null if it succeeded. */
  lost: unknown = $state.raw(null);
  private asked = 0;
  private lastTurn = 0;
  private readonly stop: () => void;

  constructor(
    private readonly online: Online,
    readonly code: string,
  ) {
    this.stop = online.connection.listen({
      opened: () => this.opened(),
      received: (report) => this.received(report),
    });
    this.look();
  }

  /** Perform an action and show the resulting state. */
  async act(action: (code: string) => Promise<Room>): Promise<void> {
    this.rejected = null;
    await this.take(action(this.code)).catch((error: unknown) => (this.rejected = error));
  }

  leave(): void {
    this.online.connection.send({ t: "leave-room" });
    this.stop();
  }

  private opened(): void {
    this.online.connection.send({ t: "room", room: this.code });
    this.look();
  }

  private received(report: ServerMessage): void {
    if (report.t === "room" && report.room === this.code) this.look();
    if (report.t === "poll" && report.room === this.code) this.onProgress(report);
  }

  /** Count the answers to the current poll; another poll or stage is loaded. */
  private onProgress({ poll: number, stage, round, answers }: PollProgress): void {
    const { room } = this;
    const poll = room?.poll;
    if (!poll || poll.number !== number || poll.stage !== stage || poll.round !== round) {
      if (poll || stage !== "over") this.look();
    } else if (answers > poll.answers) {
      this.room = { ...room, poll: { ...poll, answers } };
    }
  }

  private look(): void {
    this.take(this.online.service.rooms.room(this.code)).then(
      () => (this.lost = null),
      (error: unknown) => (this.lost = error),
    );
  }

  /** Apply a response, unless a later request was answered first. */
  private async take(answer: Promise<Room>): Promise<void> {
    const turn = ++this.asked;
    const room = await answer;
    if (turn < this.lastTurn) return;
    this.lastTurn = turn;
    this.room = room;
  }
}
