/** The languages of the app, each with a file of messages; one that lacks any does not build. */

import { en } from "./en";

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

/**
 * Messages that come with a part of the app, a folder each, here and nowhere else. A file in
 * another language is typed as the English one, so that nothing can be missing.
 */
const FEATURES = {
  lessons: {
    en: async () => (await import("./lessons/en")).en,
    el: async () => (await import("./lessons/el")).el,
  },
  notation: {
    en: async () => (await import("./notation/en")).en,
    el: async () => (await import("./notation/el")).el,
  },
  review: {
    en: async () => (await import("./review/en")).en,
    el: async () => (await import("./review/el")).el,
  },
  physics: {
    en: async () => (await import("./physics/en")).en,
    el: async () => (await import("./physics/el")).el,
  },
  puzzles: {
    en: async () => (await import("./puzzles/en")).en,
    el: async () => (await import("./puzzles/el")).el,
  },
  analysis: {
    en: async () => (await import("./analysis/en")).en,
    el: async () => (await import("./analysis/el")).el,
  },
  commands: {
    en: async () => (await import("./commands/en")).en,
    el: async () => (await import("./commands/el")).el,
  },
};

export type Feature = keyof typeof FEATURES;
type Files = Readonly<Record<Language, () => Promise<unknown>>>;
export type FeatureMessages<F extends Feature> = Awaited<
  ReturnType<Extract<(typeof FEATURES)[F], Files>["en"]>
>;

/** The messages of one part of the app. */
export function loadFeature<F extends Feature>(
  feature: F,
  language: Language,
): Promise<FeatureMessages<F>> {
  const files: Files = FEATURES[feature];
  return files[language]() as Promise<FeatureMessages<F>>;
}

/** The first language of this browser that there is a file for. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((tag) => LANGUAGES.find((each) => tag.toLowerCase().startsWith(each)));
  return known.find((each) => each !== undefined) ?? "en";
}
