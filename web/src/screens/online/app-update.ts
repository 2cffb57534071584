/** Detect a newer version of the app fetched in the background by the service worker. */

/**
 * Call `ready` when a reload would show a newer version; returns a function that stops watching.
 * Without a service worker, a reload always shows the newest version.
 */
export function watchForNewApp(ready: () => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  const changed = (): void => {
    // The first controller belongs to this version.
    if (controller) ready();
    controller = serviceWorker.controller;
  };
  serviceWorker.addEventListener("controllerchange", changed);
  return () => serviceWorker.removeEventListener("controllerchange", changed);
}

/** Check for a newer version; calls `ready` immediately if there is no service worker. */
export async function checkForNewApp(ready: () => void): Promise<void> {
  const registration =
    "serviceWorker" in navigator && (await navigator.serviceWorker.getRegistration());
  if (registration)
    await registration.update().catch(() => undefined); // no network: checked again later
  else ready();
}
