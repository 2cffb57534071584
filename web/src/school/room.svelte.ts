/** The state of a class room, reloaded whenever the server reports a change, and after an outage. */

import type { Online } from "../online/online.svelte";
import { type Room, type RoomAction, RoomService } from "./rooms";
import type { PollProgress } from "../generated/messages";
import { Retry } from "../online/retry";
import { ServiceError } from "../online/service";
import type { ServerMessage } from "../online/wire";

export class FollowedRoom {
  /** Null until loaded. */
  room: Room | null = $state.raw(null);
  /** Error of the last action; null if it succeeded. */
  rejected: unknown = $state.raw(null);
  /** Error of the last reload; null if it succeeded. */
  lost: unknown = $state.raw(null);
  private readonly service: RoomService;
  private requests = 0;
  /** Whether `lookAgain` is at work, and whether it has to begin anew. */
  private isLooking = false;
  private hasNews = false;
  /** The latest request whose response was shown. */
  private shown = 0;
  private readonly retry = new Retry(() => void this.look());
  private readonly stop: () => void;

  constructor(
    private readonly online: Online,
    readonly code: string,
    /** Called with null when the server no longer has the room. */
    private readonly onchanged: (room: Room | null) => void = () => undefined,
  ) {
    this.service = new RoomService(online.service.request);
    this.stop = online.connection.listen({
      opened: () => this.opened(),
      received: (report) => this.received(report),
    });
    void this.look();
  }

  /**
   * Perform an action and show the resulting state.
   *
   * If another request was made meanwhile, it is unknown which of the two responses is newer, so
   * the state is requested again.
   */
  async act(action: RoomAction): Promise<void> {
    this.rejected = null;
    const before = this.requests;
    try {
      const room = await action(this.service, this.code);
      if (before === this.requests) this.show(room, ++this.requests);
      else await this.look();
    } catch (error) {
      this.rejected = error;
      // What was shown may have changed.
      void this.look();
    }
  }

  leave(): void {
    this.online.connection.send({ t: "leave-room" });
    this.retry.stop();
    this.stop();
  }

  private opened(): void {
    this.online.connection.send({ t: "room", room: this.code });
    void this.look();
  }

  private received(report: ServerMessage): void {
    if (report.t === "room" && report.room === this.code) void this.look();
    if (report.t === "poll" && report.room === this.code) this.onProgress(report);
  }

  /** Count the answers to the current poll; another poll or stage is loaded. */
  private onProgress({ poll: number, stage, round, answers }: PollProgress): void {
    const { room } = this;
    const poll = room?.poll;
    if (!poll || poll.number !== number || poll.stage !== stage || poll.round !== round) {
      if (poll || stage !== "over") void this.look();
    } else if (answers > poll.answers) {
      this.room = { ...room, poll: { ...poll, answers } };
      if (poll.answered) void this.lookAgain();
    }
  }

  /** Load the room once more; once for all that is reported meanwhile. */
  private async lookAgain(): Promise<void> {
    this.hasNews = true;
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.hasNews) {
      this.hasNews = false;
      await this.look();
    }
    this.isLooking = false;
  }

  private async look(): Promise<void> {
    const request = ++this.requests;
    try {
      this.show(await this.service.room(this.code), request);
    } catch (error) {
      if (request < this.shown) return;
      this.lost = error;
      this.retry.failed(error);
      if (error instanceof ServiceError && error.code === "gone") this.onchanged(null);
    }
  }

  /** Show a response, unless a later request was answered first. */
  private show(room: Room, request: number): void {
    if (request < this.shown) return;
    this.shown = request;
    if (request === this.requests) {
      this.lost = null;
      this.retry.succeeded();
    }
    this.room = room;
    this.onchanged(room);
  }
}
