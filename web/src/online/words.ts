/** What play over the internet says that depends on more than a message: clocks, refusals. */

import type { Preset } from "../i18n/en";
import type { FeatureMessages, Messages } from "../i18n/languages";
import { PRESETS, parseRules } from "../kernel/rules";
import { pointsText, rulesTitle } from "../match/words";
import { daysLeft, isLong, parseClock, timeText } from "./clocks";
import { ServiceError, type Wish } from "./service";
import type { Said } from "./talk.svelte";

export type Words = FeatureMessages<"online">;

/** The clocks that are offered, the usual one first; others come by link. */
export const CLOCKS = ["300+3", "60+1", "180+2", "600+5", "1800+20", "1d", "3d", "none"] as const;

/** `5 min + 3 s`, `3 days a move`, `No clock`. */
export function clockText(w: Words, clock: string, language: string): string {
  const told = parseClock(clock);
  if (told.kind === "none") return w.noClock;
  if (told.kind === "days") return w.days(told.days);
  const minutes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return w.live(minutes.format(told.base / 60), told.increment);
}

/** The rules in short: the board is told where it is not the usual one. */
export function rulesText(m: Messages, rules: string): string {
  const [preset = "goff"] = rules.split(" ");
  return rules === preset
    ? m.presets[preset as Preset].name
    : rulesTitle(m, { rules }, parseRules(rules));
}

/** Parts of a line that are no longer than this are not broken, nor a number from its unit. */
const SHORT = 16;
const BREAKS = { any: / /g, afterNumber: /(?<=\d) /g };

/** `Goff’s rules · 5 min + 3 s · Rated`. */
export function wishText(
  m: Messages,
  w: Words,
  { rules, clock, rated }: Omit<Wish, "side">,
  language: string,
): string {
  const told = [rulesText(m, rules), clockText(w, clock, language), rated ? w.rated : ""];
  return told
    .filter(Boolean)
    .map((text) => text.replace(BREAKS[text.length > SHORT ? "afterNumber" : "any"], "\u00a0"))
    .join(" · ");
}

/** Whether a game can be rated: by rules that many play, and with a clock. */
export function canBeRated({ rules, clock }: Pick<Wish, "rules" | "clock">): boolean {
  return PRESETS.has(rules) && parseClock(clock).kind !== "none";
}

/** `1–½`; empty for a game without a result. */
export function resultText(result: string | null): string {
  if (!result || result === "*") return "";
  return result
    .split("-")
    .map((points) => pointsText(Number(points)))
    .join("–");
}

/** What a clock shows. */
export function leftText(w: Words, left: number): string {
  if (!isLong(left)) return timeText(left);
  const { days, hours } = daysLeft(left);
  return w.leftShort(days, hours);
}

/** What is said of a clock. */
export function leftSaid(w: Words, left: number): string {
  if (!isLong(left)) return timeText(left);
  const { days, hours } = daysLeft(left);
  return w.left(days, hours);
}

/** A quick phrase in this language, a text as it was written. */
export function saidText(w: Words, { what }: Said): string {
  return typeof what === "string" ? what : (w.phrases[what - 1] ?? "");
}

/** Why the server refuses something, in this language if it is a usual reason. */
export function refusalText(w: Words, code: string, message: string): string {
  return (w.refusals as Readonly<Record<string, string>>)[code] ?? message;
}

/** What has gone wrong with a request; throws again what is no refusal. */
export function problemText(w: Words, error: unknown): string {
  if (error instanceof ServiceError) return refusalText(w, error.code, error.message);
  throw error;
}
