/**
 * The part of the service worker that shows notifications, in the words that the app has saved, and
 * renews their subscription.
 */

const WORDS = "push-words.json";
/** How long a notification of a game that a page shows stays, in milliseconds. */
const SHOWN_MS = 5_000;

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

/** Show each message: Safari ends the subscription after some that show nothing. */
async function show({ kind, game, opponent, waiting }) {
  const address = new URL(`./g/${game}`, registration.scope).href;
  if ("setAppBadge" in navigator) await navigator.setAppBadge(waiting).catch(() => undefined);
  const isSilent = await isVisible(address);
  const words = await (await caches.match(WORDS))?.json();
  const { title = "Quantum tic-tac-toe", body = "{opponent}" } = words?.kinds?.[kind] ?? {};
  const { pattern = "^$", name = "" } = words?.guest ?? {};
  await registration.showNotification(title, {
    body: body.replace("{opponent}", opponent.replace(new RegExp(pattern), name)),
    lang: words?.language ?? "en",
    tag: game, // a later one replaces it
    icon: "icon-192.png",
    silent: isSilent,
    data: { address },
  });
  if (!isSilent) return;
  await new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
  if (!(await isVisible(address))) return;
  for (const shown of await registration.getNotifications({ tag: game })) shown.close();
}

/**
 * Send the server the subscription that replaces a former one. Firefox ends the former and names
 * none, so that a new one is made. What fails here is repeated by the app at its next visit.
 */
async function renew({ newSubscription }) {
  const renewed = newSubscription ?? (await subscribe());
  if (!renewed) return;
  const { endpoint, keys } = renewed.toJSON();
  await fetch("/api/push", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}

/** Null if the user no longer permits notifications, or the server sends none. */
async function subscribe() {
  if (Notification.permission !== "granted") return null;
  const answer = await fetch("/api/push");
  if (!answer.ok) return null;
  const { key } = await answer.json();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function isVisible(address) {
  const shown = (await pages()).filter(({ visibilityState }) => visibilityState === "visible");
  return shown.some(({ url }) => url === address);
}

async function open(address) {
  const [shown] = await pages();
  if (!shown) return clients.openWindow(address);
  await shown.focus();
  return shown.navigate(address);
}

function pages() {
  return clients.matchAll({ type: "window" });
}
