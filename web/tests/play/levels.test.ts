import { describe, expect, test, vi } from "vitest";

import type { Kernel } from "../../src/kernel/client";
import { bestMoves } from "../../src/kernel/perfect";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import { type Estimate, type Move, type Survey, sameMove } from "../../src/kernel/types";
import {
  blunderRate,
  decide,
  type DecisionContext,
  learnedSimulationsOf,
  nearlyBest,
  ponder,
  ponderOpening,
  simulationsOf,
} from "../../src/play/decide";
import { EVAL_LEVELS } from "../../src/generated/levels";
import { type Level, levelsFor } from "../../src/play/levels";
import { parseMove } from "../../src/notation/moves-reader";
import { moveName } from "../../src/notation/moves";
import {
  FILES,
  KRIST,
  QUBIC,
  bytesOf,
  golden,
  kernel as newKernel,
  startedKernel,
} from "../kernel/ports";
import { fixedChance } from "./chance";

const kernel = await startedKernel();

async function after(words: string, text: string): Promise<Survey> {
  const rules = parseRules(words);
  const moves = text.split(" ").flatMap((word) => parseMove(rules, word) ?? []);
  return (await kernel.replay(rules, moves)).at(-1) as Survey;
}

function context(
  words: string,
  lucky = false,
  more: Partial<DecisionContext> = {},
): DecisionContext {
  const { signal } = new AbortController();
  return { kernel, rules: parseRules(words), chance: fixedChance(lucky), signal, ...more };
}

/** The row of `spec/golden/levels.tsv` for this app. */
async function rowOf(words: string, level: Level): Promise<string[]> {
  const rules = parseRules(words);
  const empty = await kernel.survey({ rules, places: [] });
  const later = await kernel.play({ rules, places: [] }, empty.moves[0] as Move);
  const searches = level !== "random" && levelsFor(rules).includes("best");
  const program = level in EVAL_LEVELS ? EVAL_LEVELS[level as keyof typeof EVAL_LEVELS] : null;
  return [
    ...[words, level, level === "random" ? "1" : "0"],
    ...[empty, later].map((here) => `${Number(blunderRate(level, rules, here).toPrecision(6))}`),
    ...[searches ? `${simulationsOf(level, rules)}` : "-"],
    ...[searches ? `${learnedSimulationsOf(level, rules) ?? "-"}` : "-"],
    ...(program
      ? [
          ...[program.weights.join(), `${program.depth ?? "-"}`],
          ...[`${program.cutoffSeconds},${program.cutoffDepth}`, `${program.mostSeconds}`],
        ]
      : ["-", "-", "-", "-"]),
  ];
}

test("the levels of every board equal Python's, without those of the thesis", async () => {
  const wanted = rowsOf(golden("levels")).filter(([, level]) => !level?.startsWith("thesis-"));
  const boards = [...new Set(wanted.map(([words = ""]) => words))];
  expect(boards.length).toBeGreaterThan(15);
  const ours = await Promise.all(
    boards.flatMap((words) =>
      levelsFor(parseRules(words)).map(async (level) => rowOf(words, level)),
    ),
  );
  expect(ours).toEqual(wanted);
});

describe("the ladder", () => {
  test("a blunder takes an immediate win, even if waiting wins more", async () => {
    const here = await after("goff", "12 12 @1 45 45 @4 78 78");
    const { move, engineInfo } = await decide(context("goff", true), here, "easy");
    expect(engineInfo).toMatchObject({ kind: "estimate", simulations: 1 });
    expect(move).toEqual({ kind: "collapse", square: 6 });
    const careful = await decide(context("goff"), here, "easy");
    expect(careful.move).toEqual({ kind: "collapse", square: 7 });
  });

  test("a blunder without an immediate win is a random move", async () => {
    const here = await after("classic3", "5");
    const { move } = await decide(context("classic3", true), here, "medium");
    expect(move).toEqual(here.moves.at(-1));
  });

  test.each(["easy", "medium", "hard", "expert", "optimal"] as const)(
    "without a blunder %s plays a perfect move",
    async (level) => {
      const here = await after("goff", "12 23");
      const { move, engineInfo } = await decide(context("goff"), here, level);
      const truth = await kernel.solve({ rules: parseRules("goff"), ...here }, "distances");
      expect(bestMoves(truth, "X").some((best) => sameMove(best, move))).toBe(true);
      expect(engineInfo).toMatchObject({ kind: "analysis", value: truth.value });
    },
  );
});

