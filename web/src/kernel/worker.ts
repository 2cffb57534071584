/** The worker in which the kernel runs. */

import { KernelError } from "./errors";
import type { Port } from "./protocol";
import { serve } from "./service";

serve(self as unknown as Port, async (url) => {
  const response = await fetch(url).catch((error: unknown) => {
    throw new KernelError("missing", `${url} cannot be loaded: ${String(error)}`);
  });
  if (!response.ok) throw new KernelError("missing", `${url} cannot be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
});
