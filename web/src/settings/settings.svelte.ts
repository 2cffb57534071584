/** What the reader has chosen, kept on this device. */

import { type Language, LANGUAGES, preferredLanguage } from "../i18n/languages";
import { Shelf } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Choices {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether the halves of each quantum mark are linked. */
  readonly links: boolean;
}

function parseChoices(data: unknown): Choices {
  const { language, theme, links } = data as Record<keyof Choices, unknown>;
  return {
    language: LANGUAGES.find((each) => each === language) ?? preferredLanguage(),
    theme: THEMES.find((each) => each === theme) ?? "system",
    links: links !== false,
  };
}

export class Settings {
  choices: Choices = $state.raw() as Choices;
  private readonly shelf = new Shelf("settings", parseChoices);

  constructor(broken: (error: Error) => void) {
    this.choices = this.shelf.read(broken) ?? parseChoices({});
  }

  change(choices: Partial<Choices>): void {
    this.choices = { ...this.choices, ...choices };
    this.shelf.write(this.choices);
  }
}
