/** In-memory server of one game with sockets that can be cut. */

import type { Player } from "../../src/kernel/types";
import type { RejectionCode } from "../../src/generated/messages";
import type { Clocks, Entry, ClientMessage, ServerMessage, Terms } from "../../src/online/wire";

const person = (name: string) => ({ name, level: null, bot: false });

export const TERMS: Terms = {
  rules: "goff",
  start: "-",
  x: person("Anna"),
  o: person("Ben"),
  clock: "300+3",
  rated: false,
  created: 0,
  private: false,
  before: null,
  room: null,
};

/** The browser's side of a socket. */
class Socket {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(
    private readonly server: Server,
    readonly seat: Player | null,
  ) {
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    this.server.take(this, JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.server.sockets.delete(this);
  }

  push(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export class Server {
  readonly game = "abcdefghij";
  readonly sockets = new Set<Socket>();
  readonly orders: ClientMessage[] = [];
  entries: Entry[] = [];
  terms = TERMS;
  clock: Clocks | null = null;
  /** Its time in milliseconds. */
  now = 1_000_000;
  present: readonly Player[] = ["X", "O"];
  /** Players who have opened the chat; null without a chat. */
  chat: readonly Player[] | null = null;
  /** Reject the next decision with this code. */
  refuses: RejectionCode | null = null;
  /** So many watches are refused with this code. */
  refusedWatches = 0;
  watchRefusal: RejectionCode = "too-fast";
  /** Store the next decision, but disconnect before confirming it. */
  cutsAfter = false;

  /** A socket factory for a seat. */
  opener(seat: Player | null): () => WebSocket {
    return () => {
      const socket = new Socket(this, seat);
      this.sockets.add(socket);
      return socket as unknown as WebSocket;
    };
  }

  /** Disconnect every socket. */
  cut(code = 1006): void {
    const gone = [...this.sockets];
    this.sockets.clear();
    for (const socket of gone) socket.onclose?.({ code });
  }

  take(socket: Socket, order: ClientMessage): void {
    this.orders.push(order);
    // As over a network, the answer comes later.
    if (order.t === "watch") {
      const isRefused = this.refusedWatches-- > 0;
      const answer = isRefused
        ? this.refused(this.watchRefusal)
        : this.report(socket.seat, order.have ?? 0);
      queueMicrotask(() => socket.push(answer));
    }
    if (order.t === "ping") socket.push({ t: "pong", n: order.n ?? 0, now: this.now });
    if (order.t === "do" && socket.seat) this.decide(socket, socket.seat, order);
  }

  /** Append an entry and notify all clients. */
  add(k: Entry["k"], s: Player | "", b = "", id = ""): void {
    const entry = { v: this.entries.length + 1, k, s, b, at: 0, spent: 0, id };
    this.entries = [...this.entries, entry];
    this.spread([entry]);
  }

  spread(entries: readonly Entry[]): void {
    const { game, clock } = this;
    for (const socket of this.sockets) {
      socket.push({ t: "entries", game, entries, clock, now: 0 });
    }
  }

  private decide(socket: Socket, seat: Player, order: Extract<ClientMessage, { t: "do" }>): void {
    const { game } = this;
    if (this.refuses) {
      const code = this.refuses;
      this.refuses = null;
      socket.push(this.refused(code, order.id));
      return;
    }
    if (!this.entries.some(({ id }) => id === order.id)) {
      if (this.cutsAfter) this.sockets.clear();
      this.add(order.kind, seat, order.body ?? "", order.id);
    }
    if (this.cutsAfter) {
      this.cutsAfter = false;
      socket.onclose?.({ code: 1006 });
      return;
    }
    socket.push({ t: "done", id: order.id, game, version: this.entries.length });
  }

  private refused(code: RejectionCode, id: string | null = null): ServerMessage {
    return { t: "refused", id, game: this.game, code, message: code, version: null };
  }

  private report(seat: Player | null, have: number): ServerMessage {
    return {
      t: "game",
      game: this.game,
      terms: this.terms,
      seat,
      entries: this.entries.slice(have),
      clock: this.clock,
      now: 0,
      watching: 0,
      present: [...this.present],
      chat: this.chat,
    };
  }
}
