/** A newer app that the browser has fetched in the background: it is there after a reload. */

/**
 * Tells `ready` when this page is older than what a reload would show; returns what ends that.
 * Without a service worker that keeps the app, a reload always shows the newest.
 */
export function watchForNewApp(ready: () => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  const changed = (): void => {
    // The first one belongs to this very app: it has just been kept for the first time.
    if (controller) ready();
    controller = serviceWorker.controller;
  };
  serviceWorker.addEventListener("controllerchange", changed);
  return () => serviceWorker.removeEventListener("controllerchange", changed);
}

/** Lets the browser look whether there is a newer app; tells `ready` at once if none is kept. */
export async function lookForNewApp(ready: () => void): Promise<void> {
  const kept = "serviceWorker" in navigator && (await navigator.serviceWorker.getRegistration());
  if (kept)
    await kept.update().catch(() => undefined); // no network: it is looked for again later
  else ready();
}
