import { describe, expect, test, vi } from "vitest";

import { parseMove } from "../../src/notation/moves-reader";
import type { Kernel } from "../../src/kernel/client";
import { KernelError } from "../../src/kernel/errors";
import type { Toss } from "../../src/play/chance";
import type { Move } from "../../src/kernel/types";
import { Match, type Next, type MatchOptions } from "../../src/play/match.svelte";
import { parseSaved } from "../../src/play/saved-games";
import type { Kind, Setup } from "../../src/play/setup";
import { startedKernel } from "../kernel/ports";
import { seatName } from "../../src/play/words";
import { fixedChance } from "./chance";
import { en } from "../messages";

const kernel = await startedKernel();
const QUICK: MatchOptions = {
  pace: { loop: 0, reply: 0, collapse: () => 0 },
  chance: fixedChance(),
};

function setup(X: Kind = "human", O: Kind = "human", rules = "goff"): Setup {
  return { rules, seats: { X, O } };
}

async function played(match: Match, text: string): Promise<Match> {
  for (const word of text.split(" ")) await match.play(parseMove(match.rules, word) as Move);
  return match;
}

/** Wait until a person decides, or the game is over. */
async function settled(match: Match): Promise<Match> {
  await vi.waitFor(() => expect(match.thinking).toBe(false));
  return match;
}

function moves(match: Match): string {
  return match.saved.moves.slice(0, match.saved.at).join(" ");
}

describe("two players", () => {
  test("a whole game", async () => {
    const match = await played(await Match.start(kernel, setup()), "14 34 45 49 59 @9");
    expect(match.position.outcome).toMatchObject({
      points: { X: 1, O: 0 },
      termination: "line",
    });
    expect(match.standing).toEqual({ X: 1, O: 0, games: 1 });
    expect(match.moves).toEqual([]);
  });

  test("an illegal move changes nothing and reports the reason", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 12 34");
    expect([match.illegalReason, moves(match)]).toEqual(["loop-pending", "12 12"]);
    await played(match, "@1");
    expect(match.illegalReason).toBeNull();
  });

  test("undo and redo move by one decision, reset returns to the start", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 12 @1 34");
    match.undo();
    match.undo();
    expect([moves(match), match.loop?.closing, match.canRedo]).toEqual(["12 12", 2, true]);
    match.redo();
    expect(moves(match)).toBe("12 12 @1");
    match.reset();
    expect([moves(match), match.canUndo]).toEqual(["", false]);
  });

  test("another move discards the undone moves", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 34");
    match.undo();
    await played(match, "56");
    expect([moves(match), match.canRedo]).toEqual(["12 56", false]);
  });

  test("the squares of marks are known after the collapse", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 12 @1");
    expect([...match.pairs]).toEqual([
      [1, [0, 1]],
      [2, [0, 1]],
    ]);
    expect([...match.last].sort()).toEqual([0, 1]);
  });

  test("points are added up and follow the players to their new seats", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 12 @1 45 45 @4 78 78 @7");
    const next = match.rematch("swapped");
    expect(next.standing).toEqual({ X: 0.5, O: 1, games: 1 });
    expect([seatName(en, match, "X"), seatName(en, next, "O")]).toEqual(["Player 1", "Player 1"]);
    expect(seatName(en, next.rematch("swapped"), "X")).toBe("Player 1");
  });

  test("a new series has no points and the same seats", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 12 @1 45 45 @4 78 78 @7");
    const second = match.rematch("again");
    expect(second.standing).toEqual({ X: 1, O: 0.5, games: 1 });
    expect(second.rematch("anew").standing).toEqual({ X: 0, O: 0, games: 0 });
  });

  test("random seats are drawn again for each series", async () => {
    const lots = { ...setup("human", "random"), lot: true };
    const seatsAfter = async (next: Next, lot: 0 | 1) => {
      const chance = { ...fixedChance(), below: () => lot };
      const match = await Match.start(kernel, lots, { ...QUICK, chance });
      return match.rematch(next).people;
    };
    expect(await seatsAfter("anew", 1)).toEqual(["O"]);
    expect(await seatsAfter("anew", 0)).toEqual(["X"]);
    expect(await seatsAfter("again", 1)).toEqual(["X"]);
  });

  test("two simultaneous taps are one move", async () => {
    const match = await Match.start(kernel, setup());
    await Promise.all([played(match, "12"), played(match, "34")]);
    expect(moves(match)).toBe("12");
  });
});

