/** The kernels, each loaded once for all elements of a page. */

import rulesUrl from "../../../src/qttt/engine/_kernel/rules.wasm?url";
import { WasmKernel, fetchBytes, shared } from "../../src/kernel/wasm-kernel";

const DATA = "data:application/wasm;base64,";

/** Load a kernel. Throws `KernelError`. */
export async function loadKernel(url: string): Promise<WasmKernel> {
  return WasmKernel.load(url.startsWith(DATA) ? decode(url) : await fetchBytes(url));
}

/** The rules only. Throws `KernelError`. */
export const rulesKernel = shared(() => loadKernel(rulesUrl));

/** A file inside of the module, which some pages forbid to fetch. */
function decode(url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(url.slice(DATA.length)), (char) => char.charCodeAt(0));
}
