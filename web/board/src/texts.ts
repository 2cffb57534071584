/** The language of an element, and types of the texts of its parts. */

import type { Language } from "messages:languages";
import { LANGUAGES } from "messages:names";

import type { Features, Messages } from "../../src/i18n/languages";
import type { SentenceTexts } from "../../src/play/result";

export type { Language };

export type StillTexts = Pick<Messages, "squares">;
export type PlayTexts = Pick<
  Messages,
  "squares" | "rejections" | "result" | "illegalMoves" | "game" | "status"
> & {
  readonly analysis: SentenceTexts & Pick<Features["analysis"], "tree">;
};
export type StatusTexts = Pick<Messages, "result"> & {
  readonly analysis: SentenceTexts & Pick<Features["analysis"], "tree">;
};
export type ExtraTexts = Pick<Features, "physics" | "analysis"> & Pick<Messages, "failures">;
export interface MissingTexts {
  readonly failures: Pick<Messages["failures"], "missing">;
}
export type ProblemTexts = Pick<Messages, "illegalMoves" | "failures"> &
  Pick<Features, "notation" | "board">;

/** The nearest `lang` of an element, also around the components that it is in. */
function langOf(element: Element): string {
  const nearest = element.closest<HTMLElement>("[lang]");
  if (nearest) return nearest.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langOf(root.host) : "";
}

/** The language of the page around an element; English if the app has no such language. */
export function languageOf(element: Element): Language {
  const lang = langOf(element);
  return LANGUAGES.find((language) => new RegExp(`^${language}\\b`, "i").test(lang)) ?? "en";
}
