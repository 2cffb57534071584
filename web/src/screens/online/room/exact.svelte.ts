/** The exact answer of a poll. */

import { untrack } from "svelte";

import { type ExactAnswer, type Poll, type PollPosition, exactAnswer } from "../../../online/polls";
import type { App } from "../../app.svelte";

/** Compute the answer of the poll while it is explained; undefined until then. */
export function explainedAnswer(
  app: App,
  poll: () => Poll,
  position: () => PollPosition | null,
): { readonly value: ExactAnswer | null | undefined } {
  let value: ExactAnswer | null | undefined = $state.raw(undefined);
  // Once for each poll, not for each of its updates.
  const wanted = $derived(poll().stage === "explained" ? poll().number : 0);
  $effect(() => {
    value = undefined;
    const at = position();
    if (!wanted || !at) return;
    const leaving = new AbortController();
    exactAnswer(app.kernel, untrack(poll), at, leaving.signal).then(
      (found) => (value = found),
      (error: unknown) => leaving.signal.aborted || app.failed(error),
    );
    return () => leaving.abort();
  });
  return {
    get value() {
      return value;
    },
  };
}
