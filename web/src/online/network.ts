/** Events of the page and of the device's network that a WebSocket does not report. */

/** Whether the device has no network, so that requests are not sent; false outside a page. */
export function isOffline(): boolean {
  return "navigator" in globalThis && !navigator.onLine;
}

/** `type` is `wifi`, `cellular` …; only some browsers have it. */
type Network = EventTarget & { readonly type?: string };

/**
 * Call `onback` when the page is shown again and when the device has a network again or another
 * one, `onlost` when it has none. Returns a function that stops; a no-op outside a page.
 */
export function watchNetwork(onback: () => void, onlost: () => void): () => void {
  if (!("document" in globalThis)) return () => undefined;
  const watching = new AbortController();
  const { signal } = watching;
  const onshown = (): void => void (document.hidden || onback());
  document.addEventListener("visibilitychange", onshown, { signal });
  addEventListener("pageshow", onback, { signal });
  addEventListener("online", onback, { signal });
  addEventListener("offline", onlost, { signal });
  const { connection } = navigator as { connection?: Network };
  let type = connection?.type;
  const onchange = (): void => {
    // Estimates of the speed change more often.
    if (connection?.type !== type) onback();
    type = connection?.type;
  };
  connection?.addEventListener("change", onchange, { signal });
  return () => watching.abort();
}
