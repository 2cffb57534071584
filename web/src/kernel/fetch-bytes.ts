import { KernelError } from "./errors";

/** Fetch a file of the app. Throws `KernelError` if it cannot be loaded. */
export async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new KernelError("missing", `${url} cannot be loaded: ${String(error)}`);
  });
  if (!response.ok) throw new KernelError("missing", `${url} cannot be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
