import { describe, expect, test, vi } from "vitest";

import type { Kernel } from "../../src/kernel/client";
import { bestMoves } from "../../src/kernel/perfect";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import { type Estimate, type Survey, sameMove } from "../../src/kernel/types";
import { type DecisionContext, decide, ponder, ponderOpening } from "../../src/match/decide";
import { blunderRate, simulationsOf } from "../../src/match/ladder";
import { type Level, levelsFor } from "../../src/match/levels";
import { EVAL_LEVELS, randomMoveRate } from "../../src/match/strengths";
import { parseMove } from "../../src/notation/moves-reader";
import { golden, startedKernel } from "../kernel/ports";
import { fixedChance } from "./chance";

const kernel = await startedKernel();

async function after(words: string, text: string): Promise<Survey> {
  const rules = parseRules(words);
  const moves = text.split(" ").flatMap((word) => parseMove(rules, word) ?? []);
  return (await kernel.replay(rules, moves)).at(-1) as Survey;
}

function asked(words: string, lucky = false, more: Partial<DecisionContext> = {}): DecisionContext {
  const { signal } = new AbortController();
  return { kernel, rules: parseRules(words), chance: fixedChance(lucky), signal, ...more };
}

/** The row of `spec/golden/levels.tsv` for this app. */
function rowOf(words: string, level: Level): string[] {
  const rules = parseRules(words);
  const searches = level !== "random" && levelsFor(rules).includes("best");
  const program = level in EVAL_LEVELS ? EVAL_LEVELS[level as keyof typeof EVAL_LEVELS] : null;
  return [
    ...[words, level, `${level === "random" ? 1 : randomMoveRate(level)}`],
    ...[`${blunderRate(level, rules)}`, searches ? `${simulationsOf(level, rules)}` : "-"],
    ...(program
      ? [
          ...[program.weights.join(), `${program.depth ?? "-"}`],
          ...[`${program.cutoffSeconds},${program.cutoffDepth}`, `${program.mostSeconds}`],
        ]
      : ["-", "-", "-", "-"]),
  ];
}

test("the levels of every board are those of the engine in Python", () => {
  const wanted = rowsOf(golden("levels"));
  const boards = [...new Set(wanted.map(([words = ""]) => words))];
  expect(boards.length).toBeGreaterThan(15);
  const ours = boards.flatMap((words) =>
    levelsFor(parseRules(words)).map((level) => rowOf(words, level)),
  );
  expect(ours).toEqual(wanted);
});

describe("the ladder", () => {
  test("a lapse takes what wins at once, also where waiting wins more", async () => {
    const here = await after("goff", "12 12 @1 45 45 @4 78 78");
    const { move, engineInfo } = await decide(asked("goff", true), here, "easy");
    expect(engineInfo).toMatchObject({ kind: "estimate", simulations: 1 });
    expect(move).toEqual({ kind: "collapse", square: 6 });
    const careful = await decide(asked("goff"), here, "easy");
    expect(careful.move).toEqual({ kind: "collapse", square: 7 });
  });

  test("a lapse with nothing to win is any move", async () => {
    const here = await after("classic3", "5");
    const { move } = await decide(asked("classic3", true), here, "hard");
    expect(move).toEqual(here.moves.at(-1));
  });

  test.each(["easy", "medium", "hard", "optimal"] as const)(
    "without a lapse %s plays a perfect move",
    async (level) => {
      const here = await after("goff", "12 23");
      const { move, engineInfo } = await decide(asked("goff"), here, level);
      const truth = await kernel.solve({ rules: parseRules("goff"), ...here }, "distances");
      expect(bestMoves(truth, "X").some((best) => sameMove(best, move))).toBe(true);
      expect(engineInfo).toMatchObject({ kind: "analysis", value: truth.value });
    },
  );
});

