/** Names of guests, whom everyone sees in the language of their own app. */

import type { FeatureMessages } from "../i18n/languages";
import type { Setup } from "../play/setup";

/** Names of guests; the server reserves them. */
export const GUEST = /^Guest (\d+)$/;

type GuestWords = Pick<FeatureMessages<"online">, "person">;

/** The number of a guest; null for the name of an account or a computer. */
export function guestNumber(name: string): string | null {
  return GUEST.exec(name)?.[1] ?? null;
}

/** The name of a player; guests are named in the language of the app. */
export function personName(w: GuestWords, name: string): string {
  const number = guestNumber(name);
  return number === null ? name : w.person.numbered({ number });
}

/** The setup of a link, with guests named in the language of the app. */
export function shownSetup(w: GuestWords, setup: Setup): Setup {
  const { names } = setup;
  if (!names) return setup;
  return { ...setup, names: { X: personName(w, names.X), O: personName(w, names.O) } };
}
