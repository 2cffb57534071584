/**
 * The worker side: answers requests. Fast requests are answered here; the solver is loaded once the
 * kernel runs, and does not delay the first game.
 */

import { KernelError } from "./errors";
import { Machine } from "./machine";
import type { Answer, Ask, FromWorker, Port, Progress, Question, ToWorker, What } from "./protocol";
import { troubleOf } from "./protocol";
import type { Context, Thinking } from "./thinking";

/** A running request with its two abort signals: cancelled, and good enough. */
class Running {
  readonly withdrawn = new AbortController();
  readonly enough = new AbortController();
}

type Handlers = { [W in What]: (ask: Ask<W>, context: Context) => Promise<Answer<W>> };

/** Answer requests from `port`. */
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
  const missing = new KernelError("missing", "the kernel has not been loaded");
  let machine = async (): Promise<Machine> => Promise.reject(missing);
  let thinking = async (): Promise<Thinking> => Promise.reject(missing);

  return {
    async start({ wasm, table }) {
      const loading = fetchBytes(wasm).then((bytes) => Machine.load(bytes as BufferSource));
      machine = () => loading;
      const beside = loading.then(thinkingOn);
      thinking = () => beside;
      return { table: await attached(await beside, table, fetchBytes) };
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
    solve: async (ask, context) => (await thinking()).solve(ask, context),
    perfect: async (ask, context) => (await thinking()).perfect(ask, context),
    foresee: async (ask, context) => (await thinking()).foresee(ask, context),
    search: async (ask, context) => (await thinking()).search(ask, context),
    classical: async (ask, context) => (await thinking()).classical(ask, context),
  };
}

async function thinkingOn(machine: Machine): Promise<Thinking> {
  const { Thinking } = await import("./thinking").catch((error: unknown) => {
    throw new KernelError("missing", `the solvers cannot be loaded: ${String(error)}`);
  });
  return new Thinking(machine);
}

/** A missing table only makes the solver slower, so it is reported but not an error. */
async function attached(
  thinking: Thinking,
  url: string,
  fetchBytes: (url: string) => Promise<Uint8Array>,
): Promise<Answer<"start">["table"]> {
  try {
    await thinking.attach(await fetchBytes(url));
    return null;
  } catch (error) {
    if (error instanceof KernelError) return error.reason;
    throw error;
  }
}