describe("against a computer", () => {
  test("its statistics are saved with its move", async () => {
    const match = await played(await Match.start(kernel, setup("human", "optimal"), QUICK), "15");
    expect((await settled(match)).engineInfo).toMatchObject({ kind: "analysis", exact: true });
    match.undo();
    expect(match.engineInfo).toBeNull();
    match.redo();
    expect(match.engineInfo).toMatchObject({ kind: "analysis" });
  });

  test("a move without a search has no statistics", async () => {
    const match = await played(await Match.start(kernel, setup("human", "random"), QUICK), "15");
    expect((await settled(match)).engineInfo).toBeNull();
  });

  test("a search reports partial results and moves on request", async () => {
    const rules = "krist rows=8 cols=8";
    const match = await Match.start(kernel, setup("human", "best", rules), QUICK);
    await played(match, "a1b1");
    await vi.waitFor(() => expect(match.progress).not.toBeNull());
    const seen = match.progress?.simulations ?? 0;
    match.moveNow();
    await settled(match);
    expect([match.plies.length, match.progress]).toEqual([2, null]);
    const { engineInfo } = match;
    const made = engineInfo?.kind === "estimate" ? engineInfo.simulations : 0;
    expect(made).toBeGreaterThanOrEqual(seen);
    expect(made).toBeLessThan(25_000);
  });

  test.each([
    ["goff", "optimal", false],
    ["krist", "easy", true],
    ["classic3", "optimal", true],
    ["classic4", "eval-easy", true],
    ["krist", "random", false],
  ] as const)("%s, %s: has statistics: %s", async (rules, level, has) => {
    expect((await Match.start(kernel, setup("human", level, rules), QUICK)).hasStatistics).toBe(
      has,
    );
  });

  test.each(["random", "hard", "optimal"] as const)("%s moves", async (level) => {
    const match = await played(await Match.start(kernel, setup("human", level), QUICK), "15");
    expect((await settled(match)).plies.length).toBeGreaterThan(1);
    expect(match.decider).toBe("X");
  });

  test("undo goes back to the person's last decision", async () => {
    const match = await played(await Match.start(kernel, setup("human", "optimal"), QUICK), "15");
    await settled(match);
    match.undo();
    expect(moves(match)).toBe("");
    match.redo();
    expect(match.decider).toBe("X");
  });

  test("a game is played with help if its end is taken back, and remembers it", async () => {
    const { saved } = await played(await Match.start(kernel, setup()), "14 34 45 49 59 @9");
    const match = await Match.resume(kernel, { ...saved, setup: setup("human", "optimal") }, QUICK);
    expect([match.help, parseSaved(match.saved).help]).toEqual([null, undefined]);
    match.undo();
    match.getHelp("values");
    expect([match.help, parseSaved(match.saved).help]).toEqual(["undo", "undo"]);
    expect((await Match.resume(kernel, match.saved, QUICK)).help).toBe("undo");
  });

  test("two people need no record, so nothing is help", async () => {
    const match = await played(await Match.start(kernel, setup()), "14 34 45 49 59 @9");
    match.undo();
    match.getHelp("values");
    expect(match.help).toBeNull();
  });

  test("undo during a search cancels it and takes the move back", async () => {
    const match = await Match.start(kernel, setup("human", "best", "krist rows=6 cols=6"), QUICK);
    await played(match, "a1b1");
    expect(match.thinking).toBe(true);
    match.undo();
    expect([moves(match), match.thinking]).toEqual(["", false]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(moves(match)).toBe("");
  });

  test("Optimal against itself gets the value of the game", async () => {
    const match = await settled(await Match.start(kernel, setup("optimal", "optimal"), QUICK));
    expect(match.position.outcome?.points).toEqual({ X: 1, O: 0.5 });
  });

  test("a kernel that fails is reported", async () => {
    const broken = { ...QUICK };
    const match = await Match.start(kernel, setup("human", "optimal"), broken);
    const failing = vi
      .spyOn(kernel as Kernel, "perfect")
      .mockRejectedValue(new KernelError("crashed", "gone"));
    await played(match, "15");
    await settled(match);
    expect(match.failure).toMatchObject({ reason: "crashed" });
    failing.mockRestore();
  });
});

describe("chance", () => {
  const coin = vi.fn(() => ({ bit: 1, source: "browser" }) as const);

  test("a toss and its source are saved, and redo repeats the result", async () => {
    const match = await Match.start(kernel, setup("human", "human", "qubic3"), {
      ...QUICK,
      coin,
    });
    await played(match, "12 12");
    await settled(match);
    expect(match.plies.at(-1)).toMatchObject({ by: "chance", toss: { source: "browser" } });
    expect(moves(match)).toBe("12 12 @2");
    match.undo();
    expect(moves(match)).toBe("12");
    await played(match, "12");
    await settled(match);
    expect(coin).toHaveBeenCalledTimes(1);
  });

  test("a pending toss survives undo and is not repeated", async () => {
    let falls: (toss: Toss) => void = () => undefined;
    const distant = vi.fn(() => new Promise<Toss>((resolve) => void (falls = resolve)));
    const options = { ...QUICK, coin: distant };
    const match = await Match.start(kernel, setup("human", "human", "qubic3"), options);
    await played(match, "12 12");
    await vi.waitFor(() => expect(distant).toHaveBeenCalledTimes(1));
    match.undo();
    await played(match, "12");
    falls({ bit: 0, source: "device", device: "QX" });
    await settled(match);
    expect(moves(match)).toBe("12 12 @1");
    expect(match.plies.at(-1)).toMatchObject({ toss: { device: "QX" } });
    expect(distant).toHaveBeenCalledTimes(1);
  });
});

describe("saving", () => {
  test("a match is the same after saving and loading", async () => {
    const match = await played(await Match.start(kernel, setup()), "12 12 @1 34");
    match.undo();
    const again = await Match.resume(kernel, parseSaved(JSON.parse(JSON.stringify(match.saved))));
    expect([again.saved, again.canRedo]).toEqual([match.saved, true]);
  });

  test("every change notifies the listener", async () => {
    const changed = vi.fn();
    const match = await Match.start(kernel, setup(), { changed });
    await played(match, "12 34");
    match.undo();
    expect(changed).toHaveBeenCalledTimes(3);
  });

  test("invalid moves are rejected", async () => {
    const { saved } = await played(await Match.start(kernel, setup()), "12");
    const bad = (words: string[]) => ({
      ...saved,
      moves: words,
      tosses: words.map(() => null),
      at: 0,
    });
    await expect(Match.resume(kernel, bad(["hello"]))).rejects.toThrow('"hello" is not a move');
    await expect(Match.resume(kernel, bad(["11"]))).rejects.toThrow("one-square");
  });
});

test("pondering can be stopped", async () => {
  const ponder = vi.spyOn(kernel, "foresee");
  const match = await Match.start(kernel, setup("human", "optimal", "closer"), QUICK);
  await vi.waitFor(() => expect(ponder).toHaveBeenCalled());
  const signal = ponder.mock.calls[0]?.[1]?.signal;
  expect(signal?.aborted).toBe(false);
  match.stopPondering();
  expect(signal?.aborted).toBe(true);
  ponder.mockRestore();
  match.leave();
});

describe("two levels", () => {
  const DUEL = setup("random", "random");

  /** A game in which nobody moves before `step`. */
  async function paused(): Promise<Match> {
    const match = await Match.start(kernel, DUEL, QUICK);
    match.pause();
    return match;
  }

  async function stepped(match: Match): Promise<Match> {
    match.step();
    return settled(match);
  }

  test("play a whole game", async () => {
    const match = await settled(await Match.start(kernel, DUEL, QUICK));
    expect([match.position.outcome !== null, match.isOurs]).toEqual([true, false]);
  });

  test("wait while they are paused, and play on", async () => {
    const match = await paused();
    expect([match.thinking, moves(match)]).toEqual([false, ""]);
    match.resume();
    await settled(match);
    expect(match.position.outcome).not.toBeNull();
  });

  test("make one move at a step, the one taken back if there is one", async () => {
    const match = await stepped(await stepped(await paused()));
    const text = moves(match);
    expect(text.split(" ")).toHaveLength(2);
    expect(match.recentPlies).toEqual(match.plies.slice(1));
    match.undo();
    expect([moves(match), match.thinking]).toEqual([text.split(" ")[0], false]);
    await stepped(match);
    expect(moves(match)).toBe(text);
  });

  test("pause does nothing if a person plays", async () => {
    const match = await Match.start(kernel, setup("human", "random"), QUICK);
    match.pause();
    await played(match, "12");
    await settled(match);
    expect(match.plies).toHaveLength(2);
  });
});
