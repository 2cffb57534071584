/** Searches with the learned evaluators of the app, and without: damaged, missing, or other rules. */

import { describe, expect, test, vi } from "vitest";

import { EVALUATOR } from "../../src/generated/api";
import { KernelError } from "../../src/kernel/errors";
import { EvaluatorLoader } from "../../src/kernel/evaluators";
import { fits, parseRules } from "../../src/kernel/rules";
import { LEARNED, rulesIn, verifyFile } from "../../src/kernel/sealed-files";
import type { Kernel } from "../../src/kernel/client";
import type { Estimate } from "../../src/kernel/types";
import { FILES, KRIST, QUBIC, TABLE, WASM, bytesOf, kernel, wasmSolver } from "./ports";

const HERE = { rules: parseRules("krist rows=5 cols=5"), places: [[6, 12]] } as const;
/** So few simulations that they are made at once, so that the result does not depend on time. */
const EFFORT = { simulations: 64, learned: 64 };
const pause = async (): Promise<void> => undefined;

/** The app's kernel with other files for these addresses; null for one that is missing. */
async function kernelWith(files: Record<string, Uint8Array | null>): Promise<Kernel> {
  const started = kernel(files);
  await started.start(FILES);
  return started;
}

/** Search until the evaluator has been loaded. */
function learned(started: Kernel, here: Parameters<Kernel["search"]>[0]): Promise<Estimate> {
  return vi.waitFor(async () => {
    const found = await started.search(here, Infinity, 1n, EFFORT);
    expect(found.evaluator).toBe("used");
    return found;
  });
}

/** What does not depend on the judge's name. */
function contentOf({ value, line, candidates }: Omit<Estimate, "evaluator">): unknown {
  return { value, line, candidates };
}

describe("the files of the app", () => {
  test.each(FILES.evaluators)("$url is whole and has these rules", async ({ url, rules }) => {
    const file = bytesOf(url);
    await expect(verifyFile(LEARNED, file, pause)).resolves.toBeUndefined();
    expect(fits(rulesIn(LEARNED, file), rules)).toBe(true);
  });

  test.each([
    ["krist", "krist rows=6 cols=6", true],
    ["krist", "krist rows=8 cols=8", true],
    ["krist", "krist chooser=closer", false],
    ["krist", "qubic4", false],
    ["qubic5", "qubic4", true],
    ["qubic5", "qubic4 line=3", false],
    ["qubic5", "classic4", false],
  ])("that of %s for %s: %s", (name, words, does) => {
    const file = bytesOf(`src/qttt/engine/_evaluators/${name}.qte`);
    expect(fits(rulesIn(LEARNED, file), parseRules(words))).toBe(does);
  });
});

describe("a search with an evaluator", () => {
  test("depends on the weights and on no seed", async () => {
    const solver = await wasmSolver();
    const search = (weights: Uint8Array | null, seed: bigint): unknown => {
      solver.plant(HERE.rules, HERE.places, undefined, 300, weights);
      solver.search(300, seed);
      return contentOf(solver.estimate());
    };
    const found = search(bytesOf(KRIST), 1n);
    const random = search(null, 1n);
    expect(search(bytesOf(KRIST), 2n)).toEqual(found);
    expect(random).not.toEqual(found);
    expect(search(null, 1n)).toEqual(random);
  });

  test("one kernel uses the evaluator of each rules", async () => {
    const started = await kernelWith({});
    const qubic = { rules: parseRules("qubic5"), places: [] };
    const first = await learned(started, HERE);
    const other = await learned(started, qubic);
    expect(contentOf(await learned(started, HERE))).toEqual(contentOf(first));
    expect(contentOf(await learned(await kernelWith({}), qubic))).toEqual(contentOf(other));
  });

  test.each([
    [0, "krist rows=5 cols=5"],
    [64, "classic4 rows=5 cols=5"],
  ])("random games judge if it is not wanted or does not fit: %i, %s", async (limit, words) => {
    const started = await kernelWith({ [KRIST]: null, [QUBIC]: null });
    const here = { rules: parseRules(words), places: [] };
    const found = await started.search(here, Infinity, 1n, { ...EFFORT, learned: limit });
    expect(found.evaluator).toBe("none");
  });

  test("a search for a short time waits for the file, and starts again with it", async () => {
    const started = await kernelWith({});
    const seen: string[] = [];
    const found = await started.search(HERE, 0.001, 1n, {
      learned: Infinity,
      progress: (partial) => seen.push((partial as Estimate).evaluator),
    });
    expect(found.evaluator).toBe("used");
    expect(seen).not.toContain("none");
  });

  test("a search ends without a file that does not arrive", async () => {
    const loader = new EvaluatorLoader(FILES.evaluators, () => new Promise(() => undefined), pause);
    vi.useFakeTimers({ toFake: ["performance"] });
    const pending = loader.find(HERE.rules);
    expect(pending?.isExpected).toBe(true);
    vi.advanceTimersByTime(20_000);
    expect([pending?.isExpected, pending?.weights]).toEqual([false, null]);
    vi.useRealTimers();
  });
});

