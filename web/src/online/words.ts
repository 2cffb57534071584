/** What play over the internet says that depends on more than a message: clocks, refusals. */

import type { FeatureMessages } from "../i18n/languages";
import { daysLeft, isLong, parseClock, timeText } from "./clocks";
import { ServiceError } from "./service";

export type Words = FeatureMessages<"online">;

/** The clocks that are offered, the usual one first; others come by link. */
export const CLOCKS = ["300+3", "60+1", "180+2", "600+5", "1800+20", "1d", "3d", "none"] as const;

/** `5 min + 3 s`, `3 days for each move`, `No clock`. */
export function clockText(w: Words, clock: string, language: string): string {
  const told = parseClock(clock);
  if (told.kind === "none") return w.noClock;
  if (told.kind === "days") return w.days(told.days);
  const minutes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return w.live(minutes.format(told.base / 60), told.increment);
}

/** What a clock shows. */
export function leftText(w: Words, left: number): string {
  if (!isLong(left)) return timeText(left);
  const { days, hours } = daysLeft(left);
  return w.left(days, hours);
}

/** Why the server refuses something, in this language if it is a usual reason. */
export function refusalText(w: Words, code: string, message: string): string {
  return (w.refusals as Readonly<Record<string, string>>)[code] ?? message;
}

/** What has gone wrong with a request. Throws again what is no refusal. */
export function problemText(w: Words, error: unknown): string {
  if (error instanceof ServiceError) return refusalText(w, error.code, error.message);
  throw error;
}
