/**
 * The current screen as a URL: `#game`, `#lessons/3`. The rest after the screen's name is defined by
 * that screen.
 *
 * `qttt serve` answers `/p/goff/12_23`, `/puzzle/goff_12/23`, `/daily`, `/daily/2026-01-31`,
 * `/g/aBc…`, `/i/abcdefgh`, `/room` and `/room/K7MQ2X` with a preview for chat programs, so
 * positions, puzzles, online games, invitations and class rooms have these paths there. A shared
 * game is a position with its players: `/p/goff/12_23?by=human~Ann.easy`. On other hosts they are
 * fragments too, as is every link that is opened: `#analysis/goff/12_23`, `#online/game/aBc…`,
 * `#shared/human.easy/goff/12_23`.
 */

import type { Player } from "../kernel/types";
import { levelNamed } from "../play/levels";

export const SCREENS = [
  "welcome",
  "game",
  "games",
  "analysis",
  "review",
  "shared",
  "tutorial",
  "lessons",
  "puzzles",
  "daily",
  "record",
  "teach",
  "parity",
  "online",
  "homework",
] as const;
export type Screen = (typeof SCREENS)[number];

export interface Address {
  readonly screen: Screen;
  /** Decoded parameters of the screen; empty for its default. */
  readonly rest: string;
}

export const WELCOME: Address = { screen: "welcome", rest: "" };

/** The server's paths, and the addresses that they stand for. */
const PATHS = [
  { folder: "p/", start: "analysis/", suits: /./s },
  { folder: "puzzle/", start: "puzzles/", suits: /./s },
  { folder: "daily/", start: "daily/", suits: /^\d{4}-\d\d-\d\d$/ },
  { folder: "daily", start: "daily", suits: /^$/ },
  { folder: "g/", start: "online/game/", suits: /^[0-9A-Za-z]+$/ },
  { folder: "i/", start: "online/", suits: /^[2-9a-hjkmnp-z]{8}$/ },
  { folder: "room/", start: "online/room/", suits: /^[2-9A-Z]{6}(\/[a-z]+)?$/ },
  { folder: "room", start: "online/room", suits: /^$/ },
];

/** The players of a shared game, persons or levels. */
const PLAYERS = /^([a-z-]+)(?:~[^./~]*)?\.([a-z-]+)(?:~[^./~]*)?$/;

/** Whether the server has paths; its page has a base. */
function hasPaths(): boolean {
  return document.querySelector("base") !== null;
}

type Url = Pick<Location, "pathname" | "hash"> & Partial<Pick<Location, "search">>;

/** Parse a URL of the app; the welcome screen if it is invalid. */
export function parseAddress({ pathname, search, hash }: Url): Address {
  const path = hash.length > 1 || !hasPaths() ? undefined : pathname.slice(1);
  const known = PATHS.find(({ folder }) => path?.startsWith(folder));
  const by = new URLSearchParams(search).get("by") ?? "";
  const isShared = known?.folder === "p/" && arePlayers(by);
  const start = isShared ? `shared/${encodeURIComponent(by)}/` : known?.start;
  const text = path && known ? start + path.slice(known.folder.length) : hash;
  const [, name = "", rest = ""] = /^#?([^/]*)\/?(.*)$/s.exec(text) ?? [];
  const screen = SCREENS.find((screen) => screen === name);
  return screen ? { screen, rest: decoded(rest) } : WELCOME;
}

/** Whether these are two players; a link that was cut, without them, is a position. */
function arePlayers(by: string): boolean {
  const [, ...kinds] = PLAYERS.exec(by) ?? [];
  return kinds.length > 0 && kinds.every((kind) => kind === "human" || levelNamed(kind));
}

/** The link of a page for frames, `/embed/goff/12_23`; null for all others. */
export function parseFrame({ pathname }: Pick<Location, "pathname">): string | null {
  const [, link] = /^\/embed\/(.*)$/s.exec(pathname) ?? [];
  return link !== undefined && hasPaths() ? decoded(link) : null;
}

/** The URL of an address. */
export function addressUrl(address: Address): string {
  return new URL(relative(address), document.baseURI).href;
}

/**
 * The URL to send to others; on the server its preview is in this language. That of a shared game
 * says how the game ended for `me`.
 */
export function shareUrl(address: Address, language: string, me: Player | null = null): string {
  const url = new URL(addressUrl(address));
  if (!hasPaths() || url.hash) return url.href;
  if (me) url.searchParams.set("me", me);
  if (language !== "en") url.searchParams.set("lang", language);
  return url.href;
}

/** Whether the server can show the address in a frame. */
export function canEmbed({ screen }: Address): boolean {
  return hasPaths() && (screen === "analysis" || screen === "shared");
}

/** Whether the page's URL is an older form of the address. */
export function isOutdated(address: Address): boolean {
  return address.screen !== "welcome" && addressUrl(address) !== location.href;
}

function relative({ screen, rest }: Address): string {
  if (screen === "welcome") return "";
  if (screen === "shared" && hasPaths()) {
    const [by = "", ...line] = rest.split("/");
    const players = encoded(by, "_").replaceAll("&", "%26");
    return `${relative({ screen: "analysis", rest: line.join("/") })}?by=${players}`;
  }
  const whole = rest ? `${screen}/${rest}` : screen;
  const path = PATHS.find(
    ({ start, suits }) => whole.startsWith(start) && suits.test(whole.slice(start.length)),
  );
  if (!path || !hasPaths()) return `#${encoded(whole, "%5F")}`;
  return path.folder + encoded(whole.slice(path.start.length), "_").replaceAll("?", "%3F");
}

/**
 * Encode only what a URL cannot contain, to keep it readable; spaces become `_`. In paths `_` is
 * kept, because programs decode `%5F`; `readLink` accepts that (N60).
 */
function encoded(rest: string, underscore: string): string {
  return encodeURI(rest).replaceAll("_", underscore).replaceAll("%20", "_").replaceAll("#", "%23");
}

function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest.replaceAll("_", " "));
  } catch {
    return rest; // left for the screen to report
  }
}
