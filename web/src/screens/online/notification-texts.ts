/** Texts of notifications for the service worker, and messages of errors. */

import type { NotificationWords } from "../../online/notifications.svelte";
import { type OnlineMessages, problemText } from "../../online/words";

const KINDS = ["started", "turn", "over", "draw", "takeback", "rematch"] as const;

/** Titles and texts by kind; the service worker replaces `{opponent}`. */
export function notificationWords({ notifications }: OnlineMessages): NotificationWords {
  const opponent = "{opponent}";
  return Object.fromEntries(
    KINDS.map((kind) => {
      const { title, body } = notifications[kind];
      return [kind, { title, body: body({ opponent }) }];
    }),
  );
}

/** The browser rejects a subscription with a `DOMException`. */
export function notificationProblem(w: OnlineMessages, error: unknown): string {
  return error instanceof DOMException ? w.notifications.failed : problemText(w, error);
}
