// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  type Address,
  addressUrl,
  isOutdated,
  parseAddress,
  parseFrame,
  shareUrl,
} from "../../src/screens/address";

const ORIGIN = location.origin;

function at(path: string): Address {
  const { pathname, search, hash } = new URL(path, "https://play.example");
  return parseAddress({ pathname, search, hash });
}

const FRAGMENTS: readonly [string, Address][] = [
  ["#lessons/3", { screen: "lessons", rest: "3" }],
  ["#game/krist_rows=5_cols=5/X=human", { screen: "game", rest: "krist rows=5 cols=5/X=human" }],
  ["#teach/goff_last%5Fsquare=empty", { screen: "teach", rest: "goff last_square=empty" }],
  ["#online/ABCDEFGH", { screen: "online", rest: "ABCDEFGH" }],
];
const PATHS: readonly [string, string, Address][] = [
  ["/p/goff/12_25", "#analysis/goff/12_25", { screen: "analysis", rest: "goff/12 25" }],
  ["/p/goff/12/25_@5", "#analysis/goff/12/25_@5", { screen: "analysis", rest: "goff/12/25 @5" }],
  [
    "/p/goff/12_25?by=human~%CE%86%CE%BD%CE%BD%CE%B1_B.easy",
    "#shared/human~%CE%86%CE%BD%CE%BD%CE%B1_B.easy/goff/12_25",
    { screen: "shared", rest: "human~Άννα B.easy/goff/12 25" },
  ],
  ["/p/goff/a%3Fb%23c", "#analysis/goff/a?b%23c", { screen: "analysis", rest: "goff/a?b#c" }],
  ["/puzzle/goff_12/25", "#puzzles/goff_12/25", { screen: "puzzles", rest: "goff 12/25" }],
  ["/daily/2026-01-31", "#daily/2026-01-31", { screen: "daily", rest: "2026-01-31" }],
  ["/i/abcdefgh", "#online/abcdefgh", { screen: "online", rest: "abcdefgh" }],
  ["/daily", "#daily", { screen: "daily", rest: "" }],
  ["/room", "#online/room", { screen: "online", rest: "room" }],
  ["/room/K7MQ2X", "#online/room/K7MQ2X", { screen: "online", rest: "room/K7MQ2X" }],
  ["/room/K7MQ2X/wall", "#online/room/K7MQ2X/wall", { screen: "online", rest: "room/K7MQ2X/wall" }],
  ["/g/0aBcDeFgHi", "#online/game/0aBcDeFgHi", { screen: "online", rest: "game/0aBcDeFgHi" }],
];

describe("on a server with paths", () => {
  beforeEach(() => {
    document.head.innerHTML = `<base href="${ORIGIN}/">`;
  });
  afterEach(() => {
    document.head.innerHTML = "";
  });

  test.each(PATHS)("%s", (path, fragment, address) => {
    expect(at(path)).toEqual(address);
    expect(at(`/${fragment}`)).toEqual(address);
    expect(addressUrl(address)).toBe(ORIGIN + path);
  });

  test.each(FRAGMENTS)("%s stays a fragment", (fragment, address) => {
    expect(at(`/${fragment}`)).toEqual(address);
    expect(addressUrl(address)).toBe(`${ORIGIN}/${fragment}`);
  });

  test("a shared game whose players were cut off is a position", () => {
    for (const by of ["human", "human.", "human.eas", "hum.easy", "human.easy.X", ""])
      expect(at(`/p/goff/12_25?by=${by}`)).toEqual({ screen: "analysis", rest: "goff/12 25" });
  });

  test("a per cent sign in a name leaves the rest as it is", () => {
    expect(at("/p/goff/12_25%20@5?by=human~100%25.thesis-easy")).toEqual({
      screen: "shared",
      rest: "human~100%.thesis-easy/goff/12 25 @5",
    });
  });

  test("a fragment is followed from a path too", () => {
    expect(at("/p/goff/12#lessons/3")).toEqual({ screen: "lessons", rest: "3" });
  });

  test("names of switches keep their underscore, which programs decode", () => {
    const address: Address = { screen: "analysis", rest: "goff last_square=empty/12" };
    expect(addressUrl(address)).toBe(`${ORIGIN}/p/goff_last_square=empty/12`);
  });

  test("fragments of positions are outdated", () => {
    history.replaceState(null, "", `${ORIGIN}/#analysis/goff/12`);
    expect(isOutdated({ screen: "analysis", rest: "goff/12" })).toBe(true);
    history.replaceState(null, "", `${ORIGIN}/p/goff/12`);
    expect(isOutdated({ screen: "analysis", rest: "goff/12" })).toBe(false);
    expect(isOutdated({ screen: "welcome", rest: "" })).toBe(false);
  });

  test("shared links ask for a preview in the language of the page", () => {
    const address: Address = { screen: "analysis", rest: "goff/12" };
    expect(shareUrl(address, "en")).toBe(`${ORIGIN}/p/goff/12`);
    expect(shareUrl(address, "el")).toBe(`${ORIGIN}/p/goff/12?lang=el`);
    const shared: Address = { screen: "shared", rest: "human.easy/goff/12" };
    expect(shareUrl(shared, "el")).toBe(`${ORIGIN}/p/goff/12?by=human.easy&lang=el`);
    expect(shareUrl(shared, "el", "X")).toBe(`${ORIGIN}/p/goff/12?by=human.easy&me=X&lang=el`);
    expect(shareUrl({ screen: "lessons", rest: "3" }, "el")).toBe(`${ORIGIN}/#lessons/3`);
  });

  test("pages for frames", () => {
    expect(parseFrame({ pathname: "/embed/goff/12_25" })).toBe("goff/12 25");
    expect(parseFrame({ pathname: "/p/goff/12_25" })).toBeNull();
  });
});

describe("on any other host", () => {
  test.each(PATHS)("%s is no address", (path, fragment, address) => {
    expect(at(path)).toEqual({ screen: "welcome", rest: "" });
    expect(at(`/${fragment}`)).toEqual(address);
    expect(new URL(addressUrl(address)).hash).toBe(fragment);
    expect(new URL(addressUrl(address)).pathname).toBe(location.pathname);
  });

  test("there are no frames", () => {
    expect(parseFrame({ pathname: "/embed/goff" })).toBeNull();
  });
});
