/** The languages of the app, each with a file of messages; one that lacks any does not build. */

import { en } from "./en";
import type { en as features } from "./features.en";

export type Messages = typeof en;

export const LANGUAGES = ["en", "el"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each is called by those who speak it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", el: "Ελληνικά" };

const FILES: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  el: async () => (await import("./el")).el,
};

export function loadMessages(language: Language): Promise<Messages> {
  return FILES[language]();
}

type Features = typeof features;
export type Feature = keyof Features;
export type FeatureMessages<F extends Feature> = Features[F];

/** Messages of the parts that are loaded later: one file for each language, with all of them. */
const LATER: Record<Language, () => Promise<Features>> = {
  en: async () => (await import("./features.en")).en,
  el: async () => (await import("./features.el")).el,
};

/** The messages of one part of the app. */
export async function loadFeature<F extends Feature>(
  feature: F,
  language: Language,
): Promise<FeatureMessages<F>> {
  return (await LATER[language]())[feature];
}

/** The first language of this browser that there is a file for. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((tag) => LANGUAGES.find((each) => tag.toLowerCase().startsWith(each)));
  return known.find((each) => each !== undefined) ?? "en";
}
