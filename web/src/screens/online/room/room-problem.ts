/** Error messages of class rooms. */

import { ServiceError } from "../../../online/service";
import { type OnlineMessages, problemText } from "../../../online/words";

export function roomProblem(w: OnlineMessages, error: unknown): string {
  const own: Readonly<Record<string, string>> = w.room.rejections;
  return (error instanceof ServiceError && own[error.code]) || problemText(w, error);
}
