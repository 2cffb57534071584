/** Plural forms. */

import type { Language } from "./languages";

/** The plural categories of each language in Unicode CLDR. */
export const FORMS = {
  en: ["one", "other"],
  el: ["one", "other"],
} as const satisfies Record<Language, readonly Intl.LDMLPluralRule[]>;

/** A text for each plural category; `#` is replaced by the number. */
export type Forms<L extends Language> = Readonly<
  Record<(typeof FORMS)[L][number] | "other", string>
>;

/** Select the plural form for a number and insert it in the language's number format. */
export function plural<L extends Language>(language: L) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count: number, forms: Forms<L>): string => {
    const texts: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = forms;
    const text = texts[rules.select(count)] ?? forms.other;
    return text.replaceAll("#", numbers.format(count));
  };
}