describe("the thesis", () => {
  test("a random move is one without thoughts", async () => {
    const here = await after("goff", "12 23");
    expect((await decide(asked("goff", true), here, "thesis-easy")).engineInfo).toBeNull();
    expect((await decide(asked("goff"), here, "thesis-easy")).engineInfo).not.toBeNull();
  });

  test("Hard weighs every collapse", async () => {
    const here = await after("goff", "89 39 23 89");
    const { move } = await decide(asked("goff", true), here, "thesis-hard");
    const { moves } = await kernel.solve({ rules: parseRules("goff"), ...here }, "values");
    expect(bestMoves({ moves } as never, "X")).toContainEqual(move);
  });
});

describe("by evaluation", () => {
  test("Easy and Intermediate look at one ply and count what they see", async () => {
    const here = await after("classic4", "a1 b2");
    const { engineInfo } = await decide(asked("classic4"), here, "eval-easy");
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
      const { move } = await decide(asked("classic3"), here, level);
      here = await kernel.play({ rules, places: here.places }, move);
    }
    expect(here.outcome.points.X).toBeGreaterThanOrEqual(here.outcome.points.O);
  });

  test("on 4 × 4 the time cut-off strikes, and there is a move soon after", async () => {
    const begun = performance.now();
    const here = await after("classic4", "");
    const { move, engineInfo } = await decide(asked("classic4"), here, "eval-difficult");
    expect(engineInfo).toMatchObject({ kind: "statistics", cutOff: true, depth: 16 });
    expect(here.moves).toContainEqual(move);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

describe("where nobody has solved the board", () => {
  const HUGE = "krist rows=8 cols=8";

  test("it ends with its simulations", async () => {
    const { engineInfo } = await decide(asked(HUGE), await after(HUGE, "a1b1"), "easy");
    expect(engineInfo).toMatchObject({ kind: "estimate", simulations: 250 });
  });

  test("it tells what it believes, and moves when it is told to", async () => {
    const enough = new AbortController();
    const partials: Estimate[] = [];
    const progress = (each: Estimate): void => {
      partials.push(each);
      enough.abort();
    };
    const here = await after(HUGE, "a1b1");
    const deciding = asked(HUGE, false, { enough: enough.signal, progress });
    const { move, engineInfo } = await decide(deciding, here, "best");
    expect(here.moves).toContainEqual(move);
    expect(partials[0]?.simulations).toBeLessThan(simulationsOf("best", deciding.rules));
    expect((engineInfo as Estimate).simulations).toBeLessThan(
      simulationsOf("best", deciding.rules),
    );
  });
});

describe("what is foreseen", () => {
  /** Number of nodes that Optimal searches after these moves. */
  async function nodes(kernel: Kernel, moves: string): Promise<number> {
    const deciding = { ...asked("closer"), kernel };
    const { engineInfo } = await decide(deciding, await after("closer", moves), "optimal");
    return engineInfo && "nodes" in engineInfo ? engineInfo.nodes : NaN;
  }

  test("is remembered when it has to be decided", async () => {
    const [fresh, prepared] = [await startedKernel(), await startedKernel()];
    const deciding = { ...asked("closer"), kernel: prepared };
    await ponder(deciding, await after("closer", ""), "optimal");
    expect(await nodes(prepared, "15")).toBeLessThan((await nodes(fresh, "15")) / 4);
  });

  test("is also how a level opens", async () => {
    const [fresh, prepared] = [await startedKernel(), await startedKernel()];
    await ponderOpening({ ...asked("closer"), kernel: prepared }, "optimal");
    expect(await nodes(prepared, "")).toBeLessThan((await nodes(fresh, "")) / 4);
  });

  test("is what the opponent decides, no coin", async () => {
    await expect(ponder(asked("qubic3"), await after("qubic3", "15"), "easy")).resolves.toBe(
      undefined,
    );
  });

  test.each([
    ["classic3", "", "optimal"],
    ["qubic4", "", "best"],
    ["closer", "", "random"],
    ["closer", "15 26", "optimal"],
  ] as const)("is nothing where answers are soon found: %s %s %s", async (words, moves, level) => {
    const prepare = vi.spyOn(kernel, "foresee");
    await ponder(asked(words), await after(words, moves), level);
    expect(prepare).not.toHaveBeenCalled();
    prepare.mockRestore();
  });
});
