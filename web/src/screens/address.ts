/**
 * Which screen is shown, as the part of the page's address behind `#`: `#game`, `#lessons/3`,
 * `#analysis/goff/12 23 13`. What follows the screen's name is that screen's own.
 */

export const SCREENS = [
  "welcome",
  "game",
  "analysis",
  "review",
  "lessons",
  "puzzles",
  "teach",
  "online",
] as const;
export type Screen = (typeof SCREENS)[number];

export interface Address {
  readonly screen: Screen;
  /** What the screen is to show, decoded; empty if that is its own choice. */
  readonly rest: string;
}

export const WELCOME: Address = { screen: "welcome", rest: "" };

/** The address that a fragment spells; the welcome screen if it spells none. */
export function parseAddress(fragment: string): Address {
  const [, name = "", rest = ""] = /^#?([^/]*)\/?(.*)$/s.exec(fragment) ?? [];
  const screen = SCREENS.find((each) => each === name);
  return screen ? { screen, rest: decoded(rest) } : WELCOME;
}

/** The fragment, with its `#`; empty for the welcome screen. */
export function addressText({ screen, rest }: Address): string {
  if (screen === "welcome") return "";
  return rest ? `#${screen}/${encoded(rest)}` : `#${screen}`;
}

/** Only what an address cannot hold is encoded, so that people can read it; spaces become `_`. */
function encoded(rest: string): string {
  return encodeURI(rest).replaceAll("_", "%5F").replaceAll("%20", "_").replaceAll("#", "%23");
}

function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest.replaceAll("_", " "));
  } catch {
    return rest; // a stray % is left for the screen to refuse, in its own words
  }
}
