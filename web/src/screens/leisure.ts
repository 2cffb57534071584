/** Wait for idle time. */

/** Maximum delay in milliseconds. */
const PATIENCE = 2000;

/** Resolves when the browser is idle after rendering. */
export function leisure(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: PATIENCE });
    // Safari lacks `requestIdleCallback`; after a frame it is mostly idle.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
