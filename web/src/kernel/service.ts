/**
 * The worker side: answers requests. Fast requests are answered here; the solver is loaded once the
 * kernel runs, and does not delay the first game.
 */

import { LARGE, ORDINARY } from "../generated/builds";
import { KernelError } from "./errors";
import { forget } from "./kept-files";
import type { Build } from "./layout";
import { WasmKernel, shared } from "./wasm-kernel";
import {
  type FromWorker,
  type KernelRequest,
  type PartialResult,
  type Port,
  type RequestArgs,
  type RequestKind,
  type RequestResult,
  type ToWorker,
  serializeError,
} from "./protocol";
import { type Rules, isLarge } from "./rules";
import type { RequestSignals, SolverQueue } from "./solver-queue";

/** A running request with its two abort signals: cancelled, and good enough. */
class Running {
  readonly withdrawn = new AbortController();
  readonly enough = new AbortController();
}

type Handlers = {
  [W in RequestKind]: (ask: RequestArgs<W>, context: RequestSignals) => Promise<RequestResult<W>>;
};

/** Marks a port that is served; on the port, since a script that runs twice has two of these modules. */
const SERVED = Symbol.for("qttt.served");

/** Answer requests from `port`. Throws if it is served already: requests would get two answers. */
export function serve(port: Port, fetchBytes: (url: string) => Promise<Uint8Array>): void {
  if (SERVED in port) throw new Error("this port is served already");
  Object.defineProperty(port, SERVED, { value: true });
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
    const progress = (partial: PartialResult): void => reply({ id, progress: partial });
    answerTo(handlers, ask, { signal: withdrawn.signal, enough: enough.signal, progress })
      .then((answer) => reply({ id, answer }))
      .catch((error: unknown) => reply({ id, error: serializeError(error) }))
      .finally(() => running.delete(id));
  });
}

function answerTo(
  handlers: Handlers,
  ask: KernelRequest,
  context: RequestSignals,
): Promise<RequestResult<RequestKind>> {
  const handler = handlers[ask.what] as (
    ask: KernelRequest,
    context: RequestSignals,
  ) => Promise<RequestResult<RequestKind>>;
  return handler(ask, context);
}

function handlersOf(fetchBytes: (url: string) => Promise<Uint8Array>): Handlers {
  const missing = new KernelError("missing", "the kernel has not been loaded");
  let ordinary = async (): Promise<WasmKernel> => Promise.reject(missing);
  let large = ordinary;
  let queue = async (): Promise<SolverQueue> => Promise.reject(missing);

  const load = async (url: string, build: Build): Promise<WasmKernel> =>
    WasmKernel.load((await fetchBytes(url)) as BufferSource, build);
  const kernelFor = (rules: Rules): Promise<WasmKernel> => (isLarge(rules) ? large() : ordinary());

  return {
    async start(files) {
      const loading = load(files.wasm, ORDINARY);
      ordinary = () => loading;
      large = shared(() => load(files.large, LARGE));
      const beside = loading.then((kernel) => createQueue(kernel, files.evaluators, fetchBytes));
      queue = () => beside;
      return { table: await attached(await beside, files.table, fetchBytes) };
    },
    async survey({ rules, places }) {
      return (await kernelFor(rules)).packedSurvey(rules, places);
    },
    async play({ rules, places, move }) {
      const kernel = await kernelFor(rules);
      return kernel.packedSurvey(rules, kernel.play(rules, places, move));
    },
    async replay({ rules, places, moves }) {
      const kernel = await kernelFor(rules);
      let here = kernel.packedSurvey(rules, places);
      const line = [here];
      for (const move of moves) {
        here = kernel.packedSurvey(rules, kernel.play(rules, here.places, move));
        line.push(here);
      }
      return line;
    },
    async ensemble({ rules, places, first, count }) {
      return (await kernelFor(rules)).ensemble(rules, places, first, count);
    },
    solve: async (ask, context) => (await queue()).solve(ask, context),
    perfect: async (ask, context) => (await queue()).perfect(ask, context),
    foresee: async (ask, context) => (await queue()).foresee(ask, context),
    search: async (ask, context) => (await queue()).search(ask, context),
    classical: async (ask, context) => (await queue()).classical(ask, context),
  };
}

async function createQueue(
  ...context: ConstructorParameters<typeof SolverQueue>
): Promise<SolverQueue> {
  const { SolverQueue } = await import("./solver-queue").catch((error: unknown) => {
    throw new KernelError("missing", `the solvers cannot be loaded: ${String(error)}`);
  });
  return new SolverQueue(...context);
}

/**
 * A missing table only makes the solver slower, so it is reported but not an error; the next start
 * fetches it again.
 */
async function attached(
  queue: SolverQueue,
  url: string,
  fetchBytes: (url: string) => Promise<Uint8Array>,
): Promise<RequestResult<"start">["table"]> {
  try {
    await queue.attach(await fetchBytes(url));
    return null;
  } catch (error) {
    await forget(url);
    if (error instanceof KernelError) return error.reason;
    throw error;
  }
}
