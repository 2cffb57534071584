/** The exact answer of a poll. */

import { untrack } from "svelte";

import { type ExactAnswer, type Poll, type PollPosition, exactAnswer } from "../../../school/polls";
import type { App } from "../../app.svelte";
import { Loaded } from "../../loaded.svelte";

/** Compute the answer of the poll while it is explained; undefined until then. */
export function explainedAnswer(
  app: App,
  poll: () => Poll,
  position: () => PollPosition | null,
): Loaded<ExactAnswer | null> {
  // Once for each poll, not for each of its updates.
  const wanted = $derived(poll().stage === "explained" ? poll().number : 0);
  return new Loaded(
    (signal) => {
      const at = position();
      return wanted && at ? exactAnswer(app.kernel, untrack(poll), at, signal) : null;
    },
    app.failed,
    true,
  );
}
