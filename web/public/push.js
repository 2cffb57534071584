/** The part of the service worker that shows notifications, in the words that the app has saved. */

const WORDS = "push-words.json";

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

async function show({ kind, game, opponent, waiting }) {
  const address = new URL(`./g/${game}`, registration.scope).href;
  if ("setAppBadge" in navigator) await navigator.setAppBadge(waiting).catch(() => undefined);
  const windows = await pages();
  if (windows.some(({ url, visibilityState }) => url === address && visibilityState === "visible"))
    return;
  const words = await (await caches.match(WORDS))?.json();
  const { title = "Quantum tic-tac-toe", body = "{opponent}" } = words?.kinds?.[kind] ?? {};
  const { pattern = "^$", name = "" } = words?.guest ?? {};
  await registration.showNotification(title, {
    body: body.replace("{opponent}", opponent.replace(new RegExp(pattern), name)),
    lang: words?.language ?? "en",
    tag: game, // a later one replaces it
    icon: "icon-192.png",
    data: { address },
  });
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
