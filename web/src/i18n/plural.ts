/** Numbers in sentences: each language has its own forms, and says for each number which. */

import type { Language } from "./languages";

/** The forms of each language, as Unicode's CLDR has them. */
export const FORMS = {
  en: ["one", "other"],
  el: ["one", "other"],
} as const satisfies Record<Language, readonly Intl.LDMLPluralRule[]>;

/** A text for every form of a language; `#` stands for the number. */
export type Forms<L extends Language> = Readonly<
  Record<(typeof FORMS)[L][number] | "other", string>
>;

/** What fills a number into the form that it wants, written as that language writes numbers. */
export function plural<L extends Language>(language: L) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count: number, forms: Forms<L>): string => {
    const texts: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = forms;
    const text = texts[rules.select(count)] ?? forms.other;
    return text.replaceAll("#", numbers.format(count));
  };
}
