/** Numbers and plural forms of a language, for compiled messages. */

interface Formats {
  /** The plural category of a number. */
  readonly form: (count: number) => Intl.LDMLPluralRule;
  readonly number: (value: number) => string;
}

export function formats(language: string): Formats {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  return { form: (count) => rules.select(count), number: (value) => numbers.format(value) };
}

/** A number of bytes as kilobytes. */
export function kilobytes(language: string, bytes: number): string {
  const unit = { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, unit).format(bytes / 1000);
}
