/** The user's settings, saved on this device. */

import { type Language, LANGUAGES, preferredLanguage } from "../i18n/languages";
import type { Shape } from "./shape";
import { device as here } from "./storage.svelte";
import type { Store } from "./store.svelte";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** Colour vision. */
export const COLOR_VISIONS = ["usual", "red-green", "blue-yellow"] as const;
export type ColorVision = (typeof COLOR_VISIONS)[number];

export const SPEEDS = ["off", "calm", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];

/** The hand that holds the phone. */
const HANDS = ["right", "left"] as const;
export type Hand = (typeof HANDS)[number];

export interface Choices {
  readonly language: Language;
  readonly theme: Theme;
  readonly eyes: ColorVision;
  readonly speed: Speed;
  readonly hand: Hand;
  /** Whether square names are shown. */
  readonly coordinates: boolean;
  /** Whether a collapse is chosen with one tap, without a preview. */
  readonly oneTap: boolean;
  /** Whether hints are shown in the first games. */
  readonly coaches: boolean;
  readonly sounds: boolean;
  readonly vibrates: boolean;
  /** Whether online opponents may chat. */
  readonly chat: boolean;
  /** What is drawn over the board. */
  readonly layers: readonly BoardLayer[];
  /** Whether Insight is open beside a match. */
  readonly insight: boolean;
  /** The view of Insight. */
  readonly view: View;
}

/** Validate saved settings; defaults replace unknown values. */
export function parseChoices(data: unknown): Choices {
  if (typeof data !== "object" || data === null) throw new TypeError("the settings are missing");
  const saved = data as Readonly<Record<keyof Choices | "motion", unknown>>;
  return {
    language: oneOf(LANGUAGES, saved.language) ?? preferredLanguage(),
    theme: oneOf(THEMES, saved.theme) ?? "system",
    eyes: oneOf(COLOR_VISIONS, saved.eyes) ?? "usual",
    // Earlier versions had a setting for less motion.
    speed: oneOf(SPEEDS, saved.motion === "none" ? "off" : saved.speed) ?? "normal",
    hand: oneOf(HANDS, saved.hand) ?? "right",
    coordinates: saved.coordinates !== false,
    oneTap: saved.oneTap === true,
    coaches: saved.coaches !== false,
    sounds: saved.sounds !== false,
    vibrates: saved.vibrates !== false,
    chat: saved.chat === true,
    layers: parseLayers(saved.layers),
    insight: saved.insight === true,
    view: oneOf(VIEWS, saved.view) ?? "learn",
  };
}

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((name) => name === value);
}

/** What was chosen, by name; also settings that this version does not have. */
const SETTINGS: Shape<object> = {
  name: "settings",
  none: {},
  parse(data) {
    parseChoices(data);
    return data as object;
  },
};

export class Settings {
  private readonly saved: Store<object>;
  readonly choices: Choices = $derived.by(() => parseChoices(this.saved.value));

  constructor(device = here) {
    this.saved = device.store(SETTINGS);
  }

  /** Whether a match shows the values of moves, which reveal who is ahead. */
  get showsValues(): boolean {
    return this.choices.insight && this.choices.view === "analyse";
  }

  change(choices: Partial<Choices>): void {
    const speeds = "speed" in choices && { motion: undefined };
    this.saved.set((saved) => ({ ...saved, ...choices, ...speeds }));
  }

  /** Restore the defaults. */
  reset(): void {
    this.saved.clear();
  }
}

// --- layers and panels ----------------------------------------------------------------------

/** Chosen by the user. */
export const BOARD_LAYERS = ["links", "history"] as const;
export type BoardLayer = (typeof BOARD_LAYERS)[number];
/** Arrows show where each mark of a loop would land; they belong to screens for study. */
export type Layer = BoardLayer | "arrows";

/** In the order of tabs. */
export const PANELS = ["values", "worlds", "odds", "moves", "state", "circuit"] as const;
export type Panel = (typeof PANELS)[number];

/** `learn` has what marks are and where they land, `analyse` the values of moves too. */
export const VIEWS = ["learn", "analyse"] as const;
export type View = (typeof VIEWS)[number];

/** Panels for study, which are not beside a game. */
const STUDIED: readonly Panel[] = ["odds", "state", "circuit"];

/** The panels of a view with content; classical games have no physics. */
export function panelsOf(
  view: View,
  marks: "quantum" | "classical",
  isStudy = true,
): readonly Panel[] {
  return PANELS.filter(
    (panel) =>
      (isStudy || !STUDIED.includes(panel)) &&
      (panel === "moves" || (panel === "values" ? view === "analyse" : marks === "quantum")),
  );
}

/** Validate saved layers; by default links are shown. */
export function parseLayers(data: unknown): readonly BoardLayer[] {
  return Array.isArray(data) ? BOARD_LAYERS.filter((layer) => data.includes(layer)) : ["links"];
}

/** The list with one added or removed. */
export function toggled<T>(those: readonly T[], one: T): readonly T[] {
  return those.includes(one) ? those.filter((entry) => entry !== one) : [...those, one];
}
