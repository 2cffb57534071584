/** Loads the reader of saved matches, which only players need who have saved one. */

import { KernelError } from "../kernel/errors";

/** Throws `KernelError` if it cannot be loaded. */
export function loadReader(): Promise<typeof import("./saved-reader")> {
  return import("./saved-reader").catch((error: unknown) => {
    throw new KernelError("missing", `what was saved cannot be read: ${String(error)}`);
  });
}
