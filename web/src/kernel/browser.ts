/** Start the kernel in a web worker. */

import tableUrl from "../../../src/qttt/engine/_tables/goff.qtb?url";
import largeUrl from "../../../src/qttt/engine/_kernel/large.wasm?url";
import wasmUrl from "../../../src/qttt/engine/_kernel/qttt.wasm?url";
import { Kernel } from "./client";
import { KernelError } from "./errors";
import { PRESETS } from "./rules";
import type { Port } from "./protocol";

/** Addresses of learned evaluators; a file has the name of the preset that it was trained on. */
const EVALUATORS = import.meta.glob<string>("../../../src/qttt/engine/_evaluators/*.qte", {
  query: "?url",
  import: "default",
  eager: true,
});

interface StartedKernel {
  readonly kernel: Kernel;
  /** Whether the solver has its lookup table; it is slower without. */
  readonly hasTable: Promise<boolean>;
}

/** Start the worker. Startup errors are thrown by every later request. */
export function startKernel(): StartedKernel {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const kernel = new Kernel(worker as Port);
  worker.addEventListener("error", (event) => {
    kernel.fail(
      new KernelError("crashed", event.message || "the kernel's worker cannot be loaded"),
    );
  });
  const absolute = (url: string): string => new URL(url, document.baseURI).href;
  const files = {
    wasm: absolute(wasmUrl),
    large: absolute(largeUrl),
    table: absolute(tableUrl),
    evaluators: Object.entries(EVALUATORS).flatMap(([path, url]) => {
      const rules = PRESETS.get(path.replace(/.*\/|\.qte$/g, ""));
      return rules ? { url: absolute(url), rules } : [];
    }),
  };
  const hasTable = kernel.start(files).then(
    ({ table }) => table === null,
    (error: unknown) => {
      kernel.fail(error instanceof KernelError ? error : new KernelError("crashed", String(error)));
      return false;
    },
  );
  return { kernel, hasTable };
}
