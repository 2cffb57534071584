/** When there is time for what nobody is waiting for. */

/** Milliseconds after which it is loaded even if the page never rests. */
const PATIENCE = 2000;

/** Resolves as soon as the page has been drawn and has nothing else to do. */
export function leisure(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: PATIENCE });
    // Safari does not tell when it rests; after a picture it mostly does.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
