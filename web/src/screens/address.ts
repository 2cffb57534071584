/**
 * The current screen as the fragment of the URL: `#game`, `#lessons/3`, `#analysis/goff/12 23 13`.
 * The rest after the screen's name is defined by that screen.
 */

export const SCREENS = [
  "welcome",
  "game",
  "games",
  "analysis",
  "review",
  "tutorial",
  "lessons",
  "puzzles",
  "daily",
  "record",
  "teach",
  "online",
] as const;
export type Screen = (typeof SCREENS)[number];

export interface Address {
  readonly screen: Screen;
  /** Decoded parameters of the screen; empty for its default. */
  readonly rest: string;
}

export const WELCOME: Address = { screen: "welcome", rest: "" };

/** Parse a fragment; the welcome screen if it is invalid. */
export function parseAddress(fragment: string): Address {
  const [, name = "", rest = ""] = /^#?([^/]*)\/?(.*)$/s.exec(fragment) ?? [];
  const screen = SCREENS.find((each) => each === name);
  return screen ? { screen, rest: decoded(rest) } : WELCOME;
}

/** The fragment including `#`; empty for the welcome screen. */
export function addressText({ screen, rest }: Address): string {
  if (screen === "welcome") return "";
  return rest ? `#${screen}/${encoded(rest)}` : `#${screen}`;
}

/** Encode only what a URL cannot contain, to keep it readable; spaces become `_`. */
function encoded(rest: string): string {
  return encodeURI(rest).replaceAll("_", "%5F").replaceAll("%20", "_").replaceAll("#", "%23");
}

function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest.replaceAll("_", " "));
  } catch {
    return rest; // left for the screen to report
  }
}
