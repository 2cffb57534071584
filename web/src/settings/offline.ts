/** Keep the app on this device for offline use. */

/** Cache every file; false if the browser does not allow it. */
export async function keepOffline(): Promise<boolean> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("./sw.js");
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false; // not allowed, or no network on the first visit; the settings show which
  }
}
