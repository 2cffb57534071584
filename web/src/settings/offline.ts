/** Whether the app is kept on this device, so that it works without a network. */

/** Lets the browser keep every file; false where pages may not have that. */
export async function keepOffline(): Promise<boolean> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("./sw.js");
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false; // forbidden here, or no network at the first visit: the reader is shown which
  }
}
