import { KernelError } from "./errors";

/** A part of the app, from `import()`. Throws `KernelError` if it cannot be fetched. */
export async function fetched<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (error) {
    throw new KernelError("missing", String(error));
  }
}
