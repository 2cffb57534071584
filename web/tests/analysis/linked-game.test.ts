import { expect, test } from "vitest";

import { linkedGame } from "../../src/analysis/open";
import { TextError } from "../../src/notation/errors";
import { RulesError, rowsOf } from "../../src/kernel/rules";
import { gameLink, lineLink } from "../../src/analysis/link";
import { rulesOf } from "../../src/play/setup";
import { formatPosition } from "../../src/notation/moves";
import { writeRules } from "../../src/notation/rules";
import { golden, startedKernel } from "../kernel/ports";

const kernel = await startedKernel();

test("a link contains a whole game: rules, moves, players", async () => {
  const { setup, start, plies } = await linkedGame(kernel, "goff/14 34 45 49 59 @9");
  expect([setup.rules, start.places]).toEqual(["goff", []]);
  expect(plies.map(({ by }) => by).join("")).toBe("XOXOXO");
  expect(plies.at(-1)?.after.outcome).toMatchObject({ points: { X: 1, O: 0 } });
});

test("a link of a game names its players", async () => {
  const seats = { X: "human", O: "easy" } as const;
  const line = await linkedGame(kernel, "goff/14 34");
  const link = gameLink({ ...line, setup: { ...line.setup, seats }, rules: rulesOf(line.setup) });
  expect(link).toBe("human.easy/goff/14 34");
  expect((await linkedGame(kernel, link)).setup).toEqual({ rules: "goff", seats });
  expect((await linkedGame(kernel, "human.thesis-easy/goff")).setup.seats).toEqual(seats);
  // An unknown player is a person.
  expect((await linkedGame(kernel, "human.cheat/goff")).setup.seats.O).toBe("human");
});

test("a link of a game has the names of people, without what could break it", async () => {
  const line = await linkedGame(kernel, "goff/14 34");
  const names = { X: " Αννα-Μαρία O’Hara ", O: "<b>/~.%#?&_" };
  const setup = { ...line.setup, names };
  const link = gameLink({ ...line, setup, rules: rulesOf(line.setup) });
  expect(link).toBe("human~Αννα-Μαρία O’Hara.human~b/goff/14 34");
  expect((await linkedGame(kernel, link)).setup.names).toEqual({ X: "Αννα-Μαρία O’Hara", O: "b" });
  const online = { ...line, rules: rulesOf(line.setup), setup };
  expect(gameLink(online, { X: "Ann", O: "" })).toBe("human~Ann.human/goff/14 34");
  const long = `human~${"a".repeat(30)}.easy~Bob/goff/14`;
  expect((await linkedGame(kernel, long)).setup).toEqual({
    rules: "goff",
    seats: { X: "human", O: "easy" },
    names: { X: "a".repeat(20), O: "Bob" },
  });
});

test("a link to the review of an online game says who reads it", async () => {
  const line = await linkedGame(kernel, "human~Ann.human~Ben/goff/14 34");
  const link = gameLink({ ...line, rules: rulesOf(line.setup) }, line.setup.names, "O");
  expect(link).toBe("human~Ann.me~Ben/goff/14 34");
  expect(await linkedGame(kernel, link)).toMatchObject({ setup: line.setup, me: "O" });
  expect(line.me).toBeUndefined();
});

test("a collapse decided by a coin belongs to no player", async () => {
  const { plies } = await linkedGame(kernel, "qubic3/12 12 @1");
  expect(plies.map(({ by }) => by)).toEqual(["X", "O", "chance"]);
});

test.each([
  ["", RulesError],
  ["chess/e4", RulesError],
  ["goff/12 99", TextError],
  ["goff/12 @1", TextError],
])("“%s” contains no game", async (link, error) => {
  await expect(linkedGame(kernel, link)).rejects.toBeInstanceOf(error);
});

test.each(rowsOf(golden("links")))("link: %s", async (...row) => {
  const [link = "", rulesText = "", position = "", written = ""] = row;
  const opened = await linkedGame(kernel, decodeURIComponent(link.replaceAll("_", " ")));
  const rules = rulesOf(opened.setup);
  const { start, plies } = opened;
  const places = plies.at(-1)?.after.places ?? start.places;
  expect([writeRules(rules), formatPosition(rules, places)]).toEqual([rulesText, position]);
  expect(lineLink({ rules, start, plies }).replaceAll(" ", "_")).toBe(written);
});
