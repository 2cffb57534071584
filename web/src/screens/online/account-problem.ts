/** What has gone wrong with something about an account. */

import { ServiceError } from "../../online/service";
import { type Words, problemText } from "../../online/words";

/** `wrong` is said where the proof was not believed; throws again what is no refusal. */
export function accountProblem(w: Words, error: unknown, wrong: string): string {
  if (error instanceof DOMException) return w.account.passkeyOff;
  if (error instanceof ServiceError && error.code === "wrong-login") return wrong;
  return problemText(w, error);
}
