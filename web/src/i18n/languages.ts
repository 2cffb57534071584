/** Languages of the app and their messages, which are compiled from `app.json` in `src/qttt/content`. */

import {
  type Features,
  LANGUAGES,
  type Language,
  type Messages,
  later,
  start,
} from "messages:languages";

export { LANGUAGES };
export type { Features, Language, Messages };

export type Preset = keyof Messages["presets"];
export type Feature = keyof Features;
export type FeatureMessages<F extends Feature> = Features[F];

/** The name of a language in itself. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Messages needed before the first move. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await start[language]()).messages;
}

/** Messages of all lazily loaded features. */
export async function loadFeatures(language: Language): Promise<Features> {
  return (await later[language]()).messages;
}

/**
 * The browser's variant of a language, for dates: `en-GB` for `en`. Variants with names that
 * JavaScript does not accept are left out, for instance `en-US@posix` in Chromium on a server.
 */
export function localeOf(
  language: string,
  wanted: readonly string[] = navigator.languages,
): string {
  const variant = new RegExp(`^${language}(-[a-z\\d]+)*$`, "i");
  return wanted.find((tag) => variant.test(tag)) ?? language;
}

/** The first supported language of the browser's preferences. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((tag) =>
    LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)),
  );
  return known.find((language) => language !== undefined) ?? "en";
}
