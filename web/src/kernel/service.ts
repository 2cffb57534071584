/**
 * The worker's side: answers questions one slice at a time.
 *
 * The kernel cannot be interrupted while it computes, so long work is cut into slices of some
 * milliseconds; in between, messages come in: other questions, and that this one is withdrawn.
 */

import { KernelError } from "./errors";
import { Machine } from "./machine";
import type { Answer, Ask, FromWorker, Port, Progress, Question, ToWorker, What } from "./protocol";
import { troubleOf } from "./protocol";
import type { Analysis, Estimate, EvalChoice } from "./types";

const SLICE_MS = 12;
const FIRST_NODES = 20_000;
const FIRST_SIMULATIONS = 64;
const FIRST_CUTOFF = 4_000_000;
const REPORT_MS = 100;

/** One question: what tells it that nobody wants the answer any more, and that it is enough. */
class Running {
  readonly withdrawn = new AbortController();
  readonly enough = new AbortController();
}

interface Context {
  readonly signal: AbortSignal;
  readonly enough: AbortSignal;
  readonly progress: (told: Progress) => void;
}

type Handlers = { [W in What]: (ask: Ask<W>, context: Context) => Promise<Answer<W>> };

/** Answers what comes in at `port`, for ever. */
export function serve(port: Port, fetchBytes: (url: string) => Promise<Uint8Array>): void {
  const handlers = handlersOf(fetchBytes);
  const running = new Map<number, Running>();
  port.addEventListener("message", (event) => {
    const message = event.data as ToWorker;
    if ("cancel" in message) {
      running.get(message.cancel)?.withdrawn.abort();
      return;
    }
    if ("enough" in message) {
      running.get(message.enough)?.enough.abort();
      return;
    }
    const { id, ask } = message;
    const reply = (answer: FromWorker): void => port.postMessage(answer);
    const question = new Running();
    running.set(id, question);
    const { withdrawn, enough } = question;
    const progress = (told: Progress): void => reply({ id, progress: told });
    answerTo(handlers, ask, { signal: withdrawn.signal, enough: enough.signal, progress })
      .then((answer) => reply({ id, answer }))
      .catch((error: unknown) => reply({ id, error: troubleOf(error) }))
      .finally(() => running.delete(id));
  });
}

function answerTo(handlers: Handlers, ask: Question, context: Context): Promise<Answer<What>> {
  const handler = handlers[ask.what] as (ask: Question, context: Context) => Promise<Answer<What>>;
  return handler(ask, context);
}

function handlersOf(fetchBytes: (url: string) => Promise<Uint8Array>): Handlers {
  let loading: Promise<Machine> | null = null;
  const turns = new Turns();

  const machine = async (): Promise<Machine> => {
    if (!loading) throw new KernelError("missing", "the kernel has not been loaded");
    return loading;
  };

  return {
    async start({ wasm, table }) {
      loading = fetchBytes(wasm).then((bytes) => Machine.load(bytes as BufferSource));
      return { table: await attached(await loading, table, fetchBytes) };
    },
    async survey({ rules, places }) {
      return (await machine()).survey(rules, places);
    },
    async play({ rules, places, move }) {
      const kernel = await machine();
      return kernel.survey(rules, kernel.play(rules, places, move));
    },
    async replay({ rules, places, moves }) {
      const kernel = await machine();
      let here = kernel.survey(rules, places);
      const line = [here];
      for (const move of moves) {
        here = kernel.survey(rules, kernel.play(rules, here.places, move));
        line.push(here);
      }
      return line;
    },
    async ensemble({ rules, places, first, count }) {
      return (await machine()).ensemble(rules, places, first, count);
    },
    solve: (ask, context) => turns.take(async () => solved(await machine(), ask, context)),
    search: (ask, context) => turns.take(async () => searched(await machine(), ask, context)),
    classical: (ask, context) => turns.take(async () => chosen(await machine(), ask, context)),
  };
}

/** Without its table the solver knows as much and is a little slower: said, but no failure. */
async function attached(
  machine: Machine,
  url: string,
  fetchBytes: (url: string) => Promise<Uint8Array>,
): Promise<Answer<"start">["table"]> {
  try {
    machine.attach(await fetchBytes(url));
    return null;
  } catch (error) {
    if (error instanceof KernelError) return error.reason;
    throw error;
  }
}

/** Doubles the budget until everything is exact: a slice starts anew, with what is remembered. */
async function solved(machine: Machine, ask: Ask<"solve">, context: Context): Promise<Analysis> {
  for (let nodes = FIRST_NODES; ; nodes *= 2) {
    const analysis = machine.solve(ask.rules, ask.places, ask.depth, nodes);
    if (analysis.exact && analysis.moves.every((move) => move.exact)) return analysis;
    await breath(context.signal);
    context.progress(analysis);
  }
}

/** Grows a tree until it is enough or the position is proven, in slices of about equal length. */
async function searched(machine: Machine, ask: Ask<"search">, context: Context): Promise<Estimate> {
  const { simulations } = ask;
  machine.plant(ask.rules, ask.places, ask.features, simulations);
  const end = performance.now() + 1000 * ask.seconds;
  let total = 0;
  let slice = Math.min(simulations, FIRST_SIMULATIONS);
  let told = performance.now();
  for (;;) {
    const before = performance.now();
    const made = machine.search(total + slice, BigInt(ask.seed) + BigInt(total));
    const now = performance.now();
    total += made;
    const isEnough = now >= end || total >= simulations || context.enough.aborted;
    if (made < slice || isEnough) return machine.estimate();
    if (now >= told + REPORT_MS) {
      told = now;
      context.progress(machine.estimate());
    }
    slice = Math.max(1, Math.round(slice * Math.min(4, SLICE_MS / Math.max(1, now - before))));
    slice = Math.min(slice, simulations - total);
    await breath(context.signal);
  }
}

/**
 * Searches again with twice the nodes before the cut-off, until none strikes or its time has come:
 * each search costs as much as all before it and has a move, and the last one's counts.
 */
async function chosen(
  machine: Machine,
  { rules, places, level }: Ask<"classical">,
  { signal }: Context,
): Promise<EvalChoice> {
  const start = performance.now();
  for (let nodes = FIRST_CUTOFF; ; nodes *= 2) {
    const { move, statistics } = machine.choose(rules, places, level, nodes);
    const seconds = (performance.now() - start) / 1000;
    if (!statistics.cutOff || seconds >= level.cutoffSeconds) {
      return { move, statistics: { ...statistics, seconds } };
    }
    await breath(signal);
  }
}

/** Lets messages in. Throws if the question has been withdrawn. */
async function breath(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}

/** Long questions share the kernel's memory, so each waits until the one before has ended. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