describe("without its file", () => {
  const whole = bytesOf(KRIST);
  const damaged = (at: number): Uint8Array => whole.with(at, (whole[at] as number) ^ 1);
  const without = { simulations: EFFORT.simulations };

  test.each([
    ["missing", null],
    ["empty", whole.slice(0, 0)],
    ["truncated", whole.slice(0, -1)],
    ["too long", Uint8Array.of(...whole, 0)],
    ["a tablebase", bytesOf(TABLE)],
    ["the kernel", bytesOf(WASM)],
    ["for other rules", bytesOf(QUBIC)],
    ["with another version", damaged(7)],
    ["with another size", damaged(EVALUATOR.bytes)],
    ["with a damaged digest", damaged(EVALUATOR.digest)],
    ["with a damaged weight", damaged(20_000)],
  ])("%s: the search is the same as without, and says so", async (_, file) => {
    const fetched = vi.fn(async () => {
      if (!file) throw new KernelError("missing", "404");
      return file;
    });
    const loader = new EvaluatorLoader(FILES.evaluators, fetched, pause);
    const pending = loader.find(HERE.rules);
    await vi.waitFor(() => expect(pending?.isExpected).toBe(false));
    expect(loader.find(HERE.rules)).not.toBe(pending); // tried again
    expect(fetched).toHaveBeenCalledTimes(2);

    const started = await kernelWith({ [KRIST]: file });
    const found = await started.search(HERE, Infinity, 1n, EFFORT);
    expect(found.evaluator).toBe("missing");
    const plain = await started.search(HERE, Infinity, 1n, without);
    expect(contentOf(found)).toEqual(contentOf(plain));
  });

  test("a damaged file is removed from what the service worker keeps", async () => {
    const deleted = vi.fn(async () => true);
    const stored = { keys: async () => ["evaluators"], open: async () => ({ delete: deleted }) };
    vi.stubGlobal("caches", stored);
    const loader = new EvaluatorLoader(FILES.evaluators, async () => damaged(20_000), pause);
    const pending = loader.find(HERE.rules);
    await vi.waitFor(() => expect(pending?.hasFailed).toBe(true));
    expect(deleted.mock.calls).toEqual([[KRIST, { ignoreSearch: true }]]);
    vi.unstubAllGlobals();
  });

  test("evaluators of older versions are removed from what the service worker keeps", async () => {
    const deleted = vi.fn(async () => true);
    const keys = async () => [{ url: "krist-old.qte" }, { url: KRIST }, { url: QUBIC }];
    const open = async () => ({ keys, delete: deleted });
    vi.stubGlobal("caches", { keys: async () => ["evaluators"], open });
    const pending = new EvaluatorLoader(FILES.evaluators, async () => whole, pause).find(
      HERE.rules,
    );
    await vi.waitFor(() => expect(pending?.weights).toBe(whole));
    expect(deleted.mock.calls).toEqual([[{ url: "krist-old.qte" }]]);
    vi.unstubAllGlobals();
  });

  test("it is fetched once, by the first search that it fits", async () => {
    const fetched = vi.fn(async () => whole);
    const loader = new EvaluatorLoader(FILES.evaluators, fetched, pause);
    expect(loader.find(parseRules("classic4"))).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
    const pending = loader.find(HERE.rules);
    expect(loader.find(parseRules("krist"))).toBe(pending);
    await vi.waitFor(() => expect(pending?.weights).toBe(whole));
    expect(fetched.mock.calls).toEqual([[KRIST]]);
  });
});
