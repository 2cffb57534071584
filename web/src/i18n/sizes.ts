/** File sizes in a language's number format. */

import type { Language } from "./languages";

/** Formatter of a number of bytes as kilobytes. */
export function sizeIn(language: Language): (bytes: number) => string {
  const format = { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 } as const;
  const numbers = new Intl.NumberFormat(language, format);
  return (bytes) => numbers.format(bytes / 1000);
}
