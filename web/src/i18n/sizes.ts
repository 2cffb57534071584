/** Sizes of files in the way of a language. */

import type { Language } from "./languages";

/** What writes a number of bytes as kilobytes. */
export function sizeIn(language: Language): (bytes: number) => string {
  const format = { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 } as const;
  const numbers = new Intl.NumberFormat(language, format);
  return (bytes) => numbers.format(bytes / 1000);
}
