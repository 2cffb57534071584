/** Error messages of account actions. */

import { ServiceError } from "../../online/service";
import { type OnlineMessages, problemText } from "../../online/words";

/** `wrong` is the message for a rejected proof; rethrows other errors. */
export function accountProblem(w: OnlineMessages, error: unknown, wrong: string): string {
  if (error instanceof DOMException) return w.account.passkeyOff;
  if (error instanceof ServiceError && error.code === "wrong-login") return wrong;
  return problemText(w, error);
}
