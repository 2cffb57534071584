import { expect, test } from "vitest";

import { hasPage, ratingFor } from "../../src/online/accounts";
import type { Player } from "../../src/kernel/types";
import type { OnlineGame } from "../../src/online/game.svelte";
import { ServiceError } from "../../src/online/service";
import {
  accessibleTimeText,
  canBeRated,
  endingText,
  leftText,
  onlineStatus,
  outcomeFor,
  playerName,
  problemText,
  rematchText,
  resultText,
  seekText,
} from "../../src/online/words";
import { el, en as m, english, greek } from "../messages";

const w = english.online;

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test.each([
  [{ rules: "goff", clock: "300+3", rated: true }, "Standard rules · 5 min + 3 s · Rated"],
  [{ rules: "goff", clock: "none", rated: false }, "Standard rules · No clock"],
  [
    { rules: "krist rows=5 cols=5", clock: "3d", rated: false },
    `${m.presets.krist.name}, 5 × 5 · 3 days a move`,
  ],
])("a seek: %o", (options, text) => expect(plain(seekText(m, w, options, "en"))).toBe(text));

test("a result begins with the points of a player", () => {
  expect(resultText("0.5-1", "O")).toBe("1–½");
});

test.each([
  ["1-0", "1–0"],
  ["0.5-1", "½–1"],
  ["*", ""],
  [null, ""],
])("the result %s", (result, text) => expect(resultText(result)).toBe(text));

test.each([
  ["X", "1-0", "won"],
  ["O", "1-0", "lost"],
  ["O", "0.5-1", "won"],
  ["X", "0-0", "drawn"],
  ["X", "*", "aborted"],
] as const)("%s has %s: %s", (seat, result, outcome) => {
  expect(outcomeFor(seat, result)).toBe(outcome);
});

test.each([
  ["goff", "300+3", true],
  ["krist", "3d", true],
  ["krist rows=5 cols=5", "300+3", false],
  ["goff", "none", false],
])("%s with clock %s can be rated: %s", (rules, clock, can) => {
  expect(canBeRated({ rules, clock })).toBe(can);
});

test("days are written in words", () => {
  const days = 3 * 86_400_000 - 2 * 3_600_000;
  expect([leftText(w, days), accessibleTimeText(w, days)]).toEqual(["2 d 22 h", "2 days 22 h"]);
  expect([leftText(w, 65_000), accessibleTimeText(w, 65_000)]).toEqual(["1:05", "1:05"]);
});

test("a rejection without a translation shows the server's message", () => {
  expect(problemText(w, new ServiceError("name-taken", "x"))).toBe(w.rejections["name-taken"]);
  expect(problemText(w, new ServiceError("unheard-of", "its own words"))).toBe("its own words");
  expect(() => problemText(w, new RangeError("a mistake"))).toThrow("a mistake");
});

test.each([
  ["to the loser", ["X"], "You lost", "You resigned."],
  ["to the winner", ["O"], "You won!", "Anna resigned."],
  ["to a spectator", [], "O wins", "Anna resigned."],
] as const)("a resignation is told %s", (_, people, heading, text) => {
  const game = { people, names: { X: "Anna", O: "Ben" } };
  expect(
    endingText(m, w, { how: "resigned", loser: "X", abortedBy: null, calledOff: null }, game),
  ).toEqual({
    heading,
    text,
  });
});

test("guests and levels are named in the reader's language, others by their name", () => {
  const named = (name: string, level: string | null): string =>
    playerName(el, greek.online, { name, level, bot: false });
  expect(named("Guest 4821", null)).toBe("Επισκέπτης 4821");
  expect(named("Easy", "easy")).toBe("Εύκολο");
  expect(named("Easy, thesis", "thesis-easy")).toBe("Easy, thesis");
  expect(named("Anna", null)).toBe("Anna");
});

test("the game says who aborted it", () => {
  const about = (people: Player[], abortedBy: Player | null): string =>
    endingText(
      m,
      w,
      { how: "aborted", loser: null, abortedBy, calledOff: null },
      { people, names: { X: "Anna", O: "Ben" } },
    ).text;
  expect(about(["X"], "O")).toBe("Ben aborted the game. It does not count.");
  expect(about(["X"], "X")).toBe("You aborted the game. It does not count.");
  expect(about(["X"], null)).toBe("The game was aborted and does not count.");
});

test.each([
  ["round", "ended this round. The game does not count. Wait for the next one"],
  ["room", "closed the class room. The game does not count"],
  ["member", "ended this game. It does not count"],
] as const)("a game of a class room that is called off says why: %s", (calledOff, text) => {
  const ending = { how: "aborted", loser: null, abortedBy: null, calledOff } as const;
  const about = (people: Player[]): string =>
    endingText(m, w, ending, { people, names: { X: "", O: "" } }).text;
  expect(about(["X"])).toBe(`Your teacher has ${text}.`);
  expect(about([])).toBe("The game was aborted and does not count."); // also for the teacher
});

test.each(["agreed", "aborted"] as const)("%s: a spectator is not addressed", (how) => {
  const { text } = endingText(
    m,
    w,
    { how, loser: null, abortedBy: null, calledOff: null },
    { people: [], names: { X: "", O: "" } },
  );
  expect(text).not.toMatch(/\byou/i);
});

test("without a connection the game waits, whoever is to move", () => {
  const { heading, text } = onlineStatus(m, w, { isPaused: true } as OnlineGame, null);
  expect([heading, text]).toEqual([w.offline, w.paused]);
});

test("accounts have a profile page, guests and computers have none", () => {
  const open = { private: false, rated: false };
  expect(hasPage({ name: "Anna", level: null }, open)).toBe(true);
  expect(hasPage({ name: "Guest 4821", level: null }, open)).toBe(false);
  expect(hasPage({ name: "Hard", level: "hard" }, open)).toBe(false);
  const friends = { private: true, rated: false };
  expect(hasPage({ name: "Anna", level: null }, friends)).toBe(false);
  expect(hasPage({ name: "Anna", level: null }, { ...friends, rated: true })).toBe(true);
});

test("a game has one rating category: its rules and pace", () => {
  const rank = (rules: string, pace: "live" | "correspondence", rating: number) => ({
    ...{ rules, pace, rating, deviation: 60, games: 9, provisional: false },
  });
  const ratings = [rank("goff", "live", 1600), rank("goff", "correspondence", 1700)];
  expect(ratingFor({ ratings }, { rules: "goff", clock: "3d" })?.rating).toBe(1700);
  expect(ratingFor({ ratings }, { rules: "goff", clock: "60+1" })?.rating).toBe(1600);
  expect(ratingFor({ ratings }, { rules: "krist", clock: "60+1" })).toBeNull();
});

test.each([
  ["300+3", true, w.offeredInVain({ name: "Ben" })],
  ["3d", true, w.offeredLater({ name: "Ben" })],
  ["none", true, w.offeredLater({ name: "Ben" })],
  ["300+3", false, w.offered.rematch],
])("an offered rematch with the clock %s, the opponent away: %s", (clock, isAway, text) => {
  const game = {
    ...{ seat: "X", rematch: null, isLast: false, names: { X: "Anna", O: "Ben" } },
    ...{ offers: { draw: null, takeback: null, rematch: "X" }, terms: { clock } },
    ...{ isOpponentAway: isAway, hasOpponentLeft: isAway },
  };
  expect(rematchText(w, game as OnlineGame)).toBe(text);
});
