/** How long ago something was, in words. */

import type { Language } from "../../i18n/languages";

const UNITS_MS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `5 minutes ago`, `yesterday`; both times are in milliseconds. */
export function agoText(language: Language, time: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const unit = UNITS_MS.find(([, length]) => now - time >= length);
  return unit
    ? format.format(-Math.floor((now - time) / unit[1]), unit[0])
    : format.format(0, "second");
}
