// @vitest-environment happy-dom
/** No order of writes by several tabs loses anything. */

import { expect, test } from "vitest";

import { Coaching } from "../../src/guide/coaching.svelte";
import { WORKS, WorkShelf } from "../../src/school/homework/work.svelte";
import { COURSE } from "../../src/lessons/course";
import { stepsOf } from "../../src/lessons/lesson";
import { LESSONS, LessonProgress } from "../../src/lessons/progress.svelte";
import { type SavedGame, savedGame } from "../../src/play/saved";
import { GAMES, withGame } from "../../src/play/saved-games";
import { singlePlayer } from "../../src/play/setup";
import { DAYS, DailyLog } from "../../src/progress/daily-log.svelte";
import { RESULTS, gamesIn, saveResult } from "../../src/progress/results";
import { Settings } from "../../src/settings/settings.svelte";
import { loadPuzzles } from "../../src/study/puzzles";
import { FEATS, Streak } from "../../src/study/streak.svelte";
import { movesOf } from "../analysis/games";
import { isNight } from "../nightly";
import { Browser, type Tab, randomFrom } from "./tabs";

const PUZZLES = await loadPuzzles();
const SEQUENCES = isNight ? 20_000 : 500;
const ACTIONS = 12;
const SETUP = singlePlayer("goff", "X", "easy");
const STEPS = COURSE.flatMap((lesson) => stepsOf(lesson).map(({ id }) => ({ lesson, id })));
const WORK = {
  ...{ homework: "HHHHHH", title: "Loops", tasks: ["a"], name: "Ann" },
  ...{ due: 1_000, expires: 2_000, tries: [] },
};

/** What all tabs have done. */
class Expected {
  readonly solved = new Set<string>();
  readonly steps = new Set<string>();
  readonly days = new Set<number>();
  readonly results = new Set<number>();
  readonly tries = new Set<string>();
  readonly games = new Set<number>();
}

type Action = (tab: Tab, n: number, expected: Expected) => void;

const ACTIONS_OF_STORES: readonly Action[] = [
  ({ device }, n, { solved }) => {
    const puzzle = PUZZLES[n]!;
    new Streak(PUZZLES, device).solved(puzzle);
    solved.add(puzzle.id);
  },
  ({ device }, n) => new Streak(PUZZLES, device).missed(PUZZLES[n]!),
  ({ device }, n, { steps }) => {
    const { lesson, id } = STEPS[n]!;
    new LessonProgress(device).finish(lesson, id);
    steps.add(`${lesson.id} ${id}`);
  },
  ({ device }, n, { days }) => {
    new DailyLog(device).ended(n, "solved", n);
    days.add(n);
  },
  ({ device }, n) => new DailyLog(device).missed(n),
  ({ device }, n, { results }) => {
    saveResult(n, SETUP, "X", device);
    results.add(n);
  },
  ({ device }, n, { tries }) => {
    const id = `try ${n}`;
    const work = { ...WORK, key: `K${n % 2}`, tries: [{ id, task: 1, answer: "12", at: 0 }] };
    new WorkShelf(() => 0, device).put(work);
    tries.add(id);
  },
  ({ device }, n, { games }) => {
    const saved = savedGame(SETUP, [], movesOf("goff", "12"));
    const game: SavedGame = { id: n, changed: n, isOver: false, revision: 1, saved };
    device.store(GAMES).add((all) => ({ ...all, games: withGame(all.games, game) }));
    games.add(n);
  },
  ({ device }) => new Coaching(device).look(["loop"]),
];

function storedIn({ device }: Tab): Expected {
  const found = new Expected();
  for (const id of device.store(FEATS).value.solved) found.solved.add(id);
  for (const [lesson, ids] of Object.entries(device.store(LESSONS).value.done))
    for (const id of ids) found.steps.add(`${lesson} ${id}`);
  for (const [day, { end }] of Object.entries(device.store(DAYS).value.days))
    if (end) found.days.add(Date.parse(day) / 86_400_000);
  const { counted, levels } = device.store(RESULTS).value;
  expect(gamesIn(levels)).toBe(counted.length);
  for (const id of counted) found.results.add(id);
  for (const { tries } of Object.values(device.store(WORKS).value))
    for (const { id } of tries) found.tries.add(id);
  for (const { id } of device.store(GAMES).value.games) found.games.add(id);
  return found;
}

/** Sorted, as the order of entries is free. */
function plain(expected: Expected): unknown {
  const sets = Object.entries(expected) as [string, Set<string | number>][];
  return Object.fromEntries(sets.map(([name, set]) => [name, [...set].sort()]));
}

