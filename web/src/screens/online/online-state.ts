/** The shared connection to the server, opened on first use. */

import { type NotificationMemory, Notifications } from "../../online/notifications.svelte";
import { type LastAccount, Online } from "../../online/online.svelte";
import type { Shape } from "../../settings/shape";
import { device } from "../../settings/storage.svelte";
import { app } from "../context.svelte";

const ACCOUNT: Shape<string | null> = { name: "account", none: null, parse: String };
const account = device.store(ACCOUNT);

/** The account last used on this device. */
const memory: LastAccount = {
  get name() {
    return account.value;
  },
  set name(name) {
    if (name) account.set(() => name);
    else account.clear();
  },
};

const NOTIFICATIONS: Shape<"on" | "off" | null> = {
  name: "notifications",
  none: null,
  parse: (value) => (value === "on" ? "on" : "off"),
};
const chosen = device.store(NOTIFICATIONS);

/** What was chosen about notifications on this device. */
const choice: NotificationMemory = {
  get choice() {
    return chosen.value;
  },
  set choice(value) {
    if (value) chosen.set(() => value);
    else chosen.clear();
  },
};

let shared: Online | undefined;
let notifications: Notifications | undefined;

export function sharedOnline(): Online {
  return (shared ??= new Online(undefined, undefined, memory));
}

export function sharedNotifications(): Notifications {
  return (notifications ??= new Notifications(sharedOnline().service, choice));
}

/** Show another screen of online play; it replaces an invitation, or a finished game. */
export function showOnline(rest: string): void {
  const address = { screen: "online", rest } as const;
  const [from = ""] = app.address.rest.split("/");
  const isBack = rest.startsWith("room/") && from === "game";
  const isOn = rest.startsWith("game/") && !["", "person", "leaders"].includes(from);
  if (rest === "" || isBack || isOn) app.replace(address);
  else app.open(address);
}
