/** A review speaks of the players, and of the moment that lost only to the loser. */

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { parseRules } from "../../src/kernel/rules";
import type { Move, Survey } from "../../src/kernel/types";
import { replayed } from "../../src/match/line";
import { type Setup, singlePlayer, twoPlayers } from "../../src/match/setup";
import { parseMove } from "../../src/notation/moves-reader";
import { ReviewWords, betterMoves } from "../../src/screens/review/review-words";
import type { Review } from "../../src/study/review";
import { ReviewSession } from "../../src/study/review-session.svelte";
import { startedKernel } from "../kernel/ports";
import { en, english } from "../messages";

const kernel = await startedKernel();
const MOVES = "1 2 5 3 9";

async function reviewed(setup: Setup, moves = MOVES): Promise<[ReviewWords, Review]> {
  const rules = parseRules(setup.rules);
  const played = moves.split(" ").map((word) => parseMove(rules, word) as Move);
  const [start, ...positions] = await kernel.replay(rules, played);
  const all = [start as Survey, ...positions];
  const plies = replayed(
    played,
    all,
    played.map(() => null),
  );
  const session = new ReviewSession(kernel, new Evaluation(kernel), setup, start as Survey, plies);
  await session.run(new AbortController().signal);
  const review = session.review as Review;
  return [new ReviewWords(en, english, session, review), review];
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

test("a mistake has better moves, a best move has none", async () => {
  const [words, { steps, turning }] = await reviewed(twoPlayers("classic3"));
  const right = steps.find(({ verdict }) => verdict === "best") as Review["steps"][number];
  expect([betterMoves(right), words.better(right)]).toEqual([[], ""]);
  expect(betterMoves(turning as Review["steps"][number])).toEqual([
    { kind: "placement", squares: [4, 4] },
  ]);
  expect(words.better(turning as Review["steps"][number])).toBe("Better: 5.");
});
