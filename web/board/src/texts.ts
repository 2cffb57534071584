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
export type ProblemTexts = Pick<Messages, "illegalMoves" | "failures"> &
  Pick<Features, "notation" | "board">;

/** The language of the page around an element: the nearest `lang`, otherwise English. */
export function languageOf(element: Element): Language {
  const lang = element.closest<HTMLElement>("[lang]")?.lang ?? "";
  return LANGUAGES.find((language) => new RegExp(`^${language}\\b`, "i").test(lang)) ?? "en";
}
