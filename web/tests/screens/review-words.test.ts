/** A review speaks of the players, and of the moment that lost only to the loser. */

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { parseRules } from "../../src/kernel/rules";
import type { Move, Player, Survey } from "../../src/kernel/types";
import { type Ply, replayed } from "../../src/play/line";
import { type Setup, singlePlayer, twoPlayers } from "../../src/play/setup";
import { parseMove } from "../../src/notation/moves-reader";
import { ReviewWords, betterMove } from "../../src/screens/review/review-words";
import type { Review } from "../../src/study/review";
import { ReviewSession } from "../../src/study/review-session.svelte";
import { startedKernel } from "../kernel/ports";
import { el, en, english, greek } from "../messages";

const kernel = await startedKernel();
const MOVES = "1 2 5 3 9";

async function reviewed(
  setup: Setup,
  moves = MOVES,
  me?: Player,
): Promise<[ReviewWords, Review, ReviewSession]> {
  const rules = parseRules(setup.rules);
  const played = moves.split(" ").map((word) => parseMove(rules, word) as Move);
  const [start, ...positions] = await kernel.replay(rules, played);
  const all = [start as Survey, ...positions];
  const plies = replayed(
    played,
    all,
    played.map(() => null),
  );
  const session = new ReviewSession(kernel, new Evaluation(kernel), {
    setup,
    start: start as Survey,
    plies,
    ...(me && { me }),
  });
  await session.run(new AbortController().signal);
  const review = session.review as Review;
  return [new ReviewWords(en, english, session, review), review, session];
}

test.each([
  ["O", "The moment that lost it", "You: O2 2", "Easy: X1 1"],
  ["X", "Turning point", "Easy: O2 2", "You: X1 1"],
] as const)("a person who plays %s", async (marks, turning, second, first) => {
  const [words, { steps }] = await reviewed(singlePlayer("classic3", marks, "easy"));
  expect(words.turning()).toBe(turning);
  expect(steps.slice(0, 2).map((step) => words.title(step))).toEqual([first, second]);
});

test("two people are called X and O", async () => {
  const [words, { steps, turning }] = await reviewed(twoPlayers("classic3"));
  expect(words.turning()).toBe("Turning point");
  expect(words.title(steps[0] as Review["steps"][number])).toBe("X: X1 1");
  expect(turning?.ply.by).toBe("O");
});

test.each([
  ["X", "Turning point", ["You", "Ben"], "your move X3 5", null, false],
  ["O", "The moment that lost it", ["Ann", "You"], null, "your move O2 2", true],
] as const)(
  "%s reads of their own moves online",
  async (me, turning, players, well, ill, hides) => {
    const setup = { ...twoPlayers("classic3"), names: { X: "Ann", O: "Ben" } };
    const [words, { steps }, session] = await reviewed(setup, MOVES, me);
    const { wellPlayed, toLearnFrom } = words;
    expect(words.turning()).toBe(turning);
    expect([words.player("X"), words.player("O")]).toEqual(players);
    expect(wellPlayed && words.ownName(wellPlayed)).toBe(well);
    expect(toLearnFrom && words.ownName(toLearnFrom)).toBe(ill);
    expect([session.step?.ply.by, session.hidesBetter]).toEqual(["O", hides]);
    // Spectators read of both.
    const [both] = await reviewed(setup);
    expect(both.toLearnFrom).toEqual(steps[1]);
    expect(both.ownName(steps[1] as Review["steps"][number])).toBe("O2 2");
  },
);

test("guests are named in the reader's language, but not in the game", async () => {
  const names = { X: "Guest 4821", O: "Anna" };
  const [, review, session] = await reviewed({ ...twoPlayers("classic3"), names });
  const words = new ReviewWords(el, greek, session, review);
  expect([words.player("X"), words.player("O")]).toEqual(["Επισκέπτης 4821", "Anna"]);
  expect(session.game.setup.names).toEqual(names);
});

