/** Wait for idle time. */

/** Maximum delay in milliseconds. */
const MAX_DELAY_MS = 2000;

/** Resolves when the browser is idle after rendering. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: MAX_DELAY_MS });
    // Safari lacks `requestIdleCallback`; after a frame it is mostly idle.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
