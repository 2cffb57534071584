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

/** The first language of this browser that there is a file for. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((tag) => LANGUAGES.find((each) => tag.toLowerCase().startsWith(each)));
  return known.find((each) => each !== undefined) ?? "en";
}
