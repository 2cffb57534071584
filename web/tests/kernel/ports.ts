/** The kernel service and a client in one process; messages are cloned. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { LARGE } from "../../src/generated/builds";
import { Kernel } from "../../src/kernel/client";
import { KernelError } from "../../src/kernel/errors";
import { WasmKernel } from "../../src/kernel/wasm-kernel";
import { parseRules } from "../../src/kernel/rules";
import type { Port } from "../../src/kernel/protocol";
import { serve } from "../../src/kernel/service";
import { WasmSolver } from "../../src/kernel/wasm-solver";

export const ROOT = join(import.meta.dirname, "../../../");
export const WASM = "src/qttt/engine/_kernel/qttt.wasm";
export const LARGE_WASM = "src/qttt/engine/_kernel/large.wasm";
export const TABLE = "src/qttt/engine/_tables/goff.qtb";

export const KRIST = "src/qttt/engine/_evaluators/krist.qte";
export const QUBIC = "src/qttt/engine/_evaluators/qubic5.qte";

export const FILES = {
  wasm: WASM,
  large: LARGE_WASM,
  table: TABLE,
  evaluators: [
    { url: KRIST, rules: parseRules("krist") },
    { url: QUBIC, rules: parseRules("qubic5") },
  ],
};

export function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(ROOT + path));
}

export function golden(name: string): string {
  return readFileSync(`${ROOT}spec/golden/${name}.tsv`, "utf8");
}

export function wasmKernel(): Promise<WasmKernel> {
  return WasmKernel.load(bytesOf(WASM));
}

export function largeKernel(): Promise<WasmKernel> {
  return WasmKernel.load(bytesOf(LARGE_WASM), LARGE);
}

export async function wasmSolver(): Promise<WasmSolver> {
  return new WasmSolver(await wasmKernel());
}

/** A kernel that is loading; `files` override the real ones. */
export function kernel(files: Record<string, Uint8Array | null> = {}): Kernel {
  const [inside, outside] = channel();
  serve(inside, async (url) => {
    const file = url in files ? files[url] : bytesOf(url);
    if (!file) throw new KernelError("missing", `${url} cannot be loaded: 404`);
    return file;
  });
  return new Kernel(outside);
}

export async function startedKernel(): Promise<Kernel> {
  const started = kernel();
  await started.start(FILES);
  return started;
}

function channel(): [Port, Port] {
  const ears: ((event: MessageEvent) => void)[][] = [[], []];
  const port = (own: number): Port => ({
    addEventListener: (_, listener) => void ears[own]?.push(listener),
    postMessage(message) {
      const data: unknown = structuredClone(message);
      setTimeout(() => ears[1 - own]?.forEach((listen) => listen({ data } as MessageEvent)), 0);
    },
  });
  return [port(0), port(1)];
}
