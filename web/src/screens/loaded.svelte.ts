/** What is loaded while a component is shown. */

/** The result of the latest request. */
export class Loaded<T> {
  /** The result before stays until the next one is there, unless it is to be cleared. */
  value: T | undefined = $state.raw(undefined);

  /**
   * Create it with a component. The request is repeated when what it reads changes; null requests
   * nothing. `failed` is called unless another request was made meanwhile.
   */
  constructor(
    request: (signal: AbortSignal) => Promise<T> | null | undefined,
    failed: (error: unknown) => void,
    clears = false,
  ) {
    $effect(() => {
      const leaving = new AbortController();
      if (clears) this.value = undefined;
      request(leaving.signal)?.then(
        (value) => {
          if (!leaving.signal.aborted) this.value = value;
        },
        (error: unknown) => leaving.signal.aborted || failed(error),
      );
      return () => leaving.abort();
    });
  }
}

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