test(`${SEQUENCES} random orders of writes and deliveries lose nothing`, () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const pick = randomFrom(seed);
    const browser = new Browser();
    const tabs = Array.from({ length: 2 + pick(2) }, () => browser.open());
    const expected = new Expected();
    for (let done = 0; done < ACTIONS;) {
      if (pick(2) === 0) {
        const act = ACTIONS_OF_STORES[pick(ACTIONS_OF_STORES.length)]!;
        act(tabs[pick(tabs.length)]!, pick(8), expected);
        done++;
      } else browser.deliver(pick);
    }
    browser.settle(pick);
    for (const tab of [...tabs, browser.open()])
      expect(plain(storedIn(tab)), `seed ${seed}`).toEqual(plain(expected));
  }
});

test("settings of two tabs are merged, and of one setting the last change stays", () => {
  const browser = new Browser();
  const [one, other] = [browser.open(), browser.open()].map(({ device }) => new Settings(device));
  one!.change({ theme: "dark", speed: "calm" });
  browser.settle();
  other!.change({ theme: "light", oneTap: true });
  browser.settle();
  const chosen = { theme: "light", speed: "calm", oneTap: true };
  expect([one!.choices, other!.choices]).toMatchObject([chosen, chosen]);
});

test("a tab follows what another one deletes, and writes nothing of it again", () => {
  const browser = new Browser();
  const [one, other] = [browser.open(), browser.open()];
  new LessonProgress(one!.device).finish(COURSE[0], "turns");
  browser.settle();
  new LessonProgress(other!.device).forget();
  browser.settle();
  new DailyLog(one!.device).missed(1);
  browser.settle();
  expect([new LessonProgress(one!.device).all, [...browser.stored.keys()]]).toEqual([
    {},
    ["qttt.daily"],
  ]);
});

test("an older tab keeps fields and entries of a newer version", () => {
  const day = { misses: 1, end: null, isLate: false, stars: 3 };
  const newer = {
    "qttt.daily": { version: 1, days: { "2026-11-23": day }, best: 7 },
    "qttt.puzzles": { solved: ["new 1"], streak: 1, longest: 1, missed: [], grades: { 1: 2 } },
    "qttt.settings": { theme: "sepia", font: "large" },
    "qttt.coaching": { seen: ["tunnel"], games: 1 },
  };
  const browser = new Browser();
  for (const [key, value] of Object.entries(newer)) browser.stored.set(key, JSON.stringify(value));
  const { device } = browser.open();
  new DailyLog(device).ended(Date.parse("2026-11-23") / 86_400_000, "solved", 0);
  new Streak(PUZZLES, device).solved(PUZZLES[0]!);
  new Settings(device).change({ speed: "calm" });
  new Coaching(device).finish();
  browser.settle();
  const now = Object.fromEntries(
    [...browser.stored].map(([key, text]) => [key, JSON.parse(text) as unknown]),
  );
  expect(now).toMatchObject({
    "qttt.daily": { days: { "2026-11-23": { ...day, end: "solved", isLate: true } }, best: 7 },
    "qttt.puzzles": { solved: ["new 1", PUZZLES[0]!.id], streak: 2, grades: { 1: 2 } },
    "qttt.settings": { theme: "sepia", font: "large", speed: "calm" },
    "qttt.coaching": { seen: ["tunnel"], games: 2 },
  });
});

test("a value of a newer version is neither read nor changed, and the user is told", () => {
  const browser = new Browser();
  const text = JSON.stringify({ version: 2, days: [] });
  browser.stored.set("qttt.daily", text);
  const { device } = browser.open();
  new DailyLog(device).missed(1);
  browser.settle();
  expect([new DailyLog(device).result(1).misses, device.problem]).toEqual([1, "newer"]);
  expect([...browser.stored]).toEqual([["qttt.daily", text]]);
});

test("a page that comes back from the cache of pages reads everything again", () => {
  const browser = new Browser();
  const [frozen, other] = [browser.open(), browser.open()];
  const log = new DailyLog(frozen!.device);
  new DailyLog(other!.device).missed(1);
  browser.settle();
  frozen!.storage.removeItem("qttt.daily"); // its copy is older than the memory of the page
  expect(log.result(1).misses).toBe(1);
  frozen!.page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(log.result(1).misses).toBe(0);
});

test("what cannot be written is told, stays on the page, and is written later", () => {
  const browser = new Browser(10);
  const { device } = browser.open();
  const streak = new Streak(PUZZLES, device);
  streak.solved(PUZZLES[0]!);
  expect([streak.isSolved(PUZZLES[0]!), device.problem]).toEqual([true, "notSaved"]);
  expect(browser.isBusy).toBe(false);
  Object.assign(browser, { room: Infinity });
  streak.solved(PUZZLES[1]!);
  browser.settle();
  expect(new Streak(PUZZLES, browser.open().device).progress("all").solved).toBe(2);
});
