/** Languages of the app, each with a file of messages; a missing message fails the build. */

import { en } from "./en";
import type { en as features } from "./features.en";

export type Messages = typeof en;

export const LANGUAGES = ["en", "el"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", el: "Ελληνικά" };

const FILES: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  el: async () => (await import("./el")).el,
};

export function loadMessages(language: Language): Promise<Messages> {
  return FILES[language]();
}

/** Messages of all lazily loaded features. */
export type Features = typeof features;
export type Feature = keyof Features;
export type FeatureMessages<F extends Feature> = Features[F];

/** Messages of lazily loaded features: one file per language. */
const LATER: Record<Language, () => Promise<Features>> = {
  en: async () => (await import("./features.en")).en,
  el: async () => (await import("./features.el")).el,
};

export function loadFeatures(language: Language): Promise<Features> {
  return LATER[language]();
}

/** Load the messages of a feature. */
export async function loadFeature<F extends Feature>(
  feature: F,
  language: Language,
): Promise<FeatureMessages<F>> {
  return (await loadFeatures(language))[feature];
}

/** The browser's variant of a language, for dates: `en-GB` for `en`. */
export function localeOf(
  language: string,
  wanted: readonly string[] = navigator.languages,
): string {
  return wanted.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

/** The first supported language of the browser's preferences. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((tag) => LANGUAGES.find((each) => tag.toLowerCase().startsWith(each)));
  return known.find((each) => each !== undefined) ?? "en";
}
