/**
 * The line to the server: one socket, opened anew for as long as anybody needs it. Whoever listens
 * is told of every opening, and then says again what it wants to know.
 */

import { untrack } from "svelte";

import { type Order, PROTOCOL, type Report, parseReport } from "./wire";

/**
 * `away`: the socket is gone, and is opened again after a while. `ended`: the server has closed it
 * because its session is over; it is not opened again before somebody says so (`renew`).
 */
export type LinkState = "closed" | "opening" | "open" | "away" | "ended";

export interface Listener {
  /** The socket is open: what was said on an earlier one is forgotten over there. */
  opened?(): void;
  received?(report: Report): void;
  /** The session is over that this page came by. */
  ended?(): void;
}

/** Milliseconds. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 10_000;
/** So long may nothing come before the line is taken for dead. */
const SILENCE = 25_000;

/** With what the server closes the sockets of a session that is over (P7). */
const SESSION_OVER = 4003;

export type OpenSocket = (address: string, protocol: string) => WebSocket;

export class Link {
  state: LinkState = $state("closed");
  /** Milliseconds from a ping to its answer; null before the first. */
  delay: number | null = $state(null);
  /** What the server's clock is ahead of this page's, in milliseconds. */
  private ahead = 0;
  private best = Infinity;
  private socket: WebSocket | null = null;
  private readonly listeners = new Set<Listener>();
  private wait = FIRST_WAIT;
  private again: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private pinged = { n: 0, at: 0 };

  constructor(
    private readonly address: string = socketAddress(),
    private readonly openSocket: OpenSocket = (to, protocol) => new WebSocket(to, protocol),
  ) {}

  /** Tells `listener` everything until the function that is returned is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    // Whoever listens in an effect is not to listen anew whenever the line changes.
    const state = untrack(() => this.state);
    if (state === "closed") this.open();
    else if (state === "open") listener.opened?.();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Sends it, if there is a line; returns whether there is. */
  send(order: Order): boolean {
    if (this.state !== "open" || !this.socket) return false;
    this.socket.send(JSON.stringify(order));
    return true;
  }

  /** The server's time, in its milliseconds. */
  now(): number {
    return performance.now() + this.ahead;
  }

  /** Opens the socket at once if it waits to: the network is back, or somebody looks again. */
  hasten(): void {
    if (this.state !== "away") return;
    clearTimeout(this.again);
    this.open();
  }

  /** Opens a new socket: who this is has changed. */
  renew(): void {
    if (this.listeners.size === 0) return;
    this.drop();
    this.open();
  }

  // --- inside ------------------------------------------------------------------------------

  private open(): void {
    this.state = "opening";
    const socket = this.openSocket(this.address, PROTOCOL);
    this.socket = socket;
    this.heard = performance.now();
    this.pulse ??= setInterval(() => this.beat(), PING_EVERY);
    const ours = (act: () => void) => () => this.socket === socket && act();
    socket.onopen = ours(() => this.opened());
    socket.onclose = ({ code }) => ours(() => (code === SESSION_OVER ? this.end() : this.lost()))();
    socket.onmessage = ({ data }) => {
      if (this.socket === socket && typeof data === "string") this.receive(data);
    };
  }

  private opened(): void {
    this.state = "open";
    this.wait = FIRST_WAIT;
    this.best = Infinity;
    this.ping();
    for (const listener of this.listeners) listener.opened?.();
  }

  private receive(text: string): void {
    this.heard = performance.now();
    const report = parseReport(text);
    if (!report) return;
    if (report.t === "pong") this.timed(report.n, report.now);
    if (report.t === "bye") this.wait = report.again;
    for (const listener of this.listeners) listener.received?.(report);
  }

  /** The quickest answer tells best what time it is over there. */
  private timed(n: number, now: number): void {
    if (n !== this.pinged.n) return;
    const delay = performance.now() - this.pinged.at;
    this.delay = delay;
    if (delay > this.best) return;
    this.best = delay;
    this.ahead = now + delay / 2 - performance.now();
  }

  private beat(): void {
    if (performance.now() - this.heard > SILENCE) this.lost();
    else if (this.state === "open") this.ping();
  }

  private ping(): void {
    this.pinged = { n: this.pinged.n + 1, at: performance.now() };
    this.send({ t: "ping", n: this.pinged.n });
  }

  private lost(): void {
    this.drop();
    this.state = "away";
    // Not all at the same moment: many pages may have lost the same server.
    this.again = setTimeout(() => this.open(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private end(): void {
    this.close();
    this.state = "ended";
    for (const listener of this.listeners) listener.ended?.();
  }

  private close(): void {
    this.drop();
    clearInterval(this.pulse);
    this.pulse = undefined;
    this.state = "closed";
  }

  private drop(): void {
    clearTimeout(this.again);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }
}

function socketAddress(): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/socket`;
}
