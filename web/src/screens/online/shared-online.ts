/** The shared connection to the server, opened on first use. */

import { type LastAccount, Online } from "../../online/online.svelte";
import { StoredValue } from "../../settings/storage";

const stored = new StoredValue<string>("account");

/** The account last used on this device. */
const memory: LastAccount = {
  get name() {
    return stored.read(String, () => undefined);
  },
  set name(name) {
    if (name) stored.write(name);
    else stored.clear();
  },
};

let online: Online | undefined;

export function sharedOnline(): Online {
  return (online ??= new Online(undefined, undefined, memory));
}