test("the better move for an own mistake is hidden until a try or a request", async () => {
  const [, { turning, steps }, session] = await reviewed(twoPlayers("classic3"));
  expect([session.number, session.hidesBetter]).toEqual([turning?.number, true]);
  session.reveal();
  expect([session.isOwnMistake, session.hidesBetter]).toEqual([true, false]);
  session.goTo(steps.find(({ loss }) => loss === 0)?.number ?? 0);
  expect([session.isOwnMistake, session.hidesBetter]).toEqual([false, false]);

  const [, , again] = await reviewed(twoPlayers("classic3"));
  again.tryBetter();
  await again.play(again.moves[0] as Move);
  again.leave();
  expect([again.isOwnMistake, again.hidesBetter]).toEqual([true, false]);
  // That of the computer is shown at once.
  const [, , other] = await reviewed(singlePlayer("classic3", "X", "easy"));
  expect([other.step?.ply.by, other.hidesBetter]).toEqual(["O", false]);
});

test("no outcome is the best of equally good ones", async () => {
  const [words, { steps }] = await reviewed(twoPlayers("goff"), "13 13 @1");
  expect(words.verdict(steps[2] as Review["steps"][number])).toBe("Both equally good");
});

test("a mistake has better moves, a best move has none", async () => {
  const [words, { steps, turning }] = await reviewed(twoPlayers("classic3"));
  const right = steps.find(({ verdict }) => verdict === "best") as Review["steps"][number];
  expect([betterMove(right), words.better(right)]).toEqual([null, ""]);
  expect(betterMove(turning as Review["steps"][number])).toEqual({
    kind: "placement",
    squares: [4, 4],
  });
  expect(words.better(turning as Review["steps"][number])).toBe("Better: 5.");
});

const GAME = "45 59 34 59 @9 17 17 @7 28 68 28 @2";

test("one move lost the game, and the others are no mistakes in words", async () => {
  const [words, { steps, turning }, session] = await reviewed(
    singlePlayer("goff", "O", "medium"),
    GAME,
  );
  const verdicts = steps.map((step) => words.verdict(step));
  expect(steps.filter(({ loss }) => loss > 0).map(({ number }) => number)).toEqual([
    1, 2, 3, 4, 10,
  ]);
  expect([verdicts[0], verdicts[3], verdicts[9]]).toEqual([
    "Not the best",
    "The moment that lost it",
    "Not the best",
  ]);
  expect([turning?.number, words.figures(4)]).toEqual([4, "Loses half a point. The value is +½."]);
  const said = [1, 4, 10].map((at) => {
    session.goTo(at);
    return words.consequence(session.step?.ply as Ply, session.follows).replaceAll("\u2060", "");
  });
  expect(said).toEqual([
    "After this neither player can force a win.",
    "This closes a loop, so X chooses how it collapses. After this X can force a narrow win: both make a line, and an earlier mark finishes X’s.",
    "After this X can force a win: 1-2-3 with one more mark.",
  ]);
});

test.each(["O", "X"] as const)(
  "a person who plays %s reads what was good, and the moment to learn from",
  async (own) => {
    const [words, { steps }] = await reviewed(singlePlayer("goff", own, "medium"), GAME);
    const { wellPlayed, toLearnFrom } = words;
    for (const step of [wellPlayed, toLearnFrom]) expect(step?.before.decider).toBe(own);
    expect(wellPlayed?.loss).toBe(0);
    const mistakes = steps.filter(({ before }) => before.decider === own).map(({ loss }) => loss);
    expect(toLearnFrom?.loss).toBe(Math.max(...mistakes));
  },
);

test("what follows is stepped through, and a better move is tried", async () => {
  const [words, , session] = await reviewed(singlePlayer("goff", "O", "medium"), GAME);
  session.goTo(10);
  const { position: survey } = session;
  session.follow();
  expect([session.number, session.at, session.shown.length]).toEqual([10, 11, 12]);
  expect(session.isPlaying).toBe(true);
  session.advance();
  expect([session.at, session.isPlaying]).toEqual([12, false]);
  expect(session.shown.at(-1)?.after.outcome?.points).toMatchObject({ X: 1 });
  session.goTo(10);
  expect([session.branch, session.position]).toEqual([null, survey]);
  session.tryBetter();
  expect(words.task(session.step as Review["steps"][number])).toBe("Find a better move for O8.");
  expect([session.at, session.moves.length > 1]).toEqual([9, true]);
  await session.play({ kind: "placement", squares: [5, 7] });
  expect([session.branch?.tried?.loss, session.at, session.moves]).toEqual([0.5, 10, []]);
  session.goTo(9);
  await session.play(betterMove(session.step as Review["steps"][number]) as Move);
  expect(session.branch?.tried?.loss).toBe(0);
  session.leave();
  expect([session.at, session.position, session.branch]).toEqual([10, survey, null]);
});
