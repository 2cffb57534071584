/** Error messages of class rooms. */

import { ServiceError } from "../../../online/service";
import { type Words, problemText } from "../../../online/words";

export function roomProblem(w: Words, error: unknown): string {
  const own: Readonly<Record<string, string>> = w.room.refusals;
  return (error instanceof ServiceError && own[error.code]) || problemText(w, error);
}