describe("evaluation levels", () => {
  test("Easy and Intermediate search one ply and count nodes", async () => {
    const here = await after("classic4", "a1 b2");
    const { engineInfo } = await decide(context("classic4"), here, "eval-easy");
    expect(engineInfo).toMatchObject({
      ...{ kind: "statistics", nodes: 15, depth: 1, maxCutoffs: 0, minCutoffs: 0 },
      ...{ cutOff: false, stopped: false },
    });
  });

  test("Difficult never loses the ordinary game to Random", async () => {
    const rules = parseRules("classic3");
    let here = await kernel.survey({ rules, places: [] });
    while (!here.outcome) {
      const level = here.places.length % 2 ? "random" : "eval-difficult";
      const { move } = await decide(context("classic3"), here, level);
      here = await kernel.play({ rules, places: here.places }, move);
    }
    expect(here.outcome.points.X).toBeGreaterThanOrEqual(here.outcome.points.O);
  });

  test("on 4 × 4 the time limit stops the search soon", async () => {
    const begun = performance.now();
    const here = await after("classic4", "");
    const { move, engineInfo } = await decide(context("classic4"), here, "eval-difficult");
    expect(engineInfo).toMatchObject({ kind: "statistics", cutOff: true, depth: 16 });
    expect(here.moves).toContainEqual(move);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

describe("unsolved boards", () => {
  const HUGE = "krist rows=8 cols=8";

  test("a search stops at its limit of simulations", async () => {
    const { engineInfo } = await decide(context(HUGE), await after(HUGE, "a1b1"), "easy");
    expect(engineInfo).toMatchObject({ kind: "estimate", simulations: 250 });
  });

  test("a search reports partial results and moves on request", async () => {
    const search = kernel.search.bind(kernel);
    const endless = vi.spyOn(kernel, "search");
    endless.mockImplementation((position, seconds, seed, options) =>
      search(position, seconds, seed, { ...options, simulations: Infinity }),
    );
    const enough = new AbortController();
    const partials: Estimate[] = [];
    const progress = (each: Estimate): void => {
      partials.push(each);
      enough.abort();
    };
    const words = "classic4 rows=8 cols=8"; // without learned weights, for which a search waits
    const here = await after(words, "a1");
    const deciding = context(words, false, { enough: enough.signal, progress });
    const { move, engineInfo } = await decide(deciding, here, "best");
    endless.mockRestore();
    expect(here.moves).toContainEqual(move);
    expect(partials[0]?.simulations).toBeGreaterThan(0);
    expect((engineInfo as Estimate).simulations).toBeGreaterThan(partials[0]?.simulations ?? 0);
  });
});

describe("levels with learned weights", () => {
  /** Decide until the weights are loaded: before, random games judge. */
  function learned(own: DecisionContext, here: Survey, level: Level): Promise<Estimate> {
    return vi.waitFor(async () => {
      const { engineInfo } = await decide(own, here, level);
      expect(engineInfo).toMatchObject({ kind: "estimate", evaluator: "used" });
      return engineInfo as Estimate;
    });
  }

  test.each(rowsOf(golden("choices")))(
    "draw from the same moves as Python: %s, %s, %s",
    async (words = "", level = "", moves = "", value, nodes, choices) => {
      const here = await after(words, moves === "-" ? "" : moves);
      const estimate = await learned(context(words), here, level as Level);
      const names = nearlyBest(estimate).map((move) => moveName(parseRules(words), move));
      expect([estimate.value, estimate.nodes, names.join(" ")]).toEqual([
        ...[Number(value), Number(nodes), choices],
      ]);
    },
  );

  test("the moves drawn are as good as the best one", async () => {
    const here = await after("krist", "");
    const own = context("krist", true); // takes the last of equal ones
    const estimate = await learned(own, here, "best");
    const { move } = await decide(own, here, "best");
    expect(nearlyBest(estimate).length).toBeGreaterThan(1);
    expect(move).toEqual(nearlyBest(estimate).at(-1));
  });

  test.each([
    ["krist", "easy"],
    ["krist", "medium"],
    ["qubic4", "hard"], // a smaller board than that of their training
    ["krist rows=6 cols=6", "hard"], // a larger one
  ] as const)("%s has none for %s", async (words, level) => {
    const own = context(words);
    const { engineInfo } = await decide(own, await after(words, "a1b2"), level);
    const simulations = simulationsOf(level, own.rules);
    expect(engineInfo).toMatchObject({ simulations, evaluator: "none" });
  });

  test.each([
    [
      "a person's move",
      async (own: DecisionContext) => ponder(own, await after("krist", ""), "best"),
    ],
    ["the game", (own: DecisionContext) => ponderOpening(own, "best")],
  ])("are loaded before they are needed: during %s", async (_, prepare) => {
    const read = vi.fn(() => bytesOf(KRIST));
    const own = newKernel(Object.defineProperty({}, KRIST, { get: read }));
    await own.start(FILES);
    expect(read).not.toHaveBeenCalled();
    await prepare({ ...context("krist"), kernel: own });
    expect(read).toHaveBeenCalledOnce();
  });

  const damaged = bytesOf(KRIST).with(20_000, 1);
  test.each([
    ["missing", null],
    ["damaged", damaged],
  ])("search longer without them if the file is %s", async (_, file) => {
    const own = newKernel({ [KRIST]: file, [QUBIC]: null });
    await own.start(FILES);
    const here = await after("krist", "a1b2");
    const { engineInfo } = await decide({ ...context("krist"), kernel: own }, here, "hard");
    const simulations = simulationsOf("hard", parseRules("krist"));
    expect(engineInfo).toMatchObject({ simulations, evaluator: "missing" });
  });
});

describe("pondering", () => {
  /** Number of nodes that Optimal searches after these moves. */
  async function nodes(own: Kernel, moves: string): Promise<number> {
    const deciding = { ...context("closer"), kernel: own };
    const { engineInfo } = await decide(deciding, await after("closer", moves), "optimal");
    return engineInfo && "nodes" in engineInfo ? engineInfo.nodes : NaN;
  }

  test("speeds up the next decision", async () => {
    const [fresh, prepared] = [await startedKernel(), await startedKernel()];
    const deciding = { ...context("closer"), kernel: prepared };
    await ponder(deciding, await after("closer", ""), "optimal");
    expect(await nodes(prepared, "15")).toBeLessThan((await nodes(fresh, "15")) / 4);
  });

  test("also prepares the opening move", async () => {
    const [fresh, prepared] = [await startedKernel(), await startedKernel()];
    await ponderOpening({ ...context("closer"), kernel: prepared }, "optimal");
    expect(await nodes(prepared, "")).toBeLessThan((await nodes(fresh, "")) / 4);
  });

  test("covers the opponent's decisions, not coins", async () => {
    await expect(ponder(context("qubic3"), await after("qubic3", "15"), "easy")).resolves.toBe(
      undefined,
    );
  });

  test.each([
    ["classic3", "", "optimal"],
    ["qubic4", "", "best"],
    ["closer", "", "random"],
    ["closer", "15 26", "optimal"],
  ] as const)("is skipped if answers are found quickly: %s %s %s", async (words, moves, level) => {
    const prepare = vi.spyOn(kernel, "foresee");
    await ponder(context(words), await after(words, moves), level);
    expect(prepare).not.toHaveBeenCalled();
    prepare.mockRestore();
  });
});
