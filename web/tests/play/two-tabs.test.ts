/** A game in two tabs is one game. */

import { expect, test, vi } from "vitest";

import { Session } from "../../src/play/session.svelte";
import { type Setup, singlePlayer, twoPlayers } from "../../src/play/setup";
import { movesOf } from "../analysis/games";
import { startedKernel } from "../kernel/ports";
import { isNight } from "../nightly";
import { Browser, randomFrom } from "../settings/tabs";

const kernel = await startedKernel();
const TWO = twoPlayers("goff");
const PACE = { loop: 0, reply: 0, collapse: () => 0 };

/** A tab with the last game, or with a new one. */
async function open(browser: Browser, setup?: Setup): Promise<Session> {
  const session = new Session(kernel, browser.open().device, { pace: PACE });
  if (setup) await session.start(setup);
  else await session.resume();
  browser.settle();
  return session;
}

async function play(session: Session, text: string): Promise<void> {
  for (const move of movesOf("goff", text)) await session.match?.play(move);
}

function movesIn({ match }: Session): string | undefined {
  return match?.saved.moves.slice(0, match.saved.at).join(" ");
}

/** Wait until both tabs show the same stored game. */
async function agree(browser: Browser, ...sessions: readonly Session[]): Promise<string> {
  await vi.waitFor(() => {
    browser.settle();
    const [shown] = new Set(sessions.map(movesIn));
    const later = new Session(kernel, browser.open().device);
    const stored = later.games[0]?.saved;
    expect([...new Set(sessions.map(movesIn))]).toEqual([shown]);
    expect(stored?.moves.slice(0, stored.at).join(" ")).toBe(shown);
  });
  return movesIn(sessions[0]!)!;
}

test("moves, undo and the end are followed", async () => {
  const browser = new Browser();
  const one = await open(browser, TWO);
  await play(one, "14");
  browser.settle();
  const other = await open(browser);
  await play(one, "34");
  expect(await agree(browser, one, other)).toBe("14 34");
  await play(other, "45 49");
  expect(await agree(browser, one, other)).toBe("14 34 45 49");
  one.match?.undo();
  expect(await agree(browser, one, other)).toBe("14 34 45");
  await play(other, "49 59 @9");
  await agree(browser, one, other);
  expect([one.match?.position.outcome !== null, one.games.length]).toEqual([true, 1]);
});

test("of two moves at the same moment one stands, in both tabs", async () => {
  const browser = new Browser();
  const one = await open(browser, TWO);
  const other = await open(browser);
  await Promise.all([play(one, "12"), play(other, "34")]);
  expect(["12", "34"]).toContain(await agree(browser, one, other));
});

test("a move in a tab that is about to show the last one is not made", async () => {
  const browser = new Browser();
  const one = await open(browser, TWO);
  const other = await open(browser);
  await play(one, "12");
  browser.settle(); // the position is computed in the meantime
  await play(other, "34");
  expect(await agree(browser, one, other)).toBe("12");
});

test("the computer answers in one tab, and the other shows it", async () => {
  const browser = new Browser();
  const alone = singlePlayer("goff", "X", "easy");
  const one = await open(browser, alone);
  const other = await open(browser);
  await vi.waitFor(() => expect(one.match?.isFollowing).toBe(true));
  expect(other.match?.isFollowing).toBe(false);
  await play(one, "12");
  browser.settle();
  await vi.waitFor(() => {
    browser.settle();
    expect(other.match?.isOurs).toBe(true);
    expect(other.match?.plies).toHaveLength(2);
  });
  await agree(browser, one, other);
  expect([one.match?.isFollowing, other.match?.isFollowing]).toEqual([false, true]);
});

test("a tab takes over when the other is closed, or when it is used", async () => {
  const slow = { ...PACE, reply: 1e9 };
  const browser = new Browser();
  const one = new Session(kernel, browser.open().device, { pace: slow });
  await one.start(singlePlayer("goff", "X", "random"));
  browser.settle();
  const other = await open(browser);
  await play(one, "12");
  await vi.waitFor(() => {
    browser.settle();
    expect([other.match?.isFollowing, other.match?.thinking]).toEqual([true, true]);
  });
  one.handOver();
  await vi.waitFor(() => {
    browser.settle();
    expect(other.match?.plies).toHaveLength(2);
  });
  await play(one, "13");
  await agree(browser, one, other);
  one.takeOver();
  expect(one.match?.isFollowing).toBe(false);
});

test("each tab resumes its own game when it is loaded again", async () => {
  const browser = new Browser();
  const [mine, theirs] = [browser.open(), browser.open()];
  await new Session(kernel, mine.device).startFrom(TWO, [], movesOf("goff", "12"));
  browser.settle();
  const other = new Session(kernel, theirs.device);
  await other.start(TWO);
  await play(other, "34");
  browser.settle();
  const again = new Session(kernel, mine.device);
  await again.resume();
  await play(again, "45");
  browser.settle();
  expect([movesIn(again), movesIn(other), other.games.length]).toEqual(["12 45", "34", 2]);
});

test("a tab leaves its game when everything is deleted in another one", async () => {
  const browser = new Browser();
  const one = await open(browser, TWO);
  await play(one, "12");
  browser.settle();
  const { storage } = browser.open();
  storage.clear();
  browser.settle();
  expect([one.match, one.games, browser.stored.size]).toEqual([null, [], 0]);
});

const SEQUENCES = isNight ? 300 : 20;

test(`${SEQUENCES} random games in two tabs stay one game`, async () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const pick = randomFrom(seed);
    const browser = new Browser();
    const sessions = [await open(browser, TWO), await open(browser)];
    for (let done = 0; done < 12; done++) {
      const { match } = sessions[pick(2)]!;
      const move = match?.moves[pick(match.moves.length || 1)];
      if (pick(5) === 0) match?.undo();
      else if (move) await match?.play(move);
      for (let messages = pick(6); messages > 0 && browser.isBusy; messages--)
        browser.deliver(pick);
    }
    browser.settle(pick);
    await agree(browser, ...sessions);
  }
});
