/**
 * The WebSocket connection to the server, which reconnects as long as there are listeners.
 * Listeners are notified of each reconnect and subscribe again.
 */

import { untrack } from "svelte";

import { watchNetwork } from "./network";
import { Pacer } from "./pacer";
import { type ClientMessage, PROTOCOL, type ServerMessage, parseServerMessage } from "./wire";

/**
 * `away`: disconnected, will reconnect. `ended`: the server closed the connection because the
 * session is over; reconnects only on `renew`.
 */
type ConnectionState = "closed" | "opening" | "open" | "away" | "ended";

export interface Listener {
  /** Connected: earlier subscriptions are lost. */
  opened?(): void;
  received?(report: ServerMessage): void;
  /** The session of this page is over. */
  ended?(): void;
}

/** Reconnect delays in milliseconds. */
const MIN_RECONNECT_MS = 250;
const MAX_RECONNECT_MS = 8_000;
const PING_INTERVAL_MS = 10_000;
/** The connection is considered dead after this long without a message. */
const SILENCE_TIMEOUT_MS = 25_000;
/** So is one that does not answer a probe, on slow networks after several times the usual delay. */
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_DELAYS = 4;
/** A device slept if its two clocks have moved apart by more than this in milliseconds. */
const MAX_DRIFT_MS = 1_000;

/** Close code of the server for an expired session (P7). */
const SESSION_OVER = 4003;

type OpenSocket = (address: string, protocol: string) => WebSocket;

export class Connection {
  state: ConnectionState = $state("closed");
  /** Round-trip time in milliseconds; null before the first measurement. */
  delay: number | null = $state(null);
  /** Offset of the server's clock in milliseconds. */
  private ahead = 0;
  private best = Infinity;
  /** Lead of the device's clock over `performance.now()`, which can stop while the device sleeps. */
  private lead = 0;
  private socket: WebSocket | null = null;
  private pacer: Pacer | null = null;
  private readonly listeners = new Set<Listener>();
  private wait = MIN_RECONNECT_MS;
  private again: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private lastMessageAt = 0;
  private pinged = { n: 0, at: 0 };
  /** The ping of the first probe without an answer, and the end of its time. */
  private probed = 0;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private unwatch: (() => void) | null = null;

  constructor(
    private readonly address: string = socketAddress(),
    private readonly openSocket: OpenSocket = (to, protocol) => new WebSocket(to, protocol),
  ) {}

  /** Add a listener; returns a function that removes it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    // A listener added in an effect must not be added again whenever the state changes.
    const state = untrack(() => this.state);
    if (state === "closed") this.open();
    else if (state === "open") listener.opened?.();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Send a message, as soon as the server accepts more; returns whether the connection is open. */
  send(order: ClientMessage): boolean {
    if (this.state !== "open" || !this.pacer) return false;
    this.pacer.send(JSON.stringify(order), order.t === "do" || order.t === "ping");
    return true;
  }

  /** The server's current time in milliseconds. */
  now(): number {
    return performance.now() + this.ahead;
  }

  /**
   * Reconnect without delay if the connection is lost, also if this was not noticed: the page is
   * back, the network is another one, the device slept, or an answer is important. An attempt to
   * connect gets as much time as an answer.
   */
  probe(): void {
    if (this.state === "away") {
      clearTimeout(this.again);
      this.open();
    } else if (this.state === "open" || this.state === "opening") {
      if (this.state === "open") {
        this.ping();
        if (this.deadline === undefined) this.probed = this.pinged.n;
      }
      const timeout = Math.max(PROBE_TIMEOUT_MS, PROBE_DELAYS * (this.delay ?? 0));
      this.deadline ??= setTimeout(() => this.lost(), timeout);
    }
  }

  /** The device has lost its network: do not wait until the silence is noticed. */
  networkLost(): void {
    if (this.state === "open" || this.state === "opening") this.lost();
  }

  /** Reconnect because the user has changed. */
  renew(): void {
    if (this.listeners.size === 0) return;
    this.drop();
    this.open();
  }

  // --- private -----------------------------------------------------------------------------

  private open(): void {
    this.state = "opening";
    const socket = this.openSocket(this.address, PROTOCOL);
    this.socket = socket;
    this.pacer = new Pacer((text) => socket.send(text));
    this.lastMessageAt = performance.now();
    this.lead = Date.now() - this.lastMessageAt;
    this.pulse ??= setInterval(() => this.beat(), PING_INTERVAL_MS);
    this.unwatch ??= watchNetwork(
      () => this.probe(),
      () => this.networkLost(),
    );
    const ours = (act: () => void) => () => this.socket === socket && act();
    socket.onopen = ours(() => this.opened());
    socket.onclose = ({ code }) => ours(() => (code === SESSION_OVER ? this.end() : this.lost()))();
    socket.onmessage = ({ data }) => {
      if (this.socket === socket && typeof data === "string") this.receive(data);
    };
  }

  private opened(): void {
    this.state = "open";
    this.endProbe();
    this.wait = MIN_RECONNECT_MS;
    this.best = Infinity;
    this.ping();
    for (const listener of this.listeners) listener.opened?.();
  }

  private receive(text: string): void {
    this.lastMessageAt = performance.now();
    this.noteSleep();
    const report = parseServerMessage(text);
    if (!report) return;
    if (report.t === "game" || report.t === "lobby") this.pacer?.charge(text);
    if (report.t === "pong") this.timed(report.n, report.now);
    if (report.t === "bye") this.wait = report.again;
    for (const listener of this.listeners) listener.received?.(report);
  }

  /** Estimate the clock offset from the fastest response. */
  private timed(n: number, now: number): void {
    if (n >= this.probed) this.endProbe();
    if (n !== this.pinged.n) return;
    const delay = performance.now() - this.pinged.at;
    this.delay = delay;
    if (delay > this.best) return;
    this.best = delay;
    this.ahead = now + delay / 2 - performance.now();
  }

  /** After a sleep the offset is another one, and the connection may be lost. */
  private noteSleep(): void {
    const lead = Date.now() - performance.now();
    const hasSlept = Math.abs(lead - this.lead) > MAX_DRIFT_MS;
    this.lead = lead;
    if (!hasSlept) return;
    this.best = Infinity;
    this.probe();
  }

  private beat(): void {
    this.noteSleep();
    if (performance.now() - this.lastMessageAt > SILENCE_TIMEOUT_MS) this.lost();
    else if (this.state === "open") this.ping();
  }

  private endProbe(): void {
    clearTimeout(this.deadline);
    this.deadline = undefined;
  }

  private ping(): void {
    this.pinged = { n: this.pinged.n + 1, at: performance.now() };
    this.send({ t: "ping", n: this.pinged.n });
  }

  private lost(): void {
    this.drop();
    this.state = "away";
    // Jitter, because many pages may have lost the same server.
    this.again = setTimeout(() => this.open(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, MAX_RECONNECT_MS);
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
    this.unwatch?.();
    this.unwatch = null;
    this.state = "closed";
  }

  private drop(): void {
    clearTimeout(this.again);
    this.endProbe();
    const { socket, pacer } = this;
    this.socket = this.pacer = null;
    pacer?.stop();
    socket?.close();
  }
}

function socketAddress(): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/socket`;
}
