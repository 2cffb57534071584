/** Time controls as text: `300+5` (seconds and increment), `3d` (days per decision), `none`. */

import type { Player } from "../kernel/types";
import type { Clocks } from "./wire";

type ClockKind =
  | { readonly kind: "none" }
  | { readonly kind: "live"; readonly base: number; readonly increment: number }
  | { readonly kind: "days"; readonly days: number };

const LIVE = /^(\d+)\+(\d+)$/;
const DAYS = /^(\d+)d$/;

/** Parse a time control; no clock if it is unknown. */
export function parseClock(text: string): ClockKind {
  const [, base, increment] = LIVE.exec(text) ?? [];
  if (base && increment) return { kind: "live", base: +base, increment: +increment };
  const [, days] = DAYS.exec(text) ?? [];
  return days ? { kind: "days", days: +days } : { kind: "none" };
}

/** Live and correspondence games have separate ratings. */
export type Pace = "live" | "correspondence";

export function paceOf(clock: string): Pace {
  return parseClock(clock).kind === "live" ? "live" : "correspondence";
}

/**
 * A player's remaining time, `since` milliseconds after the server's report; null without a clock.
 */
export function leftTo(player: Player, clocks: Clocks | null, since: number): number | null {
  if (!clocks) return null;
  const remaining = player === "X" ? clocks.x : clocks.o;
  return Math.max(0, clocks.running === player ? remaining - Math.max(0, since) : remaining);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths of seconds are shown. */
const LOW_TIME_MS = 10 * SECOND;

/** `4:07`, `9.3`, `1:02:03`; see `daysLeft` for days. */
export function timeText(left: number): string {
  if (left < LOW_TIME_MS) return (Math.floor(left / 100) / 10).toFixed(1);
  const two = (value: number): string => `${Math.floor(value)}`.padStart(2, "0");
  const seconds = two((left % MINUTE) / SECOND);
  if (left < HOUR) return `${Math.floor(left / MINUTE)}:${seconds}`;
  return `${Math.floor(left / HOUR)}:${two((left % HOUR) / MINUTE)}:${seconds}`;
}

/** Remaining days and hours, rounded up to an hour. */
export function daysLeft(left: number): { readonly days: number; readonly hours: number } {
  const hours = Math.ceil(left / HOUR);
  return { days: Math.floor(hours / 24), hours: hours % 24 };
}

export const isLong = (left: number): boolean => left >= DAY;
